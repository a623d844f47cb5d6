import Platform

extension WeightFile {
  /// Reads the plain file at `path`; a pipe, which might send nothing, is refused.
  public convenience init(path: String) throws(Problem) {
    let contents: [UInt8]?
    do throws(SystemError) {
      contents = try FileSystem.plainContents(of: path, limit: WeightFile.sizeLimit)
    } catch {
      throw .unreadable("\(error)")
    }
    guard let bytes = contents else { throw .unreadable("it is no file") }
    try self.init(reading: bytes)
  }
}
