import Basics
import CommandLineKit
import LabKit
import Platform

/// The progress of a training: the next window (a group of blocks of the example file), and the
/// losses of the epoch so far.
struct MixProgress: Equatable {
  var epoch = 0
  var window = 0
  var losses = MixLosses()
}

/// The file with the state of an interrupted training.
///
/// It has the name of the format and the CRC-32 of the bytes that follow. These are the training's
/// fingerprint; epoch, window and steps; the losses' sums and counts; the parameters; the means of
/// Adam. Numbers have the low byte first.
struct MixCheckpoint {
  let path: String
  /// The fingerprint of the training (`MixTrainer`). A state with another fingerprint is refused.
  let training: UInt32

  private static let format = Array("wuliu-training 1".utf8)
  private static let crc = CRC32()

  /// Replaces the file atomically. If the program is killed, the old or the new state is complete.
  func save(_ progress: MixProgress, _ model: MixModel, _ adam: Adam) throws(CommandError) {
    var body: [UInt8] = []
    for number in [Int(training), progress.epoch, progress.window, adam.stepCount] {
      body.append(number: UInt64(number))
    }
    for mean in progress.losses.means {
      body.append(number: mean.sum.bitPattern)
      body.append(number: UInt64(mean.count))
    }
    for numbers in [model.parameters, adam.mean, adam.square] {
      for index in 0..<model.count { body.append(number: numbers[index].bitPattern) }
    }
    var bytes = MixCheckpoint.format
    bytes.append(number: MixCheckpoint.crc.checksum(of: body))
    do throws(SystemError) {
      guard try FileSystem.replaceFile(bytes + body, at: path) else { throw .invalid }
    } catch { throw CommandError("\(path): \(error)") }
  }

  /// Sets the model and the state of Adam to those of the file.
  ///
  /// - Returns: the progress; `nil` if there is no file.
  func load(_ model: MixModel, _ adam: Adam) throws(CommandError) -> MixProgress? {
    guard FileSystem.exists(path) else { return nil }
    let damaged = CommandError("\(path): no state of a training, or a damaged one")
    let limit = MixCheckpoint.format.count + 256 + 12 * model.count
    guard let bytes = (try? FileSystem.plainContents(of: path, limit: limit)) ?? nil,
      bytes.starts(with: MixCheckpoint.format)
    else { throw damaged }
    var rest = bytes.dropFirst(MixCheckpoint.format.count)
    guard let checksum = rest.takeNumber(UInt32.self),
      checksum == MixCheckpoint.crc.checksum(of: rest)
    else { throw damaged }
    func next() throws(CommandError) -> Int {
      guard let number = rest.takeNumber(Int.self) else { throw damaged }
      return number
    }
    guard try next() == Int(training) else {
      throw CommandError("\(path): the state of another training")
    }
    var progress = MixProgress(epoch: try next(), window: try next())
    adam.stepCount = try next()
    var means: [RunningMean] = []
    for _ in progress.losses.means {
      let sum = Double(bitPattern: UInt64(bitPattern: Int64(try next())))
      means.append(RunningMean(sum: sum, count: try next()))
    }
    progress.losses = MixLosses(valueLoss: means[0], policyLoss: means[1], topMoves: means[2])
    guard rest.count == 12 * model.count else { throw damaged }
    for numbers in [model.parameters, adam.mean, adam.square] {
      for index in 0..<model.count {
        numbers[index] = Float(bitPattern: rest.takeNumber() ?? 0)
      }
    }
    return progress
  }
}
