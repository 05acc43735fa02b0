import Basics

/// A file inside a document that contains some of its text.
package struct DocumentPart: Sendable {
  /// The path in the document.
  package let name: String
  /// The SHA-256 of the file's bytes.
  package let digest: SHA256Digest

  init(name: String, bytes: [UInt8]) { (self.name, digest) = (name, SHA256.hash(bytes)) }
}
