import Guion
import Hablare
import HablareStore
import HablareTesting
import Narration
import TestSupport
import Testing

/// Tests of what an app gets without naming every part.
@Suite struct ShortWayTests {
  private let tone = ToneVoiceProvider()
  private let document = GuionDocumentModel(
    filename: "a.fountain", string: "INT. A - DAY\n\nThe sun.\n\nMR. BEN\nYes.\n",
    format: .fountain)

  @Test func `ElevenLabs uses the user's key`() async throws {
    func credentials(_ environment: [String: String]) -> CredentialStore {
      CredentialStore(
        environment: environment, folder: "/nonexistent", secretService: nil,
        variables: ["elevenlabs": ["ELEVENLABS_API_KEY"]])
    }
    let keyed = ElevenLabsVoiceProvider(
      credentials: credentials(["ELEVENLABS_API_KEY": "sk_0123456789"]))
    #expect(await keyed.isConfigured())
    #expect(await ElevenLabsVoiceProvider(credentials: credentials([:])).isConfigured() == false)
    #expect(ElevenLabsVoiceProvider().providerId == "elevenlabs")
  }

  @Test func `voices are those of the default provider`() async throws {
    func natural(_ id: String, _ language: String) -> ToneVoiceProvider {
      ToneVoiceProvider(
        providerId: id, voices: [Voice(id: "v", name: "V", providerId: id, language: language)],
        isNatural: true)
    }
    func provider(of all: [ToneVoiceProvider], _ language: String) async throws -> String? {
      let registry = VoiceProviderRegistry(descriptors: all.map { VoiceProviderDescriptor($0) })
      return try await GenerationService(registry: registry).fetchVoices(languageCode: language)
        .first?.providerId
    }
    let all = [
      ToneVoiceProvider(providerId: "b"), natural("german", "de"), natural("zulu", "zu"),
      ToneVoiceProvider(providerId: "espeak"),
    ]
    #expect(try await provider(of: [tone], "en") == "tone")
    #expect(try await provider(of: all, "zu") == "zulu")
    #expect(try await provider(of: all, "fr") == "espeak")
    #expect(try await provider(of: Array(all.prefix(2)), "fr") == "b")
    await #expect(throws: VoiceProviderError.unsupportedProvider) {
      try await provider(of: [], "en")
    }
  }

  @Test func `cached voices are found across languages`() async throws {
    let store = try GenerationStore.inMemory()
    for (language, id) in [("en", "a"), ("de", "b"), ("en", "c")] {
      try await store.replaceVoices(
        [Voice(id: id, name: id, providerId: "p")], provider: "p", language: language)
    }
    let all = try await store.cachedVoices(provider: "p")
    #expect(all.map(\.voiceId) == ["b", "c", "a"])
    #expect(all.map(\.cacheLanguageCode) == ["de", "en", "en"])
    #expect(try await store.cachedVoices(provider: "p", language: "de").map(\.voiceId) == ["b"])
  }

  @Test func `lines are queried and removed by type`() async throws {
    let store = try GenerationStore.inMemory()
    var cast = Cast()
    cast.narrator = VoiceURI("tone://alto")
    let script = try await CastDocument(casting: document, cast: cast, providers: [tone])
    try await SpeakableItemGenerationTask(
      document: document, store: store, processor: script.processor
    ).execute()
    try await LineGenerationTask(script, store: store).execute()
    let spoken = try await store.speakableLines(of: document, type: .dialogue)
    #expect(spoken.map(\.speakableText) == ["Yes."])
    #expect(spoken.first?.audioVersions.count == 1)
    let count = try await store.records(mimePrefix: "").count
    try await store.deleteLines(of: document.id, type: .dialogue)
    #expect(try await store.speakableLines(of: document, type: .dialogue).isEmpty)
    #expect(try await store.records(mimePrefix: "").count == count - 1)
    #expect(try await store.lines(of: document.id).contains { $0.speakableText == "The sun." })
    try await store.deleteLines(of: document.id)
    #expect(try await store.lines(of: document.id).isEmpty)
    #expect(try await store.records(mimePrefix: "").isEmpty)
  }

  @Test func `an edition's rules need no casting`() async throws {
    func versions(_ rules: any SpeechLogicRules) async throws -> Set<String> {
      let store = try GenerationStore.inMemory()
      try await SpeakableItemGenerationTask(document: document, store: store, rules: rules)
        .execute()
      return Set(try await store.lines(of: document.id).map(\.ruleVersion))
    }
    #expect(try await versions(SpeechLogicRulesV1_0(for: document)) == ["1.0"])
    #expect(try await versions(SpeechLogicRulesV1_2(for: document)) == ["1.2"])
  }

  @Test func `a test replaces a service by its id`() async throws {
    let registry = VoiceProviderRegistry.standard(environment: ["HOME": "/nonexistent"])
    let fake = ToneVoiceProvider(providerId: "elevenlabs")
    await registry.register(VoiceProviderDescriptor(fake))
    let result = try await GenerationService(registry: registry).generate(
      text: "Hello.", providerId: "elevenlabs", voiceId: "alto")
    #expect(result.providerId == "elevenlabs" && fake.requests.map(\.text) == ["Hello."])
  }

  @Test func `a document is read from a URL`() throws {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.path(of: "my script.fountain"))
    try Data("ANN\nTea?\n".utf8).write(to: file)
    let document = try GuionDocumentModel(file: file)
    #expect(document.id == (try GuionDocumentModel(file: file.path)).id)
    #expect(document.elements.map(\.elementText) == ["ANN", "Tea?"])
    #expect(try GuionParsedElementCollection(file: file).elements.count == 2)
    #expect(throws: FileError.self) {
      try GuionDocumentModel(file: URL(filePath: "/nonexistent.fountain"))
    }
  }
}
