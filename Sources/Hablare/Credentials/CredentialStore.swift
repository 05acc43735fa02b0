import Basics
public import FoundationEssentials

/// The keys of providers: from the environment, else the keyring, else files that only the user can
/// read.
///
/// A key's name is `<providerId>-api-key`. A key that was found stays in memory as long as the store
/// exists. When the first key is read, core dumps are turned off (`ProcessHardening`). Files are
/// written, and the keyring is called, only when needed.
public actor CredentialStore {
  private struct Found: Sendable {
    let key: SecureString
    let source: CredentialSource
  }

  private let environment: KeyEnvironment
  private let files: KeyFiles
  private let keyring: (any SecretService)?

  /// Searches that are running or have found a key, by the key's name.
  private var searches: [String: Task<Found?, any Error>] = [:]
  /// Whether lookups call the keyring; false after the keyring has failed.
  private var asksKeyring = true
  /// Keys that are locked in the keyring; another lookup would prompt again.
  private var lockedKeys: Set<String> = []
  private var newNotices: [CredentialNotice] = []
  private var hasWarnedOfKeyring = false

  /// Creates a store from its parts.
  ///
  /// Files are in the folder `credentials` of `folder`; neither folder needs to exist. If
  /// `secretService` is nil, no keyring is used. Programs that this process starts later do not get
  /// the environment variables in `variables`.
  public init(
    environment: [String: String], folder: String,
    secretService: (any SecretService)? = LibsecretService(), variables: CredentialVariables
  ) {
    self.environment = KeyEnvironment(values: environment, variables: variables)
    files = KeyFiles(folder: "\(folder)/\(KeyFiles.name)")
    keyring = secretService
    SecretVariables.add(variables)
  }

  /// Returns the name of a provider's key.
  public static func key(for providerId: String) -> String { providerId + KeyName.suffix }

  // MARK: Reading

  /// Returns the key with a name such as `elevenlabs-api-key`; nil if it does not exist.
  ///
  /// Throws `CredentialError` if the name is not valid, or if the key exists but is not valid, cannot
  /// be read, or is not safe from other users.
  public func get(key: String) async throws -> SecureString? { try await find(key)?.key }

  /// Returns whether `get` would return a key.
  public func has(key: String) async throws -> Bool { try await find(key) != nil }

  /// Returns the source of the key that `get` returns; nil if there is no key.
  public func source(of key: String) async throws -> CredentialSource? {
    try await find(key)?.source
  }

  /// Returns the notices that the user has not seen yet, and removes them.
  package func takeNotices() -> [CredentialNotice] {
    defer { newNotices = [] }
    return newNotices
  }

  private func find(_ key: String) async throws -> Found? {
    if let search = searches[key] { return try await search.value }
    try KeyName.check(key)
    let search = Task { try await self.search(for: key) }
    searches[key] = search
    let result = await search.result
    // Only a found key is remembered, because a missing key may be added later.
    if case .success(.some) = result { return try result.get() }
    if searches[key] == search { searches[key] = nil }
    return try result.get()
  }

  private func search(for key: String) async throws -> Found? {
    if let (value, source) = try environment.read(key) { return found(value, source) }
    if let value = await askKeyring(for: key) {
      return found(try KeyForm.checked(value, from: .secretService), .secretService)
    }
    guard let value = try files.read(key) else { return nil }
    return found(value, .file(path: files.path(of: key)))
  }

  private func found(_ key: SecureString, _ source: CredentialSource) -> Found {
    ProcessHardening.apply()
    return Found(key: key, source: source)
  }

  private func askKeyring(for key: String) async -> SecureString? {
    guard let keyring, asksKeyring, !lockedKeys.contains(key) else { return nil }
    do throws(SecretServiceError) {
      return try await keyring.lookup(account: key)
    } catch .locked {
      lockedKeys.insert(key)
      newNotices.append(.keyringLocked(key: key))
    } catch {
      asksKeyring = false
      warnOfKeyring(error)
    }
    return nil
  }

  private func warnOfKeyring(_ error: SecretServiceError) {
    if hasWarnedOfKeyring { return }
    hasWarnedOfKeyring = true
    newNotices.append(.keyringUnavailable(error))
  }

  private func noticeEnvironment(_ key: String) {
    guard let variable = environment.variable(for: key) else { return }
    newNotices.append(.environmentSupplies(key: key, variable: variable.name))
  }

  // MARK: Writing

  /// Stores a key in the keyring and returns where the key is stored.
  /// If there is no keyring, the key is stored in a file that only the user can read.
  /// Whitespace around the key is removed. `validate` is called first, with the key to be stored;
  /// if `validate` throws, nothing changes. If the environment overrides the stored key, a notice
  /// reports that.
  @discardableResult public func save(
    key: String, value: SecureString,
    validate: (@Sendable (SecureString) async throws -> Void)? = nil
  ) async throws -> CredentialSource {
    try KeyName.check(key)
    ProcessHardening.apply()
    let value = try KeyForm.checked(value, from: nil)
    try await validate?(value)
    defer { searches[key] = nil }
    if try await keepInKeyring(value, key) {
      // An old file is removed, because it would be read whenever the keyring cannot be used.
      _ = try? files.remove(key)
      noticeEnvironment(key)
      return .secretService
    }
    try files.write(value, key)
    noticeEnvironment(key)
    return .file(path: files.path(of: key))
  }

  /// Stores the key in the keyring and returns whether that succeeded.
  private func keepInKeyring(_ value: SecureString, _ key: String) async throws -> Bool {
    guard let keyring else { return false }
    do throws(SecretServiceError) {
      try await keyring.store(value, account: key, label: "guion2audio: \(key)")
      asksKeyring = true
      lockedKeys.remove(key)
      return true
    } catch {
      // An earlier key in a locked keyring would override the file as soon as the keyring is
      // unlocked.
      if await hasLocked(key, keyring) { throw CredentialError.keyringLocked }
      warnOfKeyring(error)
      return false
    }
  }

  private func hasLocked(_ key: String, _ keyring: any SecretService) async -> Bool {
    do throws(SecretServiceError) {
      return try await keyring.lookup(account: key) != nil
    } catch {
      return error == .locked
    }
  }

  /// Removes a key from the keyring and from its file, and returns the places where the key was.
  /// The environment cannot be changed: a notice names a variable that still supplies the key. If
  /// the keyring is locked or the file cannot be removed, the key is removed from the other place,
  /// and then an error is thrown. If the keyring cannot be used, a notice reports that.
  @discardableResult public func delete(key: String) async throws -> [CredentialSource] {
    try KeyName.check(key)
    defer { searches[key] = nil }
    var removed: [CredentialSource] = []
    var isLocked = false
    do throws(SecretServiceError) {
      if try await keyring?.clear(account: key) == true { removed.append(.secretService) }
    } catch .locked {
      isLocked = true
    } catch {
      warnOfKeyring(error)
    }
    if try files.remove(key) { removed.append(.file(path: files.path(of: key))) }
    noticeEnvironment(key)
    if isLocked { throw CredentialError.keyringLocked }
    return removed
  }
}

/// Why a key could not be read, stored or removed; never contains a key.
public enum CredentialError: LocalizedError, Equatable, Sendable {
  /// The name of a key has a character other than letters, digits, `-`, `_` and `.`.
  case invalidName(String)
  /// A value that was found or entered cannot be a key, for this reason.
  case invalidKey(source: CredentialSource?, reason: String)
  /// Other users can read the file, which has the permissions `mode`.
  case exposed(path: String, mode: UInt32)
  /// The file belongs to another user, with the user id `owner`.
  case foreign(path: String, owner: UInt32)
  /// The path is not a file, but a link, a folder or a device.
  case notAFile(path: String)
  /// The file cannot be read, for this reason.
  case unreadable(path: String, reason: String)
  /// The file cannot be written or removed, for this reason.
  case unwritable(path: String, reason: String)
  /// The keyring has the key but is locked, so the key cannot be removed.
  case keyringLocked

  /// The message for people.
  public var errorDescription: String? { description }

  /// What to do, as a sentence.
  public var recoverySuggestion: String? { advice(.library).asSentence }
}

extension CredentialError: CustomStringConvertible, AdvisedError {
  /// What happened and what to do next, in one sentence.
  public var description: String { description(advice: .library) }

  /// Returns what happened and what to do next, in one sentence with the advice of the program that
  /// prints the error.
  public func description(advice: ProviderAdvice) -> String {
    switch self {
    case .invalidName, .exposed, .foreign, .notAFile, .keyringLocked:
      "\(fact)\(separator)\(self.advice(advice))"
    case .invalidKey, .unreadable, .unwritable: fact
    }
  }

  private var separator: String { if case .invalidName = self { ": " } else { "; " } }

  /// What happened.
  private var fact: String {
    switch self {
    case .invalidName(let name): "'\(name)' cannot be the name of a key"
    case .invalidKey(let source, let reason):
      source.map { "the value from \($0) cannot be a key: \(reason)" }
        ?? "this cannot be a key: \(reason)"
    case .exposed(let path, let mode):
      "other users can read \(path) (its mode is \(String(mode, radix: 8))), so the key in it is not used"
    case .foreign(let path, let owner):
      "\(path) belongs to another user (user id \(owner)), so the key in it is not used"
    case .notAFile(let path):
      "\(path) is a link or not a regular file, so no key is read from it"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .keyringLocked: "the keyring that has the key is locked"
    }
  }

  private func advice(_ advice: ProviderAdvice) -> String {
    switch self {
    case .invalidName: "use letters, digits, '-', '_' and '.'"
    case .invalidKey: "store only the key, on one line"
    case .exposed(let path, _): advice.words(.readableKeyFile(path: path))
    case .foreign(let path, _): advice.words(.foreignKeyFile(path: path))
    case .notAFile: "replace it with a file that contains the key"
    case .unreadable(let path, _):
      "give the user read access to \(path), or store the key elsewhere"
    case .unwritable(let path, _):
      "give the user write access to \(path), or put the key in the environment"
    case .keyringLocked: "unlock it and try again"
    }
  }
}

/// A fact that the user needs to know about the storage of keys, but that is not an error.
public enum CredentialNotice: Hashable, Sendable {
  /// The keyring cannot be used, so keys are only in files or the environment.
  case keyringUnavailable(SecretServiceError)
  /// The keyring has the key but is locked, so the key cannot be read.
  case keyringLocked(key: String)
  /// An environment variable still supplies the key and overrides what was saved or deleted.
  case environmentSupplies(key: String, variable: String)
}

extension CredentialNotice: CustomStringConvertible {
  /// The fact and what to do, in one sentence.
  public var description: String {
    switch self {
    case .keyringUnavailable(let error):
      "the keyring \(error); only environment variables and files are used for keys"
    case .keyringLocked(let key):
      "the keyring that has \(key) is locked; unlock it to use the key"
    case .environmentSupplies(let key, let variable):
      "the environment variable \(variable) still supplies \(key); unset the variable to stop using that key"
    }
  }
}

/// The source of a key.
public enum CredentialSource: Hashable, Sendable {
  /// The environment: a variable itself, or the file named by a variable that ends in `_FILE`.
  case environment(variable: String)
  /// The keyring of the user's desktop.
  case secretService
  /// A file that only the user can read.
  case file(path: String)
}

extension CredentialSource: CustomStringConvertible {
  /// The source as a phrase that can follow "from".
  public var description: String {
    switch self {
    case .environment(let variable): "the environment variable \(variable)"
    case .secretService: "the keyring"
    case .file(let path): path
    }
  }
}

/// The environment variables that hold keys, by provider.
public struct CredentialVariables: Sendable, Equatable {
  /// The names of each provider's variables; the first that is set is used.
  public var names: [String: [String]]

  /// Creates a list from names by provider id.
  public init(_ names: [String: [String]]) { self.names = names }

  /// Returns whether the environment has a provider's key, or names a file with the key.
  package func areSet(for providerId: String, in environment: [String: String]) -> Bool {
    let keys = KeyEnvironment(values: environment, variables: self)
    return keys.variable(for: CredentialStore.key(for: providerId)) != nil
  }
}

extension CredentialVariables: ExpressibleByDictionaryLiteral {
  /// Creates a list from names by provider id.
  ///
  /// Each id may occur only once.
  public init(dictionaryLiteral elements: (String, [String])...) {
    names = Dictionary(elements) { first, _ in first }
  }
}

enum KeyName {
  /// The suffix after a provider's id.
  static let suffix = "-api-key"

  static func check(_ key: String) throws(CredentialError) {
    let isPlain = key.utf8.allSatisfy(PercentEncoding.provider.contains)
    guard isPlain, !key.isEmpty, !key.hasPrefix("."), key.utf8.count <= 200 else {
      throw .invalidName(key)
    }
  }

  /// Returns the provider of a key; nil for names of another form.
  static func provider(of key: String) -> String? {
    key.hasSuffix(suffix) ? String(key.dropLast(suffix.count)) : nil
  }
}

/// The rules for a key's text.
/// The key becomes part of a request header, so it must not contain a line end.
enum KeyForm {
  /// The longest key, in bytes.
  static let longest = InputLimit.key.maximum

  /// Returns the key without surrounding whitespace; throws if the trimmed text cannot be a key.
  static func checked(
    _ secret: SecureString, from source: CredentialSource?
  ) throws(CredentialError) -> SecureString {
    let key = trimmed(secret)
    if key.isEmpty { throw .invalidKey(source: source, reason: "it is empty") }
    guard key.count <= longest else {
      throw .invalidKey(source: source, reason: InputLimit.key.message)
    }
    if let reason = key.withBytes({ fault(in: $0) }) {
      throw .invalidKey(source: source, reason: reason)
    }
    return key
  }

  /// Returns the problem with a key; nil if it can be a key.
  /// If the key has several problems, returns the one that helps the user most.
  private static func fault(in bytes: UnsafeRawBufferPointer) -> String? {
    if bytes.allSatisfy({ (0x21...0x7E).contains($0) }) { return nil }
    // Some editors write a byte order mark at the start of files in UTF-8 and UTF-16.
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
    if marks.contains(where: { bytes.starts(with: $0) }) {
      return "it begins with a byte order mark; save it as plain text without one"
    }
    if bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return "it has more than one line" }
    if bytes.contains(where: { $0 == 0x20 || $0 == 0x09 }) { return "it contains a space or a tab" }
    return bytes.contains { $0 > 0x7F }
      ? "it contains a non-ASCII character" : "it contains a control character"
  }

  /// Returns the secret without surrounding whitespace.
  static func trimmed(_ secret: SecureString) -> SecureString {
    secret.withBytes { bytes in
      let key = bytes.trimmedOfBlanks
      return key.count == bytes.count ? secret : SecureString(bytes: key)
    }
  }
}
