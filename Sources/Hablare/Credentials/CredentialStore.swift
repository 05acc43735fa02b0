/// The keys of providers: from the environment, else the keyring, else files that only the user can
/// read.
///
/// A key's name is `<providerId>-api-key`. What was found is kept in memory for as long as the store
/// lives; with the first key core dumps are off (`ProcessHardening`). Nothing is written, and no
/// keyring asked, before it is needed.
public actor CredentialStore {
  private struct Found: Sendable {
    let key: SecureString
    let source: CredentialSource
  }

  private let environment: KeyEnvironment
  private let files: KeyFiles
  private let keyring: (any SecretService)?

  /// Searches under way and those that have found something, by the key's name.
  private var searches: [String: Task<Found?, any Error>] = [:]
  /// Whether lookups ask the keyring: not again after it has failed.
  private var asksKeyring = true
  /// Keys that the keyring keeps locked; asking again would prompt again.
  private var lockedKeys: Set<String> = []
  private var newNotices: [CredentialNotice] = []
  private var hasWarnedOfKeyring = false

  /// Makes a store of what it is given.
  ///
  /// Files are in the folder `credentials` of `folder`, which need not exist; no keyring is asked where
  /// `secretService` is nil. From now on no program that this process starts gets one of the variables.
  public init(
    environment: [String: String], folder: String,
    secretService: (any SecretService)? = LibsecretService(), variables: CredentialVariables
  ) {
    self.environment = KeyEnvironment(values: environment, variables: variables)
    files = KeyFiles(folder: "\(folder)/\(KeyFiles.name)")
    keyring = secretService
    SecretVariables.add(variables)
  }

  /// The name of a provider's key.
  public static func key(for providerId: String) -> String { providerId + KeyName.suffix }

  // MARK: Reading

  /// The key of a name such as `elevenlabs-api-key`; nil where there is none.
  ///
  /// Throws `CredentialError` where there is one that must not or cannot be used.
  public func get(key: String) async throws -> SecureString? { try await find(key)?.key }

  /// Whether `get` would give a key.
  public func has(key: String) async throws -> Bool { try await find(key) != nil }

  /// Where `get` takes the key from; nil where there is none.
  public func source(of key: String) async throws -> CredentialSource? {
    try await find(key)?.source
  }

  /// What the user should know and has not been told yet.
  public func takeNotices() -> [CredentialNotice] {
    defer { newNotices = [] }
    return newNotices
  }

  private func find(_ key: String) async throws -> Found? {
    if let search = searches[key] { return try await search.value }
    try KeyName.check(key)
    let search = Task { try await self.search(for: key) }
    searches[key] = search
    let result = await search.result
    // What is not there yet may be there later.
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

  /// Keeps a key in the keyring, or where there is none in a file that only the user can read.
  ///
  /// Blanks and line ends around it are left out. `validate` is called first, with what will be kept,
  /// and keeps everything as it was by throwing. Gives the place; the environment may still count for
  /// more, which a notice then says.
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
      // The file would be read only without a keyring, but it is not to outlive its key.
      _ = try? files.remove(key)
      noticeEnvironment(key)
      return .secretService
    }
    try files.write(value, key)
    noticeEnvironment(key)
    return .file(path: files.path(of: key))
  }

  /// Whether the keyring has taken the key.
  private func keepInKeyring(_ value: SecureString, _ key: String) async throws -> Bool {
    guard let keyring else { return false }
    do throws(SecretServiceError) {
      try await keyring.store(value, account: key, label: "guion2audio: \(key)")
      asksKeyring = true
      lockedKeys.remove(key)
      return true
    } catch {
      // A former key in a locked keyring would count for more than the file, as soon as it is unlocked.
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

  /// Removes a key from the keyring and from its file, and gives the places where it was.
  ///
  /// The environment cannot be changed: a notice says where it still supplies the key. Throws where the
  /// key is left in a place, after it was removed from the others.
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
