import LiuzhouLab

Laboratory(Array(CommandLine.arguments.dropFirst())).run()
