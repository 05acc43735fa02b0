import Foundation
import Guion

/// A cast file that a command changes.
enum CastFile {
  /// The bytes of a file.
  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    do throws(SourceFileError) {
      return try SourceFile.bytes(of: path)
    } catch {
      throw CommandFailure(.noInput, error.description)
    }
  }

  /// What a change makes of a file; one that is no cast file is told with its place.
  static func changed<Result>(
    _ path: String, _ change: ([UInt8]) throws(Diagnostic) -> Result
  ) throws(CommandFailure) -> Result {
    let bytes = try read(path)
    do throws(Diagnostic) {
      return try change(bytes)
    } catch {
      throw CommandFailure(.badInput, "\(error.inFile(path))")
    }
  }

  /// Writes a file as a whole, or leaves it as it was.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw CommandFailure(.cannotWrite, "cannot write \(path): \(error.localizedDescription)")
    }
  }
}
