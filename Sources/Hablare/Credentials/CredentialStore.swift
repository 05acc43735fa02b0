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
  ///
  /// If there is no keyring, the key is stored in a file that only the user can read.
  ///
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
  ///
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
