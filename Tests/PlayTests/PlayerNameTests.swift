import Gomocup
import Testing

@testable import Play

struct PlayerNameTests {
  @Test(arguments: [
    "a", "Anna", "小明", "Владимир", "Nguyễn Thị Ánh", "Zoë", "Ｗｉｄｅ", "🙂", "नमस्ते",
    "一二三四五六七八九十一二三四五六七八九十一二三四",
  ])
  func namesOfPeopleAreTaken(name: String) {
    #expect(PlayerName(name)?.text == name)
    #expect(PlayerName(cleaning: name)?.text == name)
  }

  @Test(arguments: [
    "", " ", "a\u{0}", "a\u{1B}[2J", "a\u{202E}b", "a\u{200B}b", "a\u{200D}b", "\u{FEFF}a",
    "a\u{E000}",
    "\u{300}", String(repeating: "a", count: 25), "a" + String(repeating: "\u{301}", count: 5),
    String(repeating: "a\u{301}\u{302}\u{303}\u{304}", count: 24),
    "a" + String(repeating: "\u{489}", count: 1500), "a\u{E0041}",
    "\u{3164}", "\u{FFA0}", "a\u{115F}", "\u{2800}", "\u{2800}\u{2800}",
    "a\u{34F}", "a\u{E0100}",
  ])
  func namesThatDisturbAreNot(name: String) throws {
    #expect(PlayerName(name) == nil)
    // Earlier versions have written names with these marks into files.
    let isSaved = ["a\u{34F}", "a\u{E0100}"].contains(name)
    #expect((GameAction("name 1 \(name)", in: Sample.gomoku) != nil) == isSaved)
    // A file of an earlier version is read all the same, with what can be shown.
    if let clean = PlayerName(cleaning: name) {
      #expect(PlayerName(clean.text)?.text == clean.text)
    }
    var settings = Sample.settings(Sample.gomoku)
    settings.seats[0].name = name
    let read = try PlaySettings(settings.json)
    #expect(PlayerName(read.seats[0].name) != nil)
  }

  @Test func aNameThatLooksLikeAnotherIsFound() throws {
    let name = try #require(PlayerName("ANNA\u{FE0F}"))
    #expect(name.resembles("Anna") && !name.resembles("Hanna"))
    let long = try #require(PlayerName("Annabellannabellannabell"))
    #expect(long.second.text == "Annabellannabellannabe 2")
  }

  @Test func aTextFromOutsideIsOneShortVisibleLine() {
    let marks = String(repeating: "\u{301}", count: 1500)
    #expect("Q\(marks)\t\tt\u{200B}\u{E000}\u{1B}[m\u{202E}".cleaned(longest: 20) == "Q\u{301} t[m")
    #expect(String(repeating: "w", count: 4000).cleaned(longest: 20).count == 20)
  }
}
