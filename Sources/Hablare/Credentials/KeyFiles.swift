import Basics

/// Keys in files, one key per file, in a folder that only the user can enter.
struct KeyFiles: Sendable {
  /// The name of the folder inside the user's configuration folder.
  static let name = "credentials"

  let folder: String

  func path(of key: String) -> String { "\(folder)/\(key)" }

  /// Returns the key from its file; nil if the file does not exist.
  func read(_ key: String) throws(CredentialError) -> SecureString? {
    let path = path(of: key)
    guard let secret = try SecretFile.read(private: path) else { return nil }
    return try KeyForm.checked(secret, from: .file(path: path))
  }

  /// Writes the key to its file, replacing an earlier key.
  func write(_ value: SecureString, _ key: String) throws(CredentialError) {
    do throws(FileFailure) {
      try value.withBytes { bytes throws(FileFailure) in
        try Files<FileFailure>.write([bytes], to: path(of: key))
      }
    } catch {
      throw .unwritable(path: error.path, reason: error.reason)
    }
  }

  /// Removes the file; returns false if it did not exist.
  func remove(_ key: String) throws(CredentialError) -> Bool {
    do throws(FileFailure) {
      guard try Files<FileFailure>.removed(path(of: key)) else { return false }
      try? Files<FileFailure>.flush(folder: folder)
      return true
    } catch {
      throw .unwritable(path: error.path, reason: error.reason)
    }
  }
}
