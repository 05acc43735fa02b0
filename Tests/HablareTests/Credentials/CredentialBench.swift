import Foundation
import Hablare
import TestSupport

/// A store with a folder of its own.
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

  /// Where the key's file is.
  var path: String { folder.path(of: "credentials/\(Self.key)") }

  /// Puts a file with these permissions in the place of the key's.
  func write(_ text: String, mode: mode_t = 0o600) throws {
    try makeFolder()
    try folder.write(text, as: "credentials/\(Self.key)")
    chmod(path, mode)
  }

  func makeFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "credentials"), withIntermediateDirectories: true)
  }

  /// What the store gives: the key and its source.
  func read() async throws -> String? {
    guard let source = try await store.source(of: Self.key) else { return nil }
    let key = try await store.get(key: Self.key)
    return "\(key?.text ?? "-") from \(source)".replacing(folder.path, with: "FOLDER")
  }

  /// The mode of a path, its type left out.
  static func mode(of path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }
}
