import Platform

extension WeightFile {
  /// Reads the file at `path`.
  public convenience init(path: String) throws(Problem) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.contents(of: path, limit: WeightFile.sizeLimit)
    } catch {
      throw .unreadable("\(error)")
    }
    try self.init(reading: bytes)
  }
}
