import Platform

/// Where a table is shown: a window of a terminal, or lines one after the other.
final class Display {
  /// What is written when the terminal is given back: colours, wrapping, the cursor, the old screen.
  private static let farewell = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  let input: FileDescriptor
  let output: FileDescriptor
  private(set) var look: Look
  /// Whether the terminal's cursor can be moved and every key be heard.
  let isWindow: Bool
  /// Whether a person types, and sees what was asked.
  let isTerminal: Bool
  private var shown: [String] = []
  private var size = (columns: 0, rows: 0)
  private(set) var isOpen = false
  /// What can be read once the window has another size.
  private(set) var resizes: FileDescriptor?

  init(
    input: FileDescriptor, output: FileDescriptor, environment: [String: String], isPlain: Bool
  ) {
    (self.input, self.output) = (input, output)
    isTerminal = input.isTerminal
    isWindow =
      !isPlain && input.isTerminal
      && Look.isSmart(environment, isTerminal: output.isTerminal)
    look =
      isPlain ? .plain : Look(environment: environment, isTerminal: output.isTerminal)
  }

  deinit { close() }

  // MARK: The window

  /// Takes the terminal over.
  func open() {
    guard isWindow, !isOpen,
      RawTerminal.begin(input: input, output: output, farewell: Display.farewell)
    else { return }
    isOpen = true
    resizes = RawTerminal.watchSize()
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
    shown = []
  }

  /// Takes the news that the window has another size; the next picture has it.
  func takeResizes() {
    guard let resizes, resizes.isReady(for: .reading) else { return }
    var chunk = [UInt8](repeating: 0, count: 64)
    _ = try? resizes.read(into: &chunk)
  }

  /// Gives it back.
  func close() {
    guard isOpen else { return }
    isOpen = false
    RawTerminal.end()
  }

  /// Asks how wide a stone is: the terminal answers with the place of its cursor.
  func askForWidth() {
    guard look.isUnicode else { return }
    write("\u{1B}[1;1H●\u{1B}[6n\u{1B}[1;1H ")
  }

  /// Takes the answer.
  func note(cursorColumn: Int) {
    look.hasWideStones = cursorColumn == 3
    shown = []
  }

  /// Has the next picture drawn anew from the ground up.
  func forget() { shown = [] }

  /// Draws the lines that `lines` gives for the window's size, where they have changed.
  func draw(_ lines: (_ columns: Int, _ rows: Int) -> [String]) {
    let now = RawTerminal.size(of: output) ?? (80, 24)
    var text = ""
    if now != size || shown.isEmpty {
      size = now
      shown = []
      text += "\u{1B}[0m\u{1B}[2J"
    }
    let new = lines(now.columns, now.rows)
    for (row, line) in new.enumerated() where row >= shown.count || shown[row] != line {
      text += "\u{1B}[\(row + 1);1H\(line)"
    }
    shown = new
    if !text.isEmpty { write(text) }
  }

  // MARK: Lines

  func show(_ lines: [String]) { write(lines.map { "\($0)\n" }.joined()) }

  /// Says that a line is waited for.
  func showPrompt() { if isTerminal { write("> ") } }

  /// Writes what cannot be written nowhere: the terminal may be gone.
  private func write(_ text: String) { try? output.writeAll(Array(text.utf8)) }
}
