import Foundation
import HablareTesting
import Synchronization
import TestSupport
import Testing

@testable import Hablare

@Suite struct GenerationServiceTests {
  private func service(_ provider: any VoiceProvider) -> GenerationService {
    GenerationService(voiceProvider: provider)
  }

  @Test func `a text becomes a result with its measurements`() async throws {
    let result = try await service(ToneVoiceProvider()).generate(
      text: "Hello.", providerId: "tone", voiceId: "alto", languageCode: "en")
    #expect(result.originalText == "Hello.")
    #expect(result.duration == Double(6 * 80 + 800) / 8_000)
    #expect(result.sampleRate == 8_000)
    #expect(result.channels == 1)
    #expect(result.mimeType == "audio/L16")
    #expect(result.estimatedDuration > 0)
  }

  /// The built-in voice promises WAV, so its result must be a file that an app can play.
  @Test func `the built-in voice gives a file that another program plays`() async throws {
    let result = try await service(EspeakNGVoiceProvider(slots: 1)).generate(
      text: "Good evening.", providerId: "espeak", voiceId: "en-us", languageCode: "en")
    #expect(result.mimeType == "audio/wav")
    let folder = try TemporaryFolder()
    try result.audioData.write(to: URL(filePath: folder.path(of: "a.wav")))
    let frames = try Program.run("soxi", ["-s", folder.path(of: "a.wav")]).output
    let counted = Double(frames.trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(counted.map { $0 / 22_050 } == result.duration)
  }

  @Test func `a provider that is unknown, disabled or not configured is refused`() async throws {
    let registry = VoiceProviderRegistry(descriptors: [
      .init(id: "off", displayName: "Off", isEnabledByDefault: false) { ToneVoiceProvider() },
      .init(ToneVoiceProvider()),
    ])
    let service = GenerationService(registry: registry)
    func error(_ id: String) async -> VoiceProviderError? {
      await #expect(throws: VoiceProviderError.self) {
        try await service.generate(text: "a", providerId: id, voiceId: "alto")
      }
    }
    #expect(await error("nobody") == .unsupportedProvider)
    guard case .notSupported = await error("off") else {
      Issue.record("a disabled provider was used")
      return
    }
    #expect(await service.registeredProviders() == ["off", "tone"])
    await service.registerProvider(ToneVoiceProvider(providerId: "new"))
    #expect(await service.isProviderRegistered("new"))
    #expect(try await service.provider(withId: "new")?.providerId == "new")
  }

  @Test func `the service returns the registered providers, without broken ones`()
    async throws
  {
    let registry = VoiceProviderRegistry(descriptors: [
      .init(id: "broken", displayName: "Broken") {
        throw VoiceProviderError.engineUnavailable("on purpose")
      },
      .init(id: "off", displayName: "Off", isEnabledByDefault: false) {
        ToneVoiceProvider(providerId: "off")
      },
      .init(ToneVoiceProvider()),
    ])
    let service = GenerationService(registry: registry)
    #expect(await service.registeredVoiceProviders().map(\.providerId) == ["off", "tone"])
    #expect(await service.registeredProviders() == ["broken", "off", "tone"])
    await #expect(throws: VoiceProviderError.engineUnavailable("on purpose")) {
      try await service.provider(withId: "broken")
    }
  }

  @Test func `an item is spoken by its own provider, and the result belongs to its element`()
    async throws
  {
    let tone = ToneVoiceProvider()
    let service = GenerationService(registry: VoiceProviderRegistry())
    let item = SpeakableText(
      "Hello.", voiceProvider: tone, voiceId: "bass", languageCode: "en",
      voiceOptions: VoiceOptions(rate: 1.5), owningElement: "e")
    let result = try await service.generate(item)
    #expect(result.originalText == "Hello.")
    #expect(result.owningElement == "e")
    #expect(result.voiceName == "bass")
    #expect(tone.requests.map(\.options) == [VoiceOptions(rate: 1.5)])
    await #expect(throws: VoiceProviderError.self) {
      try await service.generate(SpeakableText(" ", voiceProvider: tone, voiceId: "bass"))
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `two simultaneous calls for one speech call the engine once`() async throws {
    let gate = ToneGate()
    let tone = ToneVoiceProvider(gate: gate)
    let service = service(tone)
    let ask = { @Sendable (text: String) in
      try await service.generate(
        text: text, providerId: "tone", voiceId: "alto", languageCode: "en")
    }
    async let first = ask("Twice.")
    async let second = ask("Twice.")
    async let other = ask("Once.")
    let key = ClipKey(
      providerId: "tone", providerVersion: "",
      request: VoiceEngineRequest(text: "Twice.", voiceId: "alto", languageCode: "en"))
    while await service.callers(of: key) < 2 { await Task.yield() }
    await gate.waits(for: "Once.")
    gate.openAll()
    let results = try await [first, second, other]
    #expect(results[0].audioData == results[1].audioData)
    #expect(results[0].requestId != results[1].requestId)
    #expect(tone.requests.map(\.text).sorted() == ["Once.", "Twice."])
  }
}

@Suite struct VoiceListTests {
  /// A provider whose list can fail.
  private final class Listing: VoiceProvider {
    let tone = ToneVoiceProvider()
    let calls = Mutex(0)
    let isDown = Mutex(false)
    /// The voices in the list, or nil for those of the tone provider.
    let listed = Mutex<[String]?>(nil)
    var providerId: String { "tone" }
    var displayName: String { "Tone" }
    var requiresAPIKey: Bool { false }
    var mimeType: String { tone.mimeType }
    var defaultVoiceId: String? { nil }
    func isConfigured() async -> Bool { true }
    func fetchVoices(languageCode: String) async throws -> [Voice] {
      calls.withLock { $0 += 1 }
      if isDown.withLock({ $0 }) { throw VoiceProviderError.networkError("no route") }
      if let ids = listed.withLock({ $0 }) {
        return ids.map { Voice(id: $0, name: $0, providerId: "tone", language: languageCode) }
      }
      return try await tone.fetchVoices(languageCode: languageCode)
    }
    func generateAudio(
      text: String, voiceId: String, languageCode: String, options: VoiceOptions
    ) async throws -> Data { Data() }
    func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 0 }
    func isVoiceAvailable(voiceId: String) async -> Bool { true }
  }

  private func service(
    _ provider: any VoiceProvider, _ lists: any VoiceListCache,
    onWarning: @escaping @Sendable (String) -> Void = { _ in }
  ) -> GenerationService {
    GenerationService(
      registry: VoiceProviderRegistry(descriptors: [.init(provider)]), voiceLists: lists,
      clips: nil, onWarning: onWarning)
  }

  /// Where lists of voices are cached.
  enum Place: CaseIterable {
    case memory, files

    func lists(in folder: TemporaryFolder) -> any VoiceListCache {
      switch self {
      case .memory: VoiceListMemory()
      case .files: VoiceListFiles(folder: folder.path(of: "lists"))
      }
    }
  }

  @Test(arguments: Place.allCases) func `a list is fetched once a day`(place: Place) async throws {
    let folder = try TemporaryFolder()
    let provider = Listing()
    let service = service(provider, place.lists(in: folder))
    #expect(!(await service.hasValidCache(for: "tone", languageCode: "en")))
    let first = try await service.fetchVoices(from: "tone", languageCode: "en")
    #expect(try await service.fetchVoices(from: "tone", languageCode: "en") == first)
    #expect(provider.calls.withLock { $0 } == 1)
    #expect(await service.hasValidCache(for: "tone", languageCode: "en"))
    _ = try await service.fetchVoices(from: "tone", languageCode: "de")
    #expect(provider.calls.withLock { $0 } == 2)
    try await service.clearVoiceCache(for: "tone", languageCode: "en")
    #expect(!(await service.hasValidCache(for: "tone", languageCode: "en")))
    #expect(await service.hasValidCache(for: "tone", languageCode: "de"))
    try await service.clearVoiceCache(for: "tone")
    #expect(!(await service.hasValidCache(for: "tone", languageCode: "de")))
  }

  @Test(arguments: Place.allCases)
  func `an empty list is cached for a day too`(place: Place) async throws {
    let folder = try TemporaryFolder()
    let (provider, lists) = (Listing(), place.lists(in: folder))
    provider.listed.withLock { $0 = [] }
    let service = service(provider, lists)
    for _ in 0..<3 {
      #expect(try await service.fetchVoices(from: "tone", languageCode: "en").isEmpty)
    }
    #expect(provider.calls.withLock { $0 } == 1)
    #expect(await service.hasValidCache(for: "tone", languageCode: "en"))
    // A day later the list is requested again. A failure must not look like an empty list.
    let old = VoiceList(fetchedAt: Date(timeIntervalSinceNow: -86_500), voices: [])
    try await lists.cache(old, of: "tone", language: "en")
    provider.isDown.withLock { $0 = true }
    await #expect(throws: VoiceProviderError.networkError("no route")) {
      try await service.fetchVoices(from: "tone", languageCode: "en")
    }
    #expect(provider.calls.withLock { $0 } == 2)
  }

  @Test func `without a language the voices are those of the system's language`() async throws {
    let provider = Listing()
    let service = service(provider, VoiceListMemory())
    let language = LanguageCodeResolver.systemLanguageCode
    let voices = try await service.fetchVoices(from: "tone")
    #expect(voices.count == 4)
    #expect(voices.allSatisfy { $0.language == language })
    #expect(await service.hasValidCache(for: "tone", languageCode: language))
    #expect(await service.fetchAllVoices().voices == ["tone": voices])
    // An empty language means all languages, which is a separate list.
    _ = try await service.fetchVoices(from: "tone", languageCode: "")
    #expect(provider.calls.withLock { $0 } == 2)
  }

  @Test(arguments: Place.allCases)
  func `an old list is used with a warning if it cannot be refreshed`(place: Place) async throws {
    let folder = try TemporaryFolder()
    let (provider, lists) = (Listing(), place.lists(in: folder))
    let warnings = Mutex<[String]>([])
    let service = service(provider, lists) { warning in warnings.withLock { $0.append(warning) } }
    let voices = try await provider.fetchVoices(languageCode: "en")
    let old = VoiceList(fetchedAt: Date(timeIntervalSinceNow: -86_500), voices: voices)
    try await lists.cache(old, of: "tone", language: "en")
    #expect(!(await service.hasValidCache(for: "tone", languageCode: "en")))
    provider.isDown.withLock { $0 = true }
    #expect(try await service.fetchVoices(from: "tone", languageCode: "en") == voices)
    #expect(warnings.withLock { $0.count } == 1)
    await #expect(throws: VoiceProviderError.networkError("no route")) {
      try await service.fetchVoices(from: "tone", languageCode: "fr")
    }
  }

  @Test func `a list that cannot be stored is a warning`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", as: "file")
    let warnings = Mutex<[String]>([])
    let lists = VoiceListFiles(folder: folder.path(of: "file/lists"))
    let service = service(Listing(), lists) { warning in warnings.withLock { $0.append(warning) } }
    #expect(try await service.fetchVoices(from: "tone", languageCode: "en").count == 4)
    #expect(warnings.withLock { $0.count } == 1)
    #expect(warnings.withLock { $0.first?.hasPrefix("the voice list cannot be cached: ") } == true)
  }

  @Test func `the list of all voices includes the failures`() async throws {
    let down = Listing()
    down.isDown.withLock { $0 = true }
    let registry = VoiceProviderRegistry(descriptors: [
      .init(id: "down", displayName: "Down") { down },
      .init(ToneVoiceProvider(providerId: "up")),
      .init(id: "off", displayName: "Off", isEnabledByDefault: false) { ToneVoiceProvider() },
    ])
    let listing = await GenerationService(registry: registry).fetchAllVoices(languageCode: "en")
    #expect(listing.voices.keys.sorted() == ["up"])
    #expect(listing.failures.keys.sorted() == ["down"])
  }
}
