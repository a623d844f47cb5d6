import CommandLineKit
import Gomoku
import GomokuRules
import LabKit

/// The commands of `gomoku-lab`, which train and test the engine's weights and prove theorems.
public struct Laboratory {
  let options: Options

  /// The lengths of the sides of boards on which random openings have room.
  static let sides = 7...BoardSize.sides.upperBound

  public static let program = LabProgram(
    "gomoku-lab", summary: "how the engine's learned weights are made, and theorems proved",
    gameCommands + trainingCommands + matchCommands + proofCommands
      + [compareCommand, winsCommand, winPathCommand])

  /// Returns an engine with the weights and search parameters that options name.
  ///
  /// Those that no option names are the program's own.
  ///
  /// - Parameters:
  ///   - file: the option for a file with weights or a network.
  ///   - margins: the option for search parameters.
  ///   - variant: the variant that the weights have to be for; `nil` for any variant.
  func engine(
    _ file: Substring, margins: Substring = "", of variant: Variant? = nil
  ) throws -> EngineParameters {
    let margins = try SearchParameters(text: options.text(margins) ?? "")
    let engine = try options.weights(file) { file in
      let isMix = MixNetwork.isName(file.shape.name)
      let engine = EngineParameters(
        weights: isMix ? nil : try Weights(file), mix: isMix ? try MixNetwork(file) : nil,
        search: margins)
      let known = engine.mix?.variant ?? engine.weights?.variant
      if let variant, let known, known != variant {
        throw CommandError("weights of \(known), not of \(variant)")
      }
      return engine
    }
    return engine ?? EngineParameters(search: margins)
  }

  var variant: Variant {
    get throws {
      let name = options.text("variant") ?? "freestyle"
      guard let variant = Variant(rawValue: name) else {
        throw CommandError("no variant '\(name)'")
      }
      return variant
    }
  }

  var size: BoardSize {
    get throws {
      let side = options.number("size", or: 15)
      guard let size = BoardSize(side: side) else {
        throw CommandError("no board of size \(side)")
      }
      return size
    }
  }
}
