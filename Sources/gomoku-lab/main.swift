import GomokuLab

Laboratory(Array(CommandLine.arguments.dropFirst())).run()
