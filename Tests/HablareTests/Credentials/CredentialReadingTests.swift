import Foundation
import Hablare
import TestSupport
import Testing

@Suite struct CredentialReadingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var what: String
    var environment: [String: String] = [:]
    var keyring: [String: String] = [:]
    var file: String?
    var expected: String?

    var testDescription: String { what }
  }

  static let file = "FOLDER/credentials/elevenlabs-api-key"
  static let variable = "the environment variable ELEVENLABS_API_KEY"
  static let rows: [Row] = [
    Row(what: "nothing"),
    Row(what: "file", file: "f", expected: "f from \(file)"),
    Row(what: "file with line end", file: "f\r\n", expected: "f from \(file)"),
    Row(
      what: "keyring before file", keyring: [CredentialBench.key: "k"], file: "f",
      expected: "k from the keyring"),
    Row(what: "another key in the keyring", keyring: ["openai-api-key": "k"]),
    Row(
      what: "environment first", environment: ["ELEVENLABS_API_KEY": "e"],
      keyring: [CredentialBench.key: "k"], file: "f", expected: "e from \(variable)"),
    Row(
      what: "line end of a variable", environment: ["ELEVENLABS_API_KEY": "e\n"],
      expected: "e from \(variable)"),
    Row(
      what: "empty variable", environment: ["ELEVENLABS_API_KEY": ""], file: "f",
      expected: "f from \(file)"),
    Row(
      what: "blank variable", environment: ["ELEVENLABS_API_KEY": " \n"], file: "f",
      expected: "f from \(file)"),
    Row(
      what: "another provider's variable", environment: ["OPENAI_API_KEY": "o"], file: "f",
      expected: "f from \(file)"),
  ]

  @Test(arguments: rows) func order(_ row: Row) async throws {
    let bench = try CredentialBench(row.environment, keyring: MemorySecretService(row.keyring))
    if let file = row.file { try bench.write(file) }
    #expect(try await bench.read() == row.expected)
    #expect(try await bench.store.has(key: CredentialBench.key) == (row.expected != nil))
    #expect(await bench.store.takeNotices().isEmpty)
  }

  @Test func aVariableCanNameAFile() async throws {
    let mounted = try TemporaryFolder()
    let path = try mounted.write("m\n", as: "secret")
    chmod(path, 0o444)
    symlink(path, mounted.path(of: "link"))
    let link = mounted.path(of: "link")
    let bench = try CredentialBench(["ELEVENLABS_API_KEY_FILE": link])
    #expect(
      try await bench.read() == "m from the environment variable ELEVENLABS_API_KEY_FILE")
    let both = try CredentialBench([
      "ELEVENLABS_API_KEY_FILE": link, "ELEVENLABS_API_KEY": "e",
    ])
    #expect(try await both.read() == "e from \(Self.variable)")
    let missing = try CredentialBench(["ELEVENLABS_API_KEY_FILE": "/nowhere/key"])
    try missing.write("f")
    await #expect(
      throws: CredentialError.unreadable(path: "/nowhere/key", reason: "No such file or directory")
    ) { try await missing.read() }
  }

  @Test(arguments: [0o604, 0o640, 0o644, 0o660, 0o601, 0o777] as [mode_t])
  func aFileThatOthersCanReadIsRefused(_ mode: mode_t) async throws {
    let bench = try CredentialBench()
    try bench.write("sk_hidden", mode: mode)
    let error = await #expect(throws: CredentialError.self) { try await bench.read() }
    #expect(error == .exposed(path: bench.path, mode: mode))
    #expect(error?.description.contains("set its permissions to 600") == true)
    let shell = ProviderAdvice { occasion in
      occasion == .readableKeyFile(path: bench.path) ? "run chmod" : ""
    }
    #expect(error?.description(advice: shell).hasSuffix("is not used; run chmod") == true)
    #expect(error?.description.contains("sk_hidden") == false)
    // Following the message is enough.
    chmod(bench.path, 0o600)
    #expect(try await bench.read() == "sk_hidden from \(Self.file)")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func aFileOfAnotherUserIsRefused() async throws {
    let bench = try CredentialBench()
    try bench.write("f")
    chown(bench.path, 65534, 65534)
    await #expect(throws: CredentialError.foreign(path: bench.path, owner: 65534)) {
      try await bench.read()
    }
  }

  @Test func onlyRegularFilesAreRead() async throws {
    let bench = try CredentialBench()
    try bench.makeFolder()
    let elsewhere = try bench.folder.write("f", as: "elsewhere")
    chmod(elsewhere, 0o600)
    let makers: [(String) -> Int32] = [
      { symlink(elsewhere, $0) }, { mkfifo($0, 0o600) }, { mkdir($0, 0o700) },
    ]
    for make in makers {
      #expect(make(bench.path) == 0)
      await #expect(throws: CredentialError.notAFile(path: bench.path)) { try await bench.read() }
      remove(bench.path)
    }
  }

  static let malformed: [(String, String)] = [
    ("a b", "it contains a space or a tab"),
    ("a\nX-Header: b", "it has more than one line"), ("a\r\nb", "it has more than one line"),
    ("\u{FEFF}a", "it begins with a byte order mark; save it as plain text without one"),
    ("schlüssel", "it contains a non-ASCII character"),
    ("a\u{0}b", "it contains a control character"),
    ("", "it is empty"), (" \n", "it is empty"),
    (
      String(repeating: "k", count: 4097),
      "the key is larger than 4 KiB; enter only the key"
    ),
  ]

  @Test(arguments: malformed)
  func anImpossibleKeyIsNotUsed(_ text: String, _ reason: String) async throws {
    let bench = try CredentialBench()
    try bench.write(text)
    await #expect(
      throws: CredentialError.invalidKey(source: .file(path: bench.path), reason: reason)
    ) { try await bench.read() }
    let named = try CredentialBench(["ELEVENLABS_API_KEY_FILE": bench.path])
    let variable = CredentialSource.environment(variable: "ELEVENLABS_API_KEY_FILE")
    await #expect(throws: CredentialError.invalidKey(source: variable, reason: reason)) {
      try await named.read()
    }
    await #expect(throws: CredentialError.invalidKey(source: nil, reason: reason)) {
      try await bench.store.save(key: CredentialBench.key, value: SecureString(text))
    }
  }

  @Test func anEndlessFileIsNotReadToItsEnd() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("k", as: "key")
    truncate(path, 1 << 40)
    let bench = try CredentialBench(["ELEVENLABS_API_KEY_FILE": path])
    let reason =
      "the key file is larger than 64 KiB; use a file that contains only the key"
    await #expect(throws: CredentialError.unreadable(path: path, reason: reason)) {
      try await bench.read()
    }
  }

  @Test func aVariableThatNamesNoFileIsReported() async throws {
    let folder = try TemporaryFolder()
    let (pipe, loop) = (folder.path(of: "pipe"), folder.path(of: "loop"))
    mkfifo(pipe, 0o600)
    symlink(loop, loop)
    let rows = [
      (pipe, "a pipe"), (folder.path, "a folder"), ("/dev/zero", "a device"),
      (loop, "a link that leads to itself"),
    ]
    for (path, kind) in rows {
      let bench = try CredentialBench(["ELEVENLABS_API_KEY_FILE": path])
      let reason = "it is not a file but \(kind)"
      await #expect(throws: CredentialError.unreadable(path: path, reason: reason)) {
        try await bench.read()
      }
    }
  }

  @Test(arguments: ["", "../x", "a/b", ".hidden", "a b", "ä", String(repeating: "a", count: 201)])
  func impossibleNames(_ name: String) async throws {
    let bench = try CredentialBench()
    await #expect(throws: CredentialError.invalidName(name)) {
      try await bench.store.get(key: name)
    }
    await #expect(throws: CredentialError.invalidName(name)) {
      try await bench.store.save(key: name, value: SecureString("k"))
    }
    await #expect(throws: CredentialError.invalidName(name)) {
      try await bench.store.delete(key: name)
    }
  }

  @Test func theKeyringIsReadOnceIfItHasTheKey() async throws {
    let keyring = MemorySecretService([CredentialBench.key: "k"])
    let store = try CredentialBench(keyring: keyring).store
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<100 {
        group.addTask { try await store.get(key: CredentialBench.key)?.text }
      }
      for try await key in group { #expect(key == "k") }
    }
    #expect(keyring.lookups == 1)
  }

  @Test func aKeyThatIsAddedLaterIsFound() async throws {
    let bench = try CredentialBench(keyring: MemorySecretService())
    #expect(try await bench.read() == nil)
    try bench.write("f")
    #expect(try await bench.read() == "f from \(Self.file)")
  }

  static let failures: [(SecretServiceError, CredentialNotice)] = [
    (.unavailable("no bus"), .keyringUnavailable(.unavailable("no bus"))),
    (.timedOut(seconds: 30), .keyringUnavailable(.timedOut(seconds: 30))),
    (.locked, .keyringLocked(key: CredentialBench.key)),
  ]

  @Test(arguments: failures)
  func aFailingKeyringIsSkippedWithOneNotice(
    _ failure: SecretServiceError, _ notice: CredentialNotice
  ) async throws {
    let keyring = MemorySecretService(failing: failure)
    let bench = try CredentialBench(keyring: keyring)
    #expect(try await bench.read() == nil)
    #expect(try await bench.read() == nil)
    #expect(await bench.store.takeNotices() == [notice])
    #expect(await bench.store.takeNotices().isEmpty)
    #expect(keyring.lookups == 1)
  }

  @Test func secretsPrintAsDots() {
    let secret = SecureString("sk_hidden")
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), String(describing: secret), dumped] {
      #expect(!text.contains("hidden"))
    }
    #expect(secret.count == 9)
    #expect(SecureString("").isEmpty)
  }
}
