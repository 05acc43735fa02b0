import Foundation

/// A folder of a test's own, removed with everything in it when the test is done with it.
package final class TemporaryFolder: Sendable {
  /// The folder's path.
  package let path: String

  /// Makes an empty folder.
  package init() throws {
    path = NSTemporaryDirectory() + "guion2audio-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in the folder.
  package func path(of name: String) -> String { path + "/" + name }

  /// Writes a file and gives its path.
  @discardableResult
  package func write(_ text: String, as name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path(of: name)))
    return path(of: name)
  }

  /// The names in the folder, sorted, dot names included.
  package func names(in subfolder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + subfolder).sorted()
  }
}
