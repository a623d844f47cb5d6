extension TextCode {
  /// The largest number of non-ASCII bytes that are examined; more do not improve the choice.
  private static let sample = 1 << 13
  /// The number of ASCII bytes that are kept on each side of non-ASCII bytes, as their context.
  private static let margin = 4

  /// Returns the most plausible encoding of texts; `nil` if all of them are ASCII or empty.
  ///
  /// The texts are decoded in each encoding but Latin-1, and their non-ASCII characters score
  /// points. Frequent characters score the most; improbable characters and invalid bytes lose
  /// points. The encoding with the most points wins. Most characters score more a byte in UTF-8
  /// than elsewhere, since text in other encodings is hardly ever valid UTF-8.
  ///
  /// - Parameter isStopped: returns true to abandon the detection, which then returns `nil`. It is
  ///   asked after every piece of 64 KiB.
  public static func detect(
    _ texts: some Sequence<ArraySlice<UInt8>>, isStopped: () -> Bool = { false }
  ) -> TextCode? {
    var samples: [[UInt8]] = []
    var room = sample
    var work = 0
    func isDue(_ bytes: Int) -> Bool {
      work += bytes
      guard work >= longestPiece else { return false }
      work = 0
      return true
    }
    for text in texts {
      if room == 0 { break }
      if isDue(256), isStopped() { return nil }
      let bytes = nonASCIIBytes(of: text, &room) { isDue($0) && isStopped() }
      guard let bytes else { return nil }
      if !bytes.isEmpty { samples.append(bytes) }
    }
    guard !samples.isEmpty else { return nil }
    let candidates: [TextCode] = [
      .gbk, .big5, .shiftJIS, .eucKR, .windows1251, .windows1252, .utf8,
    ]
    let points = candidates.map { code in samples.reduce(0) { $0 + code.points($1) } }
    let most = points.max() ?? 0
    return zip(candidates, points).first { $1 == most }?.0
  }

  /// Returns the most plausible encoding of texts, as for slices of arrays.
  public static func detect(
    _ texts: some Sequence<[UInt8]>, isStopped: () -> Bool = { false }
  ) -> TextCode? {
    detect(texts.lazy.map { $0[...] }, isStopped: isStopped)
  }

  /// The length of the pieces in which a text is examined, in bytes.
  private static let longestPiece = 1 << 16

  /// Returns the runs of non-ASCII bytes of a text, each with up to `margin` ASCII bytes on either
  /// side; nothing for ASCII text, and `nil` after a stop.
  ///
  /// - Parameters:
  ///   - room: the number of non-ASCII bytes that may still be taken; it is updated.
  ///   - isStopped: takes the number of bytes examined since the last call.
  private static func nonASCIIBytes(
    of text: ArraySlice<UInt8>, _ room: inout Int, isStopped: (Int) -> Bool
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    /// The end of the bytes of `rest` that are known to be ASCII.
    var end = rest.startIndex
    while room > 0, end < rest.endIndex {
      let piece = rest[end...].prefix(longestPiece)
      let start = piece.firstIndex { $0 >= 0x80 }
      if isStopped((start ?? piece.endIndex) - end) { return nil }
      end = start ?? piece.endIndex
      guard let start else { continue }
      let run = rest[..<start]
      bytes += run.prefix(margin)
      bytes += run.dropFirst(margin).suffix(margin)
      let strange = rest[start...].prefix(while: { $0 >= 0x80 }).prefix(room)
      bytes += strange
      room -= strange.count
      rest = rest[strange.endIndex...]
      end = rest.startIndex
    }
    return bytes.isEmpty ? [] : bytes + rest.prefix(margin)
  }

  /// Returns the plausibility, in points, of a text decoded in this encoding.
  ///
  /// A frequent character scores about ten points or more a byte, and an invalid byte loses 40.
  private func points(_ bytes: [UInt8]) -> Int {
    var parts: [Part] = []
    forEach(bytes) { parts.append($0) }
    var points = 0
    for (place, part) in parts.enumerated() {
      guard case .character(let scalar) = part else {
        if case .stray(let byte) = part, byte >= 0x80 { points -= 40 }
        continue
      }
      guard scalar.value >= 0x80 else { continue }
      func neighbour(_ step: Int) -> Unicode.Scalar? {
        guard parts.indices ~= place + step, case .character(let other) = parts[place + step]
        else { return nil }
        return other
      }
      points += self.points(scalar, after: neighbour(-1), before: neighbour(1))
    }
    return points
  }

  private func points(
    _ scalar: Unicode.Scalar, after: Unicode.Scalar?, before: Unicode.Scalar?
  ) -> Int {
    switch self {
    // Letters from U+0180 to U+036F are rare. Other encodings often decode to them.
    case .utf8: 0x180...0x36F ~= scalar.value ? 4 : scalar.value < 0x800 ? 30 : 60
    case .latin1: 0
    case .windows1251: TextCode.cyrillicPoints(scalar, after: after, before: before)
    case .windows1252: TextCode.westernPoints(scalar, after: after, before: before)
    case .gbk, .big5, .shiftJIS, .eucKR: 2 * eastAsianPoints(scalar)
    }
  }

  // MARK: Alphabets

  /// Returns the points for a non-ASCII character in windows-1251, given its two neighbours.
  ///
  /// Cyrillic next to Latin letters, and capitals after small letters, count against the encoding.
  private static func cyrillicPoints(
    _ scalar: Unicode.Scalar, after: Unicode.Scalar?, before: Unicode.Scalar?
  ) -> Int {
    guard 0x0410...0x044F ~= scalar.value || scalar == "ё" || scalar == "Ё" else {
      return "№«»—–…„“”".unicodeScalars.contains(scalar) ? 5 : -14
    }
    let isSmall = scalar.properties.isLowercase
    let strange = after.flatMap { $0.value >= 0x80 ? $0 : nil }
    if !isSmall, let strange, strange.properties.isAlphabetic {
      return strange.properties.isLowercase ? -15 : 8
    }
    if [after, before].contains(where: {
      $0.map { $0.value < 0x80 && $0.properties.isAlphabetic } ?? false
    }) {
      return -10
    }
    let isUsual = "оеаинтсрвлкмдпуОЕАИНТСРВЛКМДПУ".unicodeScalars.contains(scalar)
    return isUsual ? 14 : "ъщэфцЪЩЭФЦ".unicodeScalars.contains(scalar) ? 4 : 11
  }

  /// Returns the points for a non-ASCII character in windows-1252, given its two neighbours.
  ///
  /// Accented letters are usually single letters among ASCII letters.
  private static func westernPoints(
    _ scalar: Unicode.Scalar, after: Unicode.Scalar?, before: Unicode.Scalar?
  ) -> Int {
    func isLetter(_ scalar: Unicode.Scalar?) -> Bool {
      scalar.map { $0.value < 0x80 && $0.properties.isAlphabetic } ?? false
    }
    guard scalar.properties.isAlphabetic, scalar != "ª", scalar != "º" else {
      return "€“”‘’„–—…°«»§".unicodeScalars.contains(scalar) ? 3 : -12
    }
    if [after, before].contains(where: {
      $0.map { $0.value >= 0x80 && $0.properties.isAlphabetic } ?? false
    }) {
      return -8
    }
    let beginsOrEnds = !isLetter(after) || !isLetter(before)
    if scalar.properties.isUppercase, isLetter(after), after?.properties.isLowercase ?? false {
      return -8
    }
    return isLetter(after) || isLetter(before) ? (beginsOrEnds ? 11 : 14) : -2
  }

  // MARK: East Asia

  /// Returns the points for each byte of a two-byte character in this East Asian encoding.
  private func eastAsianPoints(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if UsualCharacters.punctuation.contains(scalar) { return 7 }
    switch value {
    case 0x3041...0x3096: return self == .shiftJIS ? 12 : -4
    case 0x30A1...0x30FC: return self == .shiftJIS ? 9 : -4
    // Half-width katakana take one byte, but are counted as two.
    case 0xFF61...0xFF9F: return -4
    case 0xAC00...0xD7A3:
      return UsualCharacters.korean.contains(scalar) ? 12 : 0
    case 0x4E00...0x9FFF:
      if UsualCharacters.set(of: self).contains(scalar) { return self == .eucKR ? 2 : 12 }
      return self == .eucKR ? -6 : isSimple(scalar) ? 2 : -6
    default: return -5
    }
  }

  /// Returns whether a Chinese character is in the first level of this encoding's standard.
  ///
  /// The first level has the frequent characters.
  private func isSimple(_ scalar: Unicode.Scalar) -> Bool {
    UsualCharacters.firstLevel(of: self).contains(scalar)
  }
}
