import Foundation
import HablareTesting
import TestSupport
import Testing

@testable import Hablare

/// Tests of the panels of a registry's providers, and of the check before settings are saved.
@Suite struct PanelRegistryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func registry(
    _ providers: [ProviderSettings] = [], _ environment: [String: String] = [:]
  ) -> VoiceProviderRegistry {
    var configuration = UserConfiguration()
    configuration.providers = providers
    var environment = environment
    environment["XDG_CONFIG_HOME"] = folder.path
    environment["HOME"] = folder.path
    let credentials = CredentialStore(
      environment: environment, folder: folder.path, secretService: nil,
      variables: CredentialVariables(configuration: configuration))
    return .standard(
      configuration: configuration, credentials: credentials, environment: environment, slots: 1)
  }

  private func elevenLabs(at address: String) -> ProviderSettings {
    var configuration = ElevenLabsConfiguration()
    configuration.baseURL = address
    return ProviderSettings(id: "elevenlabs", kind: .elevenLabs(configuration))
  }

  @Test func `a registry has the panels of its providers`() async throws {
    var server = OpenAIConfiguration()
    server.baseURL = "http://127.0.0.1:8880/v1"
    server.keyVariable = "KOKORO_KEY"
    let registry = registry([ProviderSettings(id: "kokoro", name: "Mine", kind: .openAI(server))])
    let panels = await registry.panels()
    #expect(panels.map(\.id) == ["elevenlabs", "espeak", "hibari", "kokoro", "openai", "piper"])
    #expect(panels.map(\.loginCheck) == [.request, .local, .local, .request, .request, .local])
    let kokoro = try #require(await registry.panel(for: "kokoro"))
    #expect(kokoro.displayName == "Mine" && kokoro.type == "openai")
    let secret = try #require(kokoro.secret)
    #expect(
      secret.kind
        == .secret(
          SecretPlaces(
            variables: ["KOKORO_KEY"], account: "kokoro-api-key",
            file: "credentials/kokoro-api-key")))
    #expect(secret.isRequired)
    #expect(kokoro.fields.first { $0.key == "enabled" }?.defaultValue == true)
    #expect(kokoro.fields.first { $0.key == "name" }?.defaultValue == "kokoro")
    let openAI = try #require(await registry.panel(for: "openai"))
    #expect(openAI.fields.first { $0.key == "enabled" }?.defaultValue == false)
    #expect(await registry.panel(for: "nobody") == nil)
  }

  /// The secret field lists the places in which a store finds the key.
  @Test func `a key is found in the places that the field lists`() async throws {
    let registry = registry()
    let secret = try #require(await registry.panel(for: "openai")?.secret)
    guard case .secret(let places) = secret.kind else {
      Issue.record("no secret")
      return
    }
    let variable = try #require(places.variables.first)
    let store = CredentialStore(
      environment: [variable: "sk_v"], folder: folder.path, secretService: nil,
      variables: CredentialVariables(configuration: UserConfiguration()))
    #expect(try await store.source(of: places.account) == .environment(variable: variable))
    let files = CredentialStore(
      environment: [:], folder: folder.path, secretService: nil, variables: [:])
    try await files.save(key: places.account, value: SecureString("sk_f"))
    let path = folder.path(of: places.file)
    #expect(try await files.source(of: places.account) == .file(path: path))
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `no panel contains a key`() async throws {
    let registry = registry([], ["ELEVENLABS_API_KEY": "sk_hidden", "OPENAI_API_KEY": "sk_hidden"])
    let data = try JSONEncoder().encode(await registry.panels())
    #expect(!String(decoding: data, as: UTF8.self).contains("hidden"))
    #expect(data.count > 1_000)
  }

  @Test func `an app's provider has its own panel, or none`() async {
    let registry = VoiceProviderRegistry(descriptors: [
      VoiceProviderDescriptor(ToneVoiceProvider(providerId: "plain")),
      VoiceProviderDescriptor(
        ToneVoiceProvider(providerId: "tone"),
        panel: ProviderPanel(id: "tone", displayName: "Tone")),
    ])
    #expect(await registry.panels().map(\.id) == ["tone"])
    #expect(await registry.panel(for: "plain") == nil)
  }

  // MARK: The check

  @Test func `a check with a key is one free request`() async throws {
    let service = try FakeElevenLabs()
    let registry = registry([elevenLabs(at: service.address)])
    try await registry.checkLogin(of: "elevenlabs", key: SecureString(FakeElevenLabs.key))
    #expect(service.calls.count == 1)
    #expect(service.speechRequests.isEmpty)
    await #expect(throws: VoiceProviderError.authenticationFailed) {
      try await registry.checkLogin(of: "elevenlabs", key: SecureString("sk_wrong"))
    }
  }

  @Test func `a check without a key sends no request`() async throws {
    let service = try FakeElevenLabs()
    let without = registry([elevenLabs(at: service.address)])
    await #expect(throws: VoiceProviderError.notConfigured) {
      try await without.checkLogin(of: "elevenlabs")
    }
    let with = registry([elevenLabs(at: service.address)], ["ELEVENLABS_API_KEY": "sk_any"])
    try await with.checkLogin(of: "elevenlabs")
    #expect(service.calls.isEmpty)
  }

  @Test func `the check of a provider without a key looks for its program`() async throws {
    let command = CommandConfiguration(command: ["/nowhere/flite"])
    let registry = registry([ProviderSettings(id: "flite", kind: .command(command))])
    await #expect(throws: (any Error).self) { try await registry.checkLogin(of: "flite") }
    await #expect(throws: VoiceProviderError.notSupported("flite does not use a key")) {
      try await registry.checkLogin(of: "flite", key: SecureString("k"))
    }
    await #expect(throws: VoiceProviderError.unsupportedProvider) {
      try await registry.checkLogin(of: "nobody")
    }
    try await VoiceProviderRegistry(descriptors: [.init(ToneVoiceProvider())])
      .checkLogin(of: "tone")
  }
}
