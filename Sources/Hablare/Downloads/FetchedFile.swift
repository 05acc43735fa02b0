import Basics

/// A downloaded or copied file that does not have its final name yet.
package struct FetchedFile: Sendable {
  /// The final path of the file.
  package let path: String
  /// The size in bytes.
  package let bytes: Int
  /// The SHA-256 in hexadecimal digits.
  package let sha256: String
  /// The address or path that the file came from.
  package let source: String
  private let partial: PartialFile

  init(_ partial: PartialFile, path: String, source: String) throws(DownloadError) {
    (self.path, self.source, self.partial) = (path, source, partial)
    (bytes, sha256) = (partial.expected, try partial.sha256())
  }

  /// Gives the file its final name, replacing any existing file.
  package func place() throws(DownloadError) { try partial.finish(as: path) }
}
