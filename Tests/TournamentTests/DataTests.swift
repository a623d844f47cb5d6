import Basics
import Gomocup
import Testing

@testable import Tournament

@Suite("Data") struct DataTests {
  static func hash(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hexDigest()
  }

  @Test func checksumsAgreeWithTheStandards() {
    let digits = Array("123456789".utf8)
    #expect(CRC32().text(of: digits) == "cbf43926")
    #expect(
      DataTests.hash(of: []) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      DataTests.hash(of: Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let million = Array(repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      DataTests.hash(of: million)
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(arguments: [
    "null", "true", "[]", "{}", "-12", "0.5", "\"a\\\"b\\\\c\\n\"", "[1,[2,{\"x\":null}]]",
    "{\"b\":1,\"a\":\"五六\"}",
  ]) func jsonIsWrittenAsItWasRead(text: String) throws {
    #expect(try JSON(parsing: text).description == text)
  }

  @Test func jsonUnderstandsEscapes() throws {
    #expect(try JSON(parsing: "\"\\u4e94 \\ud83d\\ude00\\/\"") == .string("五 😀/"))
  }

  /// Characters that steer the output are escaped, those beyond U+FFFF as surrogate pairs.
  @Test func jsonEscapesCharactersOfAllPlanes() throws {
    let text = "\u{1}\u{2028}\u{10FE80}\u{10FEFF}"
    let written = JSON.string(text).description
    #expect(written == #""\u0001\u2028\udbff\ude80\udbff\udeff""#)
    #expect(try JSON(parsing: written) == .string(text))
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\":1,\"a\":2}", "{\"a\" 1}", "nul", "\"a", "\"\\x\"", "1 2", "+1", ".5",
    "\"\\ud800\"", "[\"\n\"]", "1e999",
  ]) func brokenJSONIsAnError(text: String) {
    #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: text) }
  }

  @Test func randomNumbersAreTheSameEverywhere() {
    // The first outputs of SplitMix64 seeded with 1234567, from its authors' reference code.
    var source = SplitMix64(seed: 1_234_567)
    #expect(source.next() == 6_457_827_717_110_365_317)
    #expect(source.next() == 3_203_168_211_198_807_973)
    #expect(Set(source.permutation(of: 50)) == Set(0..<50))
  }
}
