import Basics
import Foundation
import Gomoku
import GomokuRules
import SearchKit
import TestSupport
import Testing

extension EndToEnd {
  /// Input of every kind through real pipes.
  @Suite(.serialized) struct InputTests {
    @Test func hugeLinesAreSkippedInFlatMemory() throws {
      let engine = try BuiltEngine()
      #expect(try engine.ask("START 15") == "OK")
      // It makes ready for its first search first.
      try engine.waitUntilIdle()
      let before = try engine.memory().now
      let megabyte = [UInt8](repeating: UInt8(ascii: "7"), count: 1 << 20)
      for _ in 0..<12 { engine.sendBytes(megabyte) }
      #expect(try engine.ask("") == "ERROR line longer than 65536 bytes")
      #expect(try engine.memory().now - before < (BuiltEngine.isSanitized ? 20_000 : 1_024))
      #expect(try engine.ask("ABOUT").hasPrefix("name=\"Wuliu\""))
    }

    @Test func lineEndsOfAllKindsMayBeMixed() throws {
      let engine = try BuiltEngine()
      engine.sendBytes(
        Array("START 15\r\nINFO timeout_turn 0\nBOARD\n7,7,2\n8,8,1\r9,9,2\r\nDONE\r\n".utf8))
      #expect(try engine.answer() == "OK")
      #expect(Point(try engine.answer()) != nil)
      engine.sendBytes([0, 0xFF, 0xC0, 13, 10])
      #expect(try engine.answer().hasPrefix("UNKNOWN"))
      engine.sendBytes(Array("TAKEBACK\u{0}7,7\n".utf8))
      #expect(try engine.answer() == "OK")
    }

    @Test func tenThousandCommandsInOneGoAreAllAnswered() throws {
      let engine = try BuiltEngine()
      let rounds = BuiltEngine.isSanitized ? 100 : 1_000
      Thread.detachNewThread {
        engine.send("START 15\nINFO max_memory 33554432\nINFO timeout_turn 0")
        for number in 0..<rounds {
          engine.send("BOARD\n7,7,2\n\(number % 7),0,1\n8,8,2\nDONE\nTAKEBACK 7,7\nABOUT\nFOO")
          engine.send("TAKEBACK 7,7\nPLAY 7,7\nYXSHOWFORBID\nPERFT 1\nSHOW 1\nEVAL")
        }
      }
      #expect(try engine.answer() == "OK")
      for _ in 0..<rounds {
        #expect(Point(try engine.answer()) != nil)
        #expect(try engine.answer() == "OK")
        #expect(try engine.answer().hasPrefix("name="))
        #expect(try engine.answer() == "UNKNOWN command \"FOO\"")
        #expect(try engine.answer() == "ERROR no stone on h8")
        #expect(try engine.answer() == "7,7")
        #expect(try engine.answer() == "FORBID .")
        #expect(try engine.answer().hasPrefix("PERFT 1 "))
        #expect(try engine.answer() == "ERROR SHOW needs no argument, not \"1\"")
        #expect(try engine.answer().hasPrefix("EVAL "))
      }
      engine.send("END")
      #expect(try engine.rest() == [])
    }

    @Test func aTurnSentWithTheMoveInFlightIsNeverDropped() throws {
      let engine = try BuiltEngine()
      engine.send("INFO timeout_turn 0\nSTART 15")
      #expect(try engine.answer() == "OK")
      for _ in 0..<200 {
        engine.send("BOARD 7,7,2 DONE\nYXSTOP\nINFO timeout_turn 0\nABOUT")
        #expect(Point(try engine.answer()) != nil)
        #expect(try engine.answer().hasPrefix("name="))
      }
    }

    /// Random lines, and good ones with random damage, never stop the engine or put it out of step.
    @Test func fuzzedLinesLeaveTheEngineInStep() throws {
      let engine = try BuiltEngine()
      var random = SplitMix64(seed: 2026)
      let rounds = BuiltEngine.isSanitized ? 5 : 50
      // Words that start long work are left to other tests.
      let words = [
        "START", "START liuzhou", "c3", "xb2", "pass", "position", "RECTSTART", "BEGIN", "TURN",
        "BOARD", "DONE", "INFO", "rule", "timeout_turn", "0",
        "TAKEBACK", "YXBOARD", "7,7", "3,4,1", "8,8,2", "RESTART", "PLAY", "POSITION", "moves",
        "h8",
        "SWAP2BOARD", "YXNBEST", "15", "SHOW", "MOVES", "SEARCH", "nodes", "STOP", "ABOUT", "-1",
        "YXBLOCK", "YXSHOWFORBID", "max_memory", "99999999999", "depth", "EVAL", "show_detail", "3",
        "YXHASHDUMP", "/tmp/x", "YXQUERYDATABASEALL", "black", "white", "to", "black", "\u{0}", "五",
      ]
      // What it holds after each ten rounds, with nothing left to do.
      var sizes: [Int] = []
      for round in 0..<rounds {
        var bytes: [UInt8] = []
        for _ in 0..<1_000 {
          if Int.random(in: 0..<20, using: &random) == 0 {
            let length = Int.random(in: 0..<40, using: &random)
            bytes += (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
          } else {
            let count = Int.random(in: 1...4, using: &random)
            let line = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
            bytes += Array(line.joined(separator: " ").utf8)
          }
          bytes.append(UInt8(ascii: "\n"))
          // Searches may be long; none is waited for.
          if Int.random(in: 0..<10, using: &random) == 0 {
            bytes += Array("INFO timeout_turn 0\n".utf8)
          }
        }
        engine.sendBytes(bytes)
        engine.send("INFO rule 0\nINFO show_detail 0\nINFO max_memory 40000000\nSTART 15")
        engine.send("SHOW round \(round)\nYXSTOP\nABOUT")
        let wanted = "not \"round \(round)\""
        _ = try engine.line { $0.contains(wanted) }
        #expect(try engine.line { !$0.isEmpty }.hasPrefix("name="))
        if round % 10 == 9 {
          try engine.waitUntilIdle()
          sizes.append(try engine.memory().now)
        }
      }
      engine.send("END")
      #expect(try engine.exit() == .status(0))
      // A hundred bytes kept of each line would be as much.
      if !BuiltEngine.isSanitized, let first = sizes.first, let last = sizes.last {
        #expect(last - first <= 4_096, "\(sizes)")
      }
    }
  }
}
