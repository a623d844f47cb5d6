import Liuzhou

let book = Rulebook(.fengyang)
let arguments = CommandLine.arguments
let position = try book.position(arguments[2])
print(TurnGenerator(book).perft(position, depth: Int(arguments[1]) ?? 1))
