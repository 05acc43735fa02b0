import Basics

/// Keys in files, one each, in a folder that only the user can enter.
struct KeyFiles: Sendable {
  /// The name of the folder, in that of the user's configuration.
  static let name = "credentials"

  let folder: String

  func path(of key: String) -> String { "\(folder)/\(key)" }

  /// The key in its file; nil where there is no file.
  func read(_ key: String) throws(CredentialError) -> SecureString? {
    let path = path(of: key)
    guard let secret = try SecretFile.read(private: path) else { return nil }
    return try KeyForm.checked(secret, from: .file(path: path))
  }

  /// Puts the key into its file, in place of a former one.
  func write(_ value: SecureString, _ key: String) throws(CredentialError) {
    do throws(FileFailure) {
      try value.withBytes { bytes throws(FileFailure) in
        try Files<FileFailure>.write([bytes], to: path(of: key))
      }
    } catch {
      throw .unwritable(path: error.path, reason: error.reason)
    }
  }

  /// Removes the file; false where there was none.
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
