import Platform

/// The output of a game session: a full-screen window of a terminal, or lines of plain text.
final class Display {
  /// The escape sequences that restore the terminal: colours, line wrapping, cursor, normal screen.
  private static let farewell = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  let input = FileDescriptor.standardInput
  private let output = FileDescriptor.standardOutput
  private(set) var terminal: TerminalCapabilities
  /// True if the terminal can show a full-screen window and report single keys.
  let isWindow: Bool
  /// True if the input is a terminal, so that a user types and needs prompts.
  let isTerminal: Bool
  /// The lines that the screen shows now, so that only changed lines are drawn.
  private var shown: [String] = []
  private var size = (columns: 0, rows: 0)
  private(set) var isOpen = false
  /// The descriptor that becomes readable when the window's size changes.
  private(set) var resizes: FileDescriptor?

  init(environment: [String: String], isPlain: Bool) {
    isTerminal = input.isTerminal
    isWindow =
      !isPlain && input.isTerminal
      && TerminalCapabilities.isSmart(environment, isTerminal: output.isTerminal)
    terminal =
      isPlain
      ? .plain : TerminalCapabilities(environment: environment, isTerminal: output.isTerminal)
  }

  deinit { close() }

  // MARK: The window

  /// Switches the terminal to raw input and to its alternate screen, if it can show a window.
  func open() {
    guard isWindow, !isOpen,
      RawTerminal.begin(input: input, output: output, farewell: Display.farewell)
    else { return }
    isOpen = true
    resizes = RawTerminal.watchSize()
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
    shown = []
  }

  /// Consumes the notices that the window's size has changed; the next `draw` uses the new size.
  func takeResizes() {
    guard let resizes, resizes.isReady(for: .reading) else { return }
    var chunk = [UInt8](repeating: 0, count: 64)
    _ = try? resizes.read(into: &chunk)
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    RawTerminal.end()
  }

  /// Asks the terminal for the width of a stone: writes one and requests the cursor's position.
  ///
  /// Does nothing if stones are letters.
  func askForWidth() {
    guard terminal.isUnicode else { return }
    write("\u{1B}[1;1H●\u{1B}[6n\u{1B}[1;1H ")
  }

  /// Sets the width of a stone, from the terminal's answer: the cursor's column after the stone.
  func note(cursorColumn: Int) {
    terminal.hasWideStones = cursorColumn == 3
    shown = []
  }

  /// Makes the next `draw` clear the screen and draw all lines.
  func forget() { shown = [] }

  /// Draws the lines that `lines` returns for the window's size; writes only changed ones.
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

  func showPrompt() { write("> ") }

  /// Writes to the terminal; errors are ignored, as the terminal may be gone.
  private func write(_ text: String) { try? output.writeAll(Array(text.utf8)) }
}
