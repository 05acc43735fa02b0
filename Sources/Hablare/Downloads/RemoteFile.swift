/// A published file with its address, size and digest.
package struct RemoteFile: Sendable, Hashable {
  /// The address.
  package var address: String
  /// The size in bytes.
  package var bytes: Int
  /// The digest.
  package var digest: FileDigest

  /// Creates the description of a file.
  package init(address: String, bytes: Int, digest: FileDigest) {
    (self.address, self.bytes, self.digest) = (address, bytes, digest)
  }
}
