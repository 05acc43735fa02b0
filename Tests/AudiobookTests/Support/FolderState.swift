import Foundation
import Testing
import TestSupport

/// The contents of a folder, to compare two points in time.
enum FolderState {
  /// Returns the file names that a user sees, sorted: everything but the program's own records, with the
  /// files in subfolders.
  static func names(_ path: String) throws -> [String] {
    try all(path).filter { $0 != ".guion2audio" }.flatMap { name in
      var isFolder: ObjCBool = false
      let inside = "\(path)/\(name)"
      _ = FileManager.default.fileExists(atPath: inside, isDirectory: &isFolder)
      return isFolder.boolValue ? try all(inside).map { "\(name)/\($0)" } : [name]
    }
  }

  /// Returns every name, including names that begin with a dot.
  static func all(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Returns the bytes of every file that a user sees, by name.
  static func contents(_ path: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try names(path) {
      contents[name] = try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
    }
    return contents
  }

  /// Returns modification time in nanoseconds and inode of a file.
  ///
  /// They change when the file is written again.
  static func stamp(_ path: String) throws -> String {
    let result = try Program.run("stat", ["-c", "%.9Y %i", path])
    try #require(result.status == 0, "\(result.errors)")
    return result.output
  }
}

extension TemporaryFolder {
  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(of: name))), as: UTF8.self)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(of: name))
  }
}
