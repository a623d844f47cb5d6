import GomokuLab

Laboratory.program.run()
