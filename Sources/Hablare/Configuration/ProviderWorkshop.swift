/// What providers are made with.
struct ProviderWorkshop: Sendable {
  let credentials: CredentialStore
  let client: HTTPClient
  let spending: SpendingMeter
  /// How many lines each engine of this machine may speak at once.
  let slots: Int
  /// How much memory the program may take with the models of natural voices.
  let memory: VoiceMemory
  /// What errors say is to be done.
  let advice: ProviderAdvice
  /// The environment of the program.
  let environment: [String: String]
  /// What several providers have in common.
  let shared = SharedParts()

  /// The key of a provider; the store is asked when a request is sent, not before.
  func key(of provider: ProviderSettings) -> @Sendable () async throws -> SecureString? {
    let key = CredentialStore.key(for: provider.id)
    return { [credentials] in try await credentials.get(key: key) }
  }

  /// The account of a service.
  func account(of provider: ProviderSettings) -> SpendingAccount {
    spending.account(of: provider.id)
  }

  /// The account of a program; nil if the user has set no price for it.
  func pricedAccount(of provider: ProviderSettings) -> SpendingAccount? {
    provider.prices.map { _ in account(of: provider) }
  }
}
