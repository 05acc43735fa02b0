import Basics

/// A file that has come whole and has no name yet.
package struct FetchedFile: Sendable {
  /// Where the file is to be.
  package let path: String
  /// The size.
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

  /// Gives the file its name, in place of what had it.
  package func place() throws(DownloadError) { try partial.finish(as: path) }
}
