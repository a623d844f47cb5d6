/// The SHA-256 hash function (FIPS 180-4).
///
/// Its digests identify schedules, engines and proofs. `HMAC` authenticates with it the messages
/// between two linked tables (`arena play`).
public struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// The bytes at the end of the message so far, too few for a block of 64 bytes.
  private var pending: [UInt8] = []
  /// The length of the message so far, in bytes.
  private var length: UInt64 = 0
  /// The message schedule of the block being hashed.
  private var schedule = Array(repeating: UInt32(0), count: 64)

  public init() {}

  public mutating func update(_ bytes: [UInt8]) {
    length += UInt64(bytes.count)
    pending += bytes
    var start = 0
    while start + 64 <= pending.count {
      compress(pending, at: start)
      start += 64
    }
    pending.removeFirst(start)
  }

  /// Ends the message and returns its digest as 64 hexadecimal digits.
  public mutating func hexDigest() -> String { digest().hexadecimal }

  /// Ends the message and returns the 32 bytes of its digest.
  public mutating func digest() -> [UInt8] {
    let bits = length * 8
    var padding: [UInt8] = [0x80]
    padding += Array(repeating: 0, count: (119 - Int(length % 64)) % 64)
    for shift in stride(from: 56, through: 0, by: -8) {
      padding.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    update(padding)
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  /// Returns the digest of the UTF-8 bytes of `text`, as 64 hexadecimal digits.
  public static func digest(of text: String) -> String { digest(of: Array(text.utf8)) }

  /// Returns the digest of `bytes`, as 64 hexadecimal digits.
  public static func digest(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hexDigest()
  }

  private static func rotate(_ word: UInt32, by bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  /// Updates the state with the 64 bytes of `block` from `start` on.
  private mutating func compress(_ block: [UInt8], at start: Int) {
    for t in 0..<16 {
      let i = start + 4 * t
      schedule[t] =
        UInt32(block[i]) << 24 | UInt32(block[i + 1]) << 16 | UInt32(block[i + 2]) << 8
        | UInt32(block[i + 3])
    }
    for t in 16..<64 {
      let (w15, w2) = (schedule[t - 15], schedule[t - 2])
      let s0 = SHA256.rotate(w15, by: 7) ^ SHA256.rotate(w15, by: 18) ^ w15 >> 3
      let s1 = SHA256.rotate(w2, by: 17) ^ SHA256.rotate(w2, by: 19) ^ w2 >> 10
      schedule[t] = schedule[t - 16] &+ s0 &+ schedule[t - 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let s1 = SHA256.rotate(e, by: 6) ^ SHA256.rotate(e, by: 11) ^ SHA256.rotate(e, by: 25)
      let t1 = h &+ s1 &+ (e & f ^ ~e & g) &+ sha256Constants[t] &+ schedule[t]
      let s0 = SHA256.rotate(a, by: 2) ^ SHA256.rotate(a, by: 13) ^ SHA256.rotate(a, by: 22)
      let t2 = s0 &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }
}

/// The round constants: the first 32 fractional bits of the cube roots of the first 64 primes.
private let sha256Constants: [UInt32] = [
  0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
  0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
  0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
  0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
  0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
  0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
  0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
  0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
  0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
  0xc671_78f2,
]
