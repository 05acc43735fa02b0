import Foundation
import Hablare
import TestSupport
import Testing

@Suite struct CredentialWritingTests {
  private struct Refused: Error {}

  private let key = CredentialBench.key

  @Test func aKeyIsWrittenOnlyToTheKeyring() async throws {
    let keyring = MemorySecretService([key: "old"])
    let bench = try CredentialBench(keyring: keyring)
    try bench.write("older")
    #expect(try await bench.read() == "old from the keyring")
    let place = try await bench.store.save(key: key, value: SecureString(" new\n"))
    #expect(place == .secretService)
    #expect(keyring.texts == [key: "new"])
    #expect(try bench.folder.names(in: "credentials").isEmpty)
    #expect(try await bench.read() == "new from the keyring")
  }

  @Test func withoutAKeyringAKeyIsWrittenToAPrivateFile() async throws {
    let unavailable = SecretServiceError.unavailable("no bus")
    let bench = try CredentialBench(keyring: MemorySecretService(failing: unavailable))
    let place = try await bench.store.save(key: key, value: SecureString("new"))
    #expect(place == .file(path: bench.path))
    #expect(try String(contentsOfFile: bench.path, encoding: .utf8) == "new")
    #expect(CredentialBench.mode(of: bench.path) == 0o600)
    #expect(CredentialBench.mode(of: bench.folder.path(of: "credentials")) == 0o700)
    #expect(try bench.folder.names(in: "credentials") == [key])
    #expect(try await bench.read() == "new from FOLDER/credentials/\(key)")
    #expect(await bench.store.takeNotices() == [.keyringUnavailable(unavailable)])
  }

  @Test func anExposedFileIsReplacedByAPrivateOne() async throws {
    let bench = try CredentialBench()
    try bench.write("old", mode: 0o666)
    try await bench.store.save(key: key, value: SecureString("new"))
    #expect(CredentialBench.mode(of: bench.path) == 0o600)
    #expect(try await bench.read() == "new from FOLDER/credentials/\(key)")
  }

  @Test func aLinkIsReplacedAndItsTargetStays() async throws {
    let bench = try CredentialBench()
    try bench.makeFolder()
    let other = try bench.folder.write("other", as: "other")
    symlink(other, bench.path)
    try await bench.store.save(key: key, value: SecureString("new"))
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "other")
    #expect(try await bench.read() == "new from FOLDER/credentials/\(key)")
  }

  @Test func aRefusedKeyChangesNothing() async throws {
    let keyring = MemorySecretService([key: "old"])
    let bench = try CredentialBench(keyring: keyring)
    await #expect(throws: Refused.self) {
      try await bench.store.save(key: key, value: SecureString("new\n")) { candidate in
        #expect(candidate.text == "new")
        throw Refused()
      }
    }
    #expect(keyring.texts == [key: "old"])
    #expect(try await bench.read() == "old from the keyring")
  }

  @Test func anOldKeyInALockedKeyringIsNotHiddenByAFile() async throws {
    let bench = try CredentialBench(keyring: MemorySecretService(failing: .locked))
    await #expect(throws: CredentialError.keyringLocked) {
      try await bench.store.save(key: key, value: SecureString("new"))
    }
    #expect(access(bench.path, F_OK) != 0)
  }

  @Test func anOldKeyInAReadOnlyKeyringIsNotHiddenByAFile() async throws {
    let keyring = MemorySecretService([key: "old"], failingToStore: .unavailable("read only"))
    let bench = try CredentialBench(keyring: keyring)
    await #expect(throws: CredentialError.self) {
      try await bench.store.save(key: key, value: SecureString("new"))
    }
    #expect(access(bench.path, F_OK) != 0)
  }

  @Test func aNoticeSaysThatTheEnvironmentHasPriority() async throws {
    let bench = try CredentialBench(["ELEVENLABS_API_KEY": "e"], keyring: MemorySecretService())
    let notice = CredentialNotice.environmentSupplies(key: key, variable: "ELEVENLABS_API_KEY")
    try await bench.store.save(key: key, value: SecureString("new"))
    #expect(await bench.store.takeNotices() == [notice])
    #expect(try await bench.read()?.hasPrefix("e from") == true)
    #expect(try await bench.store.delete(key: key) == [.secretService])
    #expect(await bench.store.takeNotices() == [notice])
  }

  @Test func deletingRemovesAKeyEverywhere() async throws {
    let keyring = MemorySecretService([key: "k", "openai-api-key": "o"])
    let bench = try CredentialBench(keyring: keyring)
    try bench.write("f", mode: 0o644)
    #expect(try await bench.read() == "k from the keyring")
    #expect(try await bench.store.delete(key: key) == [.secretService, .file(path: bench.path)])
    #expect(keyring.texts == ["openai-api-key": "o"])
    #expect(try await bench.read() == nil)
    #expect(try await bench.store.delete(key: key) == [])
  }

  @Test func deletingFromALockedKeyringFailsAfterDeletingTheFile() async throws {
    let bench = try CredentialBench(keyring: MemorySecretService(failing: .locked))
    try bench.write("f")
    await #expect(throws: CredentialError.keyringLocked) {
      try await bench.store.delete(key: key)
    }
    #expect(access(bench.path, F_OK) != 0)
  }

  @Test func anUnwritableFolderIsReported() async throws {
    let bench = try CredentialBench()
    let folder = try bench.folder.write("", as: "credentials")
    await #expect(
      throws: CredentialError.unwritable(path: folder, reason: "Not a directory")
    ) { try await bench.store.save(key: key, value: SecureString("new")) }
  }

  @Test func manyStoresSaveAtTheSameTime() async throws {
    let folder = try TemporaryFolder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let store = CredentialStore(
            environment: [:], folder: folder.path, secretService: nil, variables: [:])
          try await store.save(
            key: CredentialBench.key, value: SecureString("\(number)".padded))
        }
      }
      try await group.waitForAll()
    }
    let path = folder.path(of: "credentials/\(key)")
    #expect(try String(contentsOfFile: path, encoding: .utf8).count == 100)
    #expect(try folder.names(in: "credentials") == [key])
  }
}

extension String {
  /// A key of a hundred characters, which shows whether a file is complete.
  fileprivate var padded: String { self + String(repeating: "k", count: 100 - count) }
}
