/// The windows of cells along a line by which the policy network knows a point, and their rows in its
/// tables.
///
/// A window's code has two bits a cell: 0 empty, 1 the viewer's stone, 2 the other's, 3 outside the board
/// or nobody's. A window and its reverse share a row.
public enum PolicyWindow {
  /// Cells to each side of the point.
  public static let reach = 3
  /// Cells of a window.
  public static let length = 2 * reach + 1
  /// How many codes there are, windows that cannot occur included.
  public static let codeCount = 1 << (2 * length)

  /// The row of each code's window.
  public static let rows: [UInt16] = numbering.rows
  /// How many rows there are.
  public static let rowCount = numbering.count

  private static let numbering: (rows: [UInt16], count: Int) = {
    var rows = [UInt16](repeating: 0, count: codeCount)
    var count = 0
    let inside = (0..<codeCount).filter { cell(reach, of: $0) != 3 }
    func original(_ code: Int) -> Int { min(walled(code), reversed(walled(code))) }
    for code in inside where original(code) == code {
      rows[code] = UInt16(count)
      count += 1
    }
    for code in inside { rows[code] = rows[original(code)] }
    return (rows, count)
  }()

  private static func cell(_ index: Int, of code: Int) -> Int { code >> (2 * index) & 3 }

  private static func reversed(_ code: Int) -> Int {
    (0..<length).reduce(0) { $0 << 2 | cell($1, of: code) }
  }

  /// The same window as the other colour sees it.
  fileprivate static func exchanged(_ code: Int) -> Int {
    let low = code & 0x1555
    let high = code >> 1 & 0x1555
    return low << 1 | high
  }

  /// The window without what lies beyond a cell outside, seen from the point.
  private static func walled(_ code: Int) -> Int {
    var result = code
    for step in 1...reach {
      for index in [reach - step, reach + step] {
        let inner = index < reach ? index + 1 : index - 1
        if cell(inner, of: result) == 3 { result |= 3 << (2 * index) }
      }
    }
    return result
  }
}

/// The rows of windows for both colours' views, where the search and the trainer find them.
public enum PolicyRows {
  /// For each code as Black sees it, the rows of what Black and White see.
  public nonisolated(unsafe) static let both: UnsafePointer<UInt16> = {
    let both = UnsafeMutablePointer<UInt16>.allocate(capacity: 2 * PolicyWindow.codeCount)
    for code in 0..<PolicyWindow.codeCount {
      (both + 2 * code).initialize(to: PolicyWindow.rows[code])
      (both + 2 * code + 1).initialize(to: PolicyWindow.rows[PolicyWindow.exchanged(code)])
    }
    return UnsafePointer(both)
  }()
}
