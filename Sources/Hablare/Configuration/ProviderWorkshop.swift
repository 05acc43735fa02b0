/// The shared parts and limits from which providers are created.
struct ProviderWorkshop: Sendable {
  let credentials: CredentialStore
  let client: HTTPClient
  let spending: SpendingMeter
  /// How many lines each engine on this machine can speak at once.
  let slots: Int
  /// The memory limit for the models of natural voices.
  let memory: VoiceMemory
  /// The source of the advice in errors.
  let advice: ProviderAdvice
  /// The environment of the program.
  let environment: [String: String]
  /// The parts that several providers share.
  let shared = SharedParts()

  /// Returns a function that reads a provider's key from the store when a request is sent.
  func key(of provider: ProviderSettings) -> @Sendable () async throws -> SecureString? {
    let key = CredentialStore.key(for: provider.id)
    return { [credentials] in try await credentials.get(key: key) }
  }

  /// Returns the spending account of a service.
  func account(of provider: ProviderSettings) -> SpendingAccount {
    spending.account(of: provider.id)
  }

  /// Returns the spending account of a program; nil if the user has set no price for the program.
  func pricedAccount(of provider: ProviderSettings) -> SpendingAccount? {
    provider.prices.map { _ in account(of: provider) }
  }
}
