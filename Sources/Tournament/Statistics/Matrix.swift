/// A small dense square matrix, for the ratings of a few dozen players.
struct Matrix: Equatable {
  let size: Int
  private var cells: [Double]

  /// Creates the zero matrix.
  init(size: Int) {
    self.size = size
    cells = Array(repeating: 0, count: size * size)
  }

  subscript(row: Int, column: Int) -> Double {
    get { cells[row * size + column] }
    set { cells[row * size + column] = newValue }
  }

  static func * (a: Matrix, b: Matrix) -> Matrix {
    var product = Matrix(size: a.size)
    for i in 0..<a.size {
      for k in 0..<a.size where a[i, k] != 0 {
        for j in 0..<a.size { product[i, j] += a[i, k] * b[k, j] }
      }
    }
    return product
  }

  static func * (a: Matrix, vector: [Double]) -> [Double] {
    (0..<a.size).map { i in (0..<a.size).reduce(0) { $0 + a[i, $1] * vector[$1] } }
  }

  /// Returns the pseudo-inverse of a symmetric matrix whose null space is spanned by (1, …, 1).
  ///
  /// The information matrix of ratings is of this kind, as only rating differences are determined.
  /// Returns `nil` if the null space is larger.
  func inverseOfDifferences() -> Matrix? {
    let share = 1 / Double(size)
    var shifted = self
    for i in 0..<size {
      for j in 0..<size { shifted[i, j] += share }
    }
    guard var inverse = shifted.inverse() else { return nil }
    for i in 0..<size {
      for j in 0..<size { inverse[i, j] -= share }
    }
    return inverse
  }

  /// Returns the inverse by Gauss–Jordan elimination with partial pivoting.
  ///
  /// Returns `nil` if the matrix is singular, or so nearly that a pivot is at most 1e-14.
  private func inverse() -> Matrix? {
    var left = self
    var right = Matrix(size: size)
    for i in 0..<size { right[i, i] = 1 }
    for column in 0..<size {
      let rows = column..<size
      guard let pivot = rows.max(by: { abs(left[$0, column]) < abs(left[$1, column]) }),
        abs(left[pivot, column]) > 1e-14
      else { return nil }
      for j in 0..<size {
        (left[pivot, j], left[column, j]) = (left[column, j], left[pivot, j])
        (right[pivot, j], right[column, j]) = (right[column, j], right[pivot, j])
      }
      let scale = 1 / left[column, column]
      for j in 0..<size {
        left[column, j] *= scale
        right[column, j] *= scale
      }
      for i in 0..<size where i != column && left[i, column] != 0 {
        let factor = left[i, column]
        for j in 0..<size {
          left[i, j] -= factor * left[column, j]
          right[i, j] -= factor * right[column, j]
        }
      }
    }
    return right
  }
}
