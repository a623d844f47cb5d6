import TestSupport
import Testing

extension EndToEnd {
  /// GTP through real pipes.
  @Suite(.serialized) struct GTPTests {
    /// The lines of the next answer, up to the empty line behind it.
    private func answer(of engine: BuiltEngine) throws -> [String] {
      var lines: [String] = []
      while true {
        let line = try engine.line()
        if line.isEmpty { return lines }
        lines.append(line)
      }
    }

    @Test func aGameIsPlayedAndAnalysed() throws {
      let engine = try BuiltEngine(["--gtp"])
      engine.sendBytes(Array("1 boardsize 9\r\nkomi 0\r2 wuliu-info max_node 2000\n\n".utf8))
      #expect(try answer(of: engine) == ["=1"])
      #expect(try answer(of: engine) == ["="])
      #expect(try answer(of: engine) == ["=2"])
      engine.send("play b E5\n\u{1B}fo\u{7}o\n3 genmove w\n4 final_score")
      #expect(try answer(of: engine) == ["="])
      #expect(try answer(of: engine) == ["? unknown command"])
      #expect(try answer(of: engine)[0].hasPrefix("=3 "))
      #expect(try answer(of: engine) == ["?4 the game is not over"])
    }

    @Test func anAnalysisGoesOnUntilTheNextLine() throws {
      let engine = try BuiltEngine(["--gtp"])
      engine.send("play b H8\nplay w J9")
      for _ in 0..<2 { #expect(try answer(of: engine) == ["="]) }
      engine.send("kata-analyze b 10 maxmoves 2")
      #expect(try engine.line() == "=")
      for _ in 0..<3 { #expect(try engine.line().hasPrefix("info move ")) }
      engine.send("9 name")
      #expect(try engine.line { !$0.hasPrefix("info move ") }.isEmpty)
      #expect(try answer(of: engine) == ["=9 Wuliu"])
      engine.send("lz-analyze")
      #expect(try engine.line() == "=")
      engine.closeInput()
      #expect(try engine.rest().last == "")
      #expect(try engine.exit() == .status(0))
    }

    @Test func theEndOfInputWaitsForTheAnswers() throws {
      let engine = try BuiltEngine(["--gtp"])
      engine.send("wuliu-info max_node 500\ngenmove b\ngenmove w\nundo\nquit")
      engine.closeInput()
      let lines = try engine.rest()
      #expect(lines.count == 10 && lines.filter { $0.hasPrefix("=") }.count == 5)
      #expect(try engine.exit() == .status(0))
    }
  }
}
