/// A published file: where it is, and how it is known.
package struct RemoteFile: Sendable, Hashable {
  /// The address.
  package var address: String
  /// The size in bytes.
  package var bytes: Int
  /// The digest.
  package var digest: FileDigest

  /// Makes the description of a file.
  package init(address: String, bytes: Int, digest: FileDigest) {
    (self.address, self.bytes, self.digest) = (address, bytes, digest)
  }
}
