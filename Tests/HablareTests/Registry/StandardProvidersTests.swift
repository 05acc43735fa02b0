import Hablare
import TestSupport
import Testing

@Suite struct StandardProvidersTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func registry(
    _ providers: [ProviderSettings] = [], _ environment: [String: String] = [:]
  ) -> VoiceProviderRegistry {
    var configuration = UserConfiguration()
    configuration.providers = providers
    return .standard(
      configuration: configuration,
      environment: environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 }, slots: 1)
  }

  private func enabled(_ registry: VoiceProviderRegistry) async -> [String] {
    var ids: [String] = []
    for provider in await registry.availableProviders()
    where await registry.isEnabled(providerId: provider.id) { ids.append(provider.id) }
    return ids
  }

  @Test func theBuiltInProviders() async throws {
    let registry = registry()
    let all = await registry.availableProviders()
    #expect(all.map(\.id) == ["elevenlabs", "espeak", "hibari", "kokoro", "openai", "piper"])
    #expect(
      all.map(\.displayName) == ["ElevenLabs", "eSpeak NG", "Hibari", "Kokoro", "OpenAI", "Piper"])
    #expect(all.map(\.requiresConfiguration) == [true, false, false, false, true, false])
    #expect(await enabled(registry) == ["espeak", "hibari", "kokoro", "piper"])
    #expect(try await registry.configuredProvider(for: "espeak").providerId == "espeak")
  }

  @Test func aKeyInTheEnvironmentEnables() async throws {
    #expect(
      await enabled(registry([], ["ELEVENLABS_API_KEY": "k"])) == [
        "elevenlabs", "espeak", "hibari", "kokoro", "piper",
      ])
    #expect(
      await enabled(registry([], ["OPENAI_API_KEY_FILE": "/k"])) == [
        "espeak", "hibari", "kokoro", "openai", "piper",
      ])
    #expect(
      await enabled(registry([], ["OPENAI_API_KEY": ""])) == [
        "espeak", "hibari", "kokoro", "piper",
      ])
  }

  @Test func theConfigurationOutranksTheEnvironmentAndTheSwitchBoth() async throws {
    let off = ProviderSettings(
      id: "elevenlabs", isEnabled: false, kind: .elevenLabs(ElevenLabsConfiguration()))
    let environment = ["ELEVENLABS_API_KEY": "k"]
    #expect(await enabled(registry([off], environment)) == ["espeak", "hibari", "kokoro", "piper"])
    try await registry([off], environment).setEnabled(true, for: "elevenlabs")
    #expect(
      await enabled(registry([off], environment)) == [
        "elevenlabs", "espeak", "hibari", "kokoro", "piper",
      ])
    try await registry().setEnabled(false, for: "elevenlabs")
    #expect(await enabled(registry([], environment)) == ["espeak", "hibari", "kokoro", "piper"])
  }

  @Test func `only the id piper has the installed voices, and every id has its folders`()
    async throws
  {
    let installed = try VoiceStage()
    try installed.piper("one")
    let listed = try VoiceStage()
    try listed.piper("two", in: "own/deep")
    var configuration = PiperConfiguration()
    configuration.voices = [listed.folder.path(of: "own")]
    let registry = registry(
      [
        ProviderSettings(id: "piper", kind: .piper(configuration)),
        ProviderSettings(id: "mine", kind: .piper(configuration)),
      ], ["GUION2AUDIO_VOICES": installed.folder.path(of: "own")])
    for (id, names) in [("piper", ["one", "two"]), ("mine", ["two"])] {
      let provider = try #require(try await registry.provider(for: id))
      let voices = try await provider.fetchVoices(languageCode: "")
      #expect(voices.map(\.id).filter { ["one", "two"].contains($0) } == names)
      #expect(voices.allSatisfy { $0.providerId == id } && provider.providerId == id)
      #expect(provider.isNatural)
    }
  }

  @Test func providersThatTheUserConfiguresAreEnabled() async throws {
    var kokoro = OpenAIConfiguration()
    kokoro.baseURL = "http://127.0.0.1:8880/v1"
    var keyed = kokoro
    keyed.keyVariable = "SPEACHES_KEY"
    let registry = registry([
      ProviderSettings(id: "flite", kind: .command(CommandConfiguration(command: ["flite"]))),
      ProviderSettings(id: "kokoro", name: "Kokoro", kind: .openAI(kokoro)),
      ProviderSettings(id: "off", isEnabled: false, kind: .piper(PiperConfiguration())),
      ProviderSettings(id: "piper", kind: .piper(PiperConfiguration())),
      ProviderSettings(id: "speaches", kind: .openAI(keyed)),
    ])
    #expect(
      await enabled(registry) == ["espeak", "flite", "hibari", "kokoro", "piper", "speaches"])
    let all = await registry.availableProviders()
    #expect(all.first { $0.id == "kokoro" }?.displayName == "Kokoro")
    #expect(
      all.filter(\.requiresConfiguration).map(\.id) == ["elevenlabs", "openai", "speaches"])
  }
}
