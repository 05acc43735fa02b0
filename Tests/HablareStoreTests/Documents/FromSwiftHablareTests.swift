// snippet: imports
import Foundation
import Guion
import Hablare
import HablareStore
import Narration
import Synchronization
// end

import HablareTesting
import TestSupport
import Testing

/// Tests with the code of Documentation/from-swifthablare.md.
///
/// Each block is between the marks that `SnippetTests` reads.
@Suite struct FromSwiftHablareTests {
  private let provider: any VoiceProvider = ToneVoiceProvider()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let script = """
    # One

    INT. KITCHEN - NIGHT

    The kettle sings.

    MARA
    Is anybody there?

    # Two

    INT. HALL - NIGHT

    TOM
    Only me.
    """

  private var document: GuionDocumentModel {
    GuionDocumentModel(filename: "kettle.fountain", string: Self.script, format: .fountain)
  }

  // MARK: A line of a script

  @Test func `an element becomes a record`() async throws {
    let (provider, script, path) = (provider, Self.script, folder.path(of: "sounds.sqlite"))
    // snippet: quick start
    let document = GuionDocumentModel(
      filename: "kettle.fountain", string: script, format: .fountain)
    let store = try GenerationStore(at: URL(filePath: path))
    let service = GenerationService(voiceProvider: provider)

    var records: [TypedDataStorage] = []
    for element in document.elements where element.elementType == .dialogue {
      let result = try await service.generate(forElement: element, voiceId: "alto")
      records.append(try await store.save(result.toTypedDataStorage(), audio: result.audioData))
    }
    // end
    #expect(records.map(\.prompt) == ["Is anybody there?", "Only me."])
    let dialogue = document.elements.filter { $0.elementType == .dialogue }
    #expect(records.compactMap(\.owningElement) == dialogue.map(\.id))
  }

  // MARK: Providers, keys and settings

  @Test func `providers are registered, switched and created`() async throws {
    // snippet: registry
    let registry = VoiceProviderRegistry(descriptors: [
      VoiceProviderDescriptor(id: "tone", displayName: "Tone", isEnabledByDefault: false) {
        ToneVoiceProvider()
      }
    ])
    try await registry.setEnabled(true, for: "tone")
    let tone = try await registry.configuredProvider(for: "tone")
    let service = GenerationService(registry: registry)
    // end
    #expect(tone.providerId == "tone")
    #expect(await service.registeredProviders() == ["tone"])
    // snippet: provider picker
    var rows: [(name: String, isEnabled: Bool, problem: String?)] = []
    for descriptor in await registry.availableProviders() {
      let provider = try await registry.provider(for: descriptor.id)
      let problem = await provider?.configurationError()
      let isEnabled = await registry.isEnabled(providerId: descriptor.id)
      rows.append((descriptor.displayName, isEnabled, problem.map { "\($0)" }))
    }
    // end
    #expect(rows.map(\.name) == ["Tone"] && rows.map(\.isEnabled) == [true])
    #expect(rows.allSatisfy { $0.problem == nil })
  }

  @Test func `keys are stored and removed`() async throws {
    let credentials = CredentialStore(
      environment: [:], folder: folder.path, secretService: nil, variables: [:])
    let typed = "sk_0123456789"
    // snippet: keys
    let account = CredentialStore.key(for: "elevenlabs")  // "elevenlabs-api-key"
    try await credentials.save(key: account, value: SecureString(typed))
    let isStored = try await credentials.has(key: account)
    try await credentials.delete(key: account)
    // end
    #expect(isStored)
    #expect(try await credentials.has(key: account) == false)
  }

  @Test func `a panel is plain data`() throws {
    let file = URL(filePath: folder.path(of: "config.json"))
    // snippet: panel
    if let panel = ProviderPanel(type: "openai", id: "kokoro") {
      for field in panel.fields { print(field.label, field.kind, field.isRequired) }
      let typed: [String: JSONValue] = [
        "baseURL": "http://127.0.0.1:8880/v1", "concurrency": 100,
      ]
      for problem in panel.problems(in: typed) { print(problem.key ?? "", problem.message) }
      if let settings = panel.settings(with: typed) { try settings.save(to: file) }
    }
    // end
    let panel = try #require(ProviderPanel(type: "openai", id: "kokoro"))
    #expect(panel.problems(in: ["concurrency": 100]).map(\.key) == ["concurrency"])
    #expect(panel.settings(with: ["concurrency": 10])?.values["concurrency"] == 10)
  }

  // MARK: Voices

  @Test func `voices are listed`() async throws {
    let service = GenerationService(voiceProvider: provider)
    let store = try GenerationStore.inMemory()
    // snippet: voices
    let voices = try await service.fetchVoices(from: "tone", languageCode: "en")
    let everybody = await service.fetchAllVoices(languageCode: "en")
    for (id, error) in everybody.failures { print(id, error.localizedDescription) }
    let languages = Set(voices.compactMap(\.language)).sorted()
    // end
    #expect(voices.count == 4 && everybody.voices["tone"] == voices && languages == ["en"])
    // snippet: kept voices
    try await store.replaceVoices(voices, provider: "tone", language: "en")
    try await store.replaceVoices(Array(voices.dropLast()), provider: "tone", language: "en")
    let gone = try await store.cachedVoices(provider: "tone", language: "en").filter { model in
      !model.isAvailable
    }
    // end
    #expect(gone.map(\.voiceId) == ["tenor"])
  }

  // MARK: Items, lists and groups

  @Test func `an item has the states of GenerateAudioButton`() async throws {
    let service = GenerationService(voiceProvider: provider)
    let store = try GenerationStore.inMemory()
    let voice = provider
    // snippet: item
    let item = SpeakableText("The tea is ready.", voiceProvider: voice, voiceId: "alto")
    // end
    // snippet: audio button
    let record: TypedDataStorage
    if let existing = try await store.existingAudio(for: item) {
      record = existing
    } else {
      let result = try await service.generate(item)
      record = try await store.save(result.toTypedDataStorage(), audio: result.audioData)
    }
    let sound = try record.getBinary()
    // end
    #expect(record.prompt == "The tea is ready." && !sound.isEmpty)
    #expect(try await store.existingAudio(for: item)?.id == record.id)
    try play(sound, with: "/bin/true")
  }

  // snippet: playback
  func play(_ sound: Data, with player: String = "/usr/bin/aplay") throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).wav")
    try sound.write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: player)
    process.arguments = ["-q", file.path]
    process.terminationHandler = { _ in try? FileManager.default.removeItem(at: file) }
    try process.run()
  }
  // end

  @Test func `a list is generated with progress`() async throws {
    let store = try GenerationStore.inMemory()
    let service = GenerationService(voiceProvider: provider)
    let items: [any SpeakableItem] = ["One.", "Two."].map {
      SpeakableText($0, voiceProvider: provider, voiceId: "alto")
    }
    // snippet: list
    let list = await SpeakableItemList(name: "Greetings", items: items)
    let records = try await service.generateList(list, to: store)
    let progress = await list.progress
    // end
    #expect(records.map(\.prompt) == ["One.", "Two."] && progress == 1)
  }

  // snippet: group
  struct Greetings: SpeakableGroup {
    let groupName = "Greetings"
    var lines: [SpeakableText]
    func getGroupedElements() -> [any SpeakableItem] { lines }
  }
  // end

  @Test func `a group has the states of GenerateGroupButton`() async throws {
    let store = try GenerationStore.inMemory()
    let service = GenerationService(voiceProvider: provider)
    let group = Greetings(
      lines: ["One.", "Two."].map {
        SpeakableText($0, voiceProvider: provider, voiceId: "alto")
      })
    for expected in ["Generate All (2)", "Regenerate All (2)"] {
      // snippet: group button
      let status = try await store.audioStatus(of: group)
      let title =
        status.isComplete
        ? "Regenerate All (\(status.readyCount))" : "Generate All (\(status.neededCount))"
      let records = try await service.generateGroup(
        group, to: store, regenerate: status.isComplete)
      // end
      #expect(title == expected && records.count == 2)
    }
  }

  // snippet: main actor
  @MainActor final class Playlist: @MainActor SpeakableGroup {
    let groupName = "Playlist"
    var texts: [String] = []
    let voice: any VoiceProvider

    init(voice: any VoiceProvider) { self.voice = voice }

    func getGroupedElements() -> [any SpeakableItem] {
      texts.map { SpeakableText($0, voiceProvider: voice, voiceId: "alto") }
    }
  }
  // end

  @MainActor @Test func `a model of the main actor is a group`() async throws {
    let (store, service) = (try GenerationStore.inMemory(), GenerationService())
    // snippet: main actor use
    let playlist = Playlist(voice: provider)
    playlist.texts = ["One.", "Two."]
    let records = try await service.generateGroup(playlist, to: store)
    // end
    #expect(records.map(\.prompt) == ["One.", "Two."])
  }

  // MARK: Scripts

  @Test func `elements know their positions`() {
    let document = document
    // snippet: elements
    let cues = document.elements.filter { $0.elementType == .character }
    for cue in cues {
      print(cue.id, cue.chapterIndex, cue.orderIndex, cue.elementText)
      print(cue.element.sourceRange?.start.line ?? 0)
    }
    let scenes = document.parsed.scenes
    // end
    #expect(cues.map(\.elementText) == ["MARA", "TOM"] && cues.map(\.chapterIndex) == [1, 2])
    #expect(scenes.compactMap(\.heading).count == 2)
  }

  @Test func `characters have voices`() async throws {
    let (document, provider) = (document, provider)
    let store = try GenerationStore.inMemory()
    let service = GenerationService(voiceProvider: provider)
    // snippet: voices of characters
    let voices = ["MARA": "alto", "TOM": "bass"]
    let chapter = ChapterSpeakable(
      chapterHeading: nil, elements: document.parsed.elements,
      voiceMapping: { element in
        element.elementType == .character ? voices[element.elementText] ?? "tenor" : "tenor"
      }, voiceProvider: provider)
    let records = try await service.generateGroup(chapter, to: store)
    // end
    let spoken = Dictionary(records.map { ($0.prompt, $0.voiceID) }) { first, _ in first }
    #expect(spoken["Is anybody there?"] == "alto" && spoken["Only me."] == "bass")
    #expect(spoken["The kettle sings."] == "tenor")
  }

  // snippet: mapper with state
  /// Gives each new character the next voice.
  final class VoicesInTurn: Sendable {
    private let known = Mutex<[String: String]>([:])

    func voice(of element: GuionElement) -> String {
      guard element.elementType == .character else { return "tenor" }
      return known.withLock { known in
        let voices = ["alto", "bass", "soprano"]
        let voice = known[element.elementText] ?? voices[known.count % voices.count]
        known[element.elementText] = voice
        return voice
      }
    }
  }
  // end

  @Test func `a mapping can have a state`() throws {
    let (document, provider) = (document, provider)
    // snippet: mapper use
    let mapper = VoicesInTurn()
    let chapter = ChapterSpeakable(
      chapterHeading: nil, elements: document.parsed.elements,
      voiceMapping: { mapper.voice(of: $0) }, voiceProvider: provider)
    // end
    let items = chapter.getGroupedElements()
    #expect(items.first { $0.textToSpeak == "Is anybody there?" }?.voiceId == "alto")
    #expect(items.first { $0.textToSpeak == "Only me." }?.voiceId == "bass")
  }

  @Test func `tasks are resumed`() async throws {
    let (document, provider, folder) = (document, provider, folder)
    let store = try GenerationStore(at: URL(filePath: folder.path(of: "tasks.sqlite")))
    let service = GenerationService(voiceProvider: provider)
    var cast = Cast()
    cast.narrator = VoiceURI("tone://tenor")
    let script = try await CastDocument(casting: document, cast: cast, providers: [provider])
    // snippet: saved tasks
    let tasks = await BackgroundTaskManager(savingTo: store)
    let resumed = try await tasks.resume { saved in
      guard saved.document == document.id else { return nil }
      return LineGenerationTask(script, store: store, service: service)
    }
    for task in resumed { try await task.value }
    let history = try await store.savedTasks()
    // end
    #expect(history.isEmpty)
  }

  @Test func `lines are stored, spoken and found again`() async throws {
    let (document, provider) = (document, provider)
    let store = try GenerationStore.inMemory()
    let service = GenerationService(voiceProvider: provider)
    // snippet: changes
    let changes = store.changes(of: document.id)
    let following = Task { @MainActor in
      for await change in changes { print(change.kind, change.element ?? "") }
    }
    // end
    defer { following.cancel() }
    // snippet: lines
    var cast = Cast()
    cast.narrator = VoiceURI("tone://tenor")
    cast.characters = [.init(name: "MARA", voice: VoiceURI("tone://alto"))]
    let script = try await CastDocument(casting: document, cast: cast, providers: [provider])

    let tasks = await BackgroundTaskManager()
    let lines = SpeakableItemGenerationTask(
      document: document, store: store, processor: script.processor)
    let audio = LineGenerationTask(script, store: store, service: service)
    try await tasks.enqueue(lines).value
    try await tasks.enqueue(audio).value

    let done = try await store.speakableLines(of: document, status: .audioComplete)
    // end
    #expect(done.contains { $0.speakableText == "Is anybody there?" })
    #expect(done.allSatisfy { $0.audioVersions.count == 1 })
    // snippet: owners
    let spoken = try await store.elements(of: document, withAudio: true)
    for element in document.elements where spoken.contains(element.id) {
      let versions = try await element.generatedContent(in: store)
      print(element.elementText, versions.map(\.durationSeconds))
    }
    if let first = spoken.first { try await store.deleteElement(first) }
    // end
    #expect(try await store.elements(of: document).count == spoken.count - 1)
  }
}
