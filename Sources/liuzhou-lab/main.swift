import LiuzhouLab

Laboratory.program.run()
