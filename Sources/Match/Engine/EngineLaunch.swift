import Platform

/// The start of engine processes.
package enum EngineLaunch {
  package struct Failure: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// Starts the engine's program with this program's environment and the engine's own variables.
  ///
  /// - Parameters:
  ///   - addressSpace: the limit of address space in bytes; `nil` for no limit.
  ///   - inGroup: true if the engine gets a control group of its own, on systems that allow it.
  static func start(
    _ engine: EngineConfig, addressSpace: Int? = nil, inGroup: Bool = true
  ) throws(Failure) -> ChildProcess {
    guard let executable = FileSystem.executable(engine.command) else {
      throw Failure(description: "\(engine.command): no executable")
    }
    let environment = CurrentProcess.environment.merging(engine.environment) { _, own in own }
    do throws(SystemError) {
      return try ChildProcess(
        executable, engine.arguments, environment: environment, folder: engine.folder,
        addressSpace: addressSpace, inGroup: inGroup)
    } catch {
      throw Failure(description: "\(executable): \(error)")
    }
  }
}
