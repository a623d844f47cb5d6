extension [UInt8] {
  /// Appends the bytes of a whole number, the low byte first.
  public mutating func append<Number: FixedWidthInteger>(number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}

extension ArraySlice<UInt8> {
  /// Removes a whole number from the front, written with the low byte first.
  ///
  /// - Returns: `nil`, with nothing removed, if there are not enough bytes.
  public mutating func takeNumber<Number: FixedWidthInteger>(
    _: Number.Type = Number.self
  ) -> Number? {
    guard count >= Number.bitWidth / 8 else { return nil }
    var number: Number = 0
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      number |= Number(truncatingIfNeeded: removeFirst()) << shift
    }
    return number
  }
}
