import FoundationEssentials
import Hablare
import HablareTesting
import TestSupport
import Testing

@Suite struct SpeakableItemTests {
  /// An item with only the required properties.
  private struct Line: SpeakableItem {
    var voiceProvider: any VoiceProvider
    var voiceId = "alto"
    var textToSpeak: String
  }

  /// An item without any defaults.
  private struct DirectedLine: SpeakableItem {
    var voiceProvider: any VoiceProvider
    var voiceId = "bass"
    var textToSpeak: String
    var languageCode = "de-AT"
    var voiceOptions = VoiceOptions(rate: 1.25, style: "whispering")
  }

  private let tone = ToneVoiceProvider(failing: ["bad"])

  private func lines(_ texts: [String]) -> [Line] {
    texts.map { Line(voiceProvider: tone, textToSpeak: $0) }
  }

  /// Returns the number of characters that a tone contains.
  private func length(_ sound: Data) -> Int {
    (sound.count / 2 - 2 * ToneVoiceProvider.silence) / ToneVoiceProvider.samplesPerCharacter
  }

  // MARK: One item

  @Test func anItemUsesTheSystemsLanguageAndTheVoicesDefaults() async throws {
    let item = Line(voiceProvider: tone, textToSpeak: "Hello")
    #expect(length(try await item.speak()) == 5)
    #expect(
      tone.requests == [
        VoiceEngineRequest(
          text: "Hello", voiceId: "alto", languageCode: LanguageCodeResolver.systemLanguageCode,
          options: VoiceOptions())
      ])
  }

  @Test func anItemUsesItsOwnProperties() async throws {
    let item = DirectedLine(voiceProvider: tone, textToSpeak: "Servus")
    #expect(length(try await item.speak()) == 6)
    #expect(
      tone.requests == [
        VoiceEngineRequest(
          text: "Servus", voiceId: "bass", languageCode: "de-AT",
          options: VoiceOptions(rate: 1.25, style: "whispering"))
      ])
  }

  @Test func errorsOfTheProviderAreThrown() async {
    await #expect(throws: VoiceProviderError.engineCrashed(reason: "on purpose")) {
      try await Line(voiceProvider: tone, textToSpeak: "bad").speak()
    }
    await #expect(throws: VoiceProviderError.self) {
      try await Line(voiceProvider: tone, voiceId: "nobody", textToSpeak: "Hi").speak()
    }
  }

  @Test func availabilityOfAVoice() async {
    #expect(await Line(voiceProvider: tone, textToSpeak: "Hi").isVoiceAvailable())
    #expect(
      await !Line(voiceProvider: tone, voiceId: "nobody", textToSpeak: "Hi").isVoiceAvailable())
  }

  @Test(arguments: [
    ("a", true), ("7", true), ("-- a --", true), ("é", true), ("李", true), ("ж", true),
    ("٣", true), ("½", true),
    ("", false), (" \n", false), ("...", false), ("—", false), ("?!", false), ("😀", false),
  ])
  func wordsHaveALetterOrADigit(text: String, hasWords: Bool) async {
    let item = Line(voiceProvider: tone, textToSpeak: text)
    #expect(item.hasWords == hasWords)
    #expect(await item.estimateDuration() == (hasWords ? Double(text.count) / 100 : 0))
  }

  // MARK: Many items

  @Test(
    arguments: [
      // texts, and the length of the audio of each in characters, or nil if there is none
      ([], []),
      (["one"], [3]),
      (["one", "three", "to"], [3, 5, 2]),
      (["one", "", "two"], [3, nil, 3]),
      (["...", "one", " — "], [nil, 3, nil]),
      (["", "?"], [nil, nil]),
    ] as [([String], [Int?])])
  func itemsAreSpokenInOrderEachAtItsPosition(texts: [String], lengths: [Int?]) async throws {
    let items = lines(texts)
    let sounds = try await items.speakAll()
    #expect(sounds.map { $0.isEmpty ? nil : length($0) } == lengths)
    let spoken = zip(texts, lengths).filter { $1 != nil }.map(\.0)
    #expect(tone.requests.map(\.text) == spoken)
    // Any collection is spoken in the same way, with items of one kind or of several.
    let mixed: [any SpeakableItem] = items
    #expect(try await mixed.speakAll() == sounds)
    #expect(try await mixed[...].speakAll() == sounds)
    #expect(try await items.lazy.filter { _ in true }.speakAll() == sounds)
    let seconds = Double(spoken.joined().count) / 100
    #expect(abs(await items.estimateTotalDuration() - seconds) < 1e-9)
    #expect(abs(await mixed.estimateTotalDuration() - seconds) < 1e-9)
  }

  @Test func itemsOfSeveralKindsKeepTheirVoices() async throws {
    let other = ToneVoiceProvider(providerId: "other")
    let items: [any SpeakableItem] = [
      Line(voiceProvider: tone, textToSpeak: "one"),
      DirectedLine(voiceProvider: other, textToSpeak: "two"),
      Line(voiceProvider: tone, voiceId: "tenor", textToSpeak: "three"),
    ]
    #expect(try await items.speakAll().map(length) == [3, 3, 5])
    #expect(tone.requests.map(\.voiceId) == ["alto", "tenor"])
    #expect(other.requests.map(\.languageCode) == ["de-AT"])
  }

  @Test func theFirstFailureStopsTheCall() async {
    await #expect(throws: VoiceProviderError.engineCrashed(reason: "on purpose")) {
      try await lines(["one", "bad", "two"]).speakAll()
    }
    #expect(tone.requests.map(\.text) == ["one", "bad"])
  }

  @Test func aCancelledTaskSpeaksNoMoreItems() async {
    let items = lines(["one", "two"])
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await items.speakAll()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(tone.requests.isEmpty)
  }

  // MARK: A real voice

  @Test func espeakSpeaksItems() async throws {
    let provider = EspeakNGVoiceProvider(slots: 1)
    var items = ["Hello there.", "—", "This is a longer line, and so it takes longer."].map {
      Line(voiceProvider: provider, voiceId: "en-us", textToSpeak: $0)
    }
    #expect(await items[0].isVoiceAvailable())
    let sounds = try await items.speakAll()
    #expect(sounds.map { $0.prefix(4) == Data("RIFF".utf8) } == [true, false, true])
    #expect(sounds[1].isEmpty)
    #expect(sounds[0].count > 20_000 && sounds[2].count > sounds[0].count)
    #expect(await items.estimateTotalDuration() > items[0].estimateDuration())
    items[0].voiceId = "nobody"
    #expect(await !items[0].isVoiceAvailable())
    await #expect(throws: VoiceProviderError.self) { try await items.speakAll() }
    // An item that is skipped in a collection is an error on its own.
    items[1].textToSpeak = " "
    await #expect(throws: VoiceProviderError.self) { try await items[1].speak() }
    await provider.shutdown()
  }
}
