import Basics
import Testing

/// The test vectors of RFC 4231.
struct HMACTests {
  private static func code(_ key: [UInt8], _ message: [UInt8]) -> String {
    HMAC(key: key).code(of: message).hexadecimal
  }

  @Test func codesAreThoseOfTheStandard() {
    let jefe = Array("Jefe".utf8)
    #expect(
      HMACTests.code(Array(repeating: 0x0b, count: 20), Array("Hi There".utf8))
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      HMACTests.code(jefe, Array("what do ya want for nothing?".utf8))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      HMACTests.code(Array(repeating: 0xaa, count: 20), Array(repeating: 0xdd, count: 50))
        == "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe")
    #expect(
      HMACTests.code(
        Array(repeating: 0xaa, count: 131),
        Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }
}
