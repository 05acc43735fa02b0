import Foundation
import Hablare
import TestSupport

/// A credential store with its own folder.
struct CredentialBench {
  static let key = "elevenlabs-api-key"

  let folder: TemporaryFolder
  let store: CredentialStore

  init(
    _ environment: [String: String] = [:], keyring: (any SecretService)? = nil,
    variables: CredentialVariables = ["elevenlabs": ["ELEVENLABS_API_KEY"]]
  ) throws {
    folder = try TemporaryFolder()
    store = CredentialStore(
      environment: environment, folder: folder.path, secretService: keyring, variables: variables)
  }

  /// The path of the key's file.
  var path: String { folder.path(of: "credentials/\(Self.key)") }

  /// Writes a file with these permissions at the path of the key's file.
  func write(_ text: String, mode: mode_t = 0o600) throws {
    try makeFolder()
    try folder.write(text, as: "credentials/\(Self.key)")
    chmod(path, mode)
  }

  func makeFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "credentials"), withIntermediateDirectories: true)
  }

  /// Returns the key and its source, as the store reads them.
  func read() async throws -> String? {
    guard let source = try await store.source(of: Self.key) else { return nil }
    let key = try await store.get(key: Self.key)
    return "\(key?.text ?? "-") from \(source)".replacing(folder.path, with: "FOLDER")
  }

  /// Returns the mode of a path, without its type.
  static func mode(of path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }
}
