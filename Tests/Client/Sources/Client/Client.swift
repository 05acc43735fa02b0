import Foundation
import Guion
import Hablare
import HablareStore
import HablareTesting
import Narration

/// An app that does what Documentation/from-swifthablare.md shows, and checks the results.
@main struct Client {
  private static let script = """
    INT. KITCHEN - NIGHT

    The kettle sings.

    MARA
    (whispering)
    Is anybody there?

    TOM
    Only me.
    """

  static func main() async {
    let folder = URL(filePath: CommandLine.arguments.dropFirst().first ?? ".")
    var broken: [String] = []
    for (name, check) in checks(in: folder) {
      do {
        let holds = try await check()
        if !holds { broken.append(name) }
      } catch {
        broken.append("\(name): \(error)")
      }
    }
    for name in broken { print("client: broken: \(name)") }
    print("client: \(checks(in: folder).count - broken.count) held, \(broken.count) broken")
    exit(broken.isEmpty ? 0 : 1)
  }

  private typealias Check = @MainActor () async throws -> Bool

  @MainActor private static func checks(in folder: URL) -> [(String, Check)] {
    [
      ("espeak speaks", { try await speaks(EspeakNGVoiceProvider(), "espeak") }),
      ("an older provider speaks", { try await speaks(OlderProvider(), "older") }),
      ("the default provider has voices", { try await hasVoices() }),
      ("settings are saved", { try saveSettings(in: folder) }),
      ("a document is read from a URL", { try reads(folder) }),
      ("a group whispers, and a view follows it", { try await whispers(folder) }),
      ("lines are spoken by tasks", { try await runsTasks(folder) }),
    ]
  }

  private static func speaks(_ provider: any VoiceProvider, _ id: String) async throws -> Bool {
    let result = try await GenerationService(voiceProvider: provider).generate(
      text: "The tea is ready.", providerId: id, voiceId: "en-us")
    return result.duration > 0.5 && result.mimeType == "audio/wav"
  }

  private static func hasVoices() async throws -> Bool {
    let voices = try await GenerationService().fetchVoices(languageCode: "en")
    return !voices.isEmpty && voices.allSatisfy { $0.quality != nil }
  }

  private static func document(in folder: URL) throws -> GuionDocumentModel {
    let file = folder.appending(path: "kettle.fountain")
    try Data(script.utf8).write(to: file)
    return try GuionDocumentModel(file: file)
  }

  private static func reads(_ folder: URL) throws -> Bool {
    try document(in: folder).elements.contains { $0.elementText == "Only me." }
  }

  private static func whispers(_ folder: URL) async throws -> Bool {
    let document = try document(in: folder)
    let store = try GenerationStore(at: folder.appending(path: "a.sqlite"))
    let changes = store.changes(of: document.id)
    let chapter = ChapterSpeakable(
      chapterHeading: nil, elements: document.parsed.elements, voiceMapping: { _ in "alto" },
      voiceProvider: ToneVoiceProvider(), languageCode: "en")
    let records = try await GenerationService().generateGroup(
      chapter, to: store, document: document.id)
    let voices = Set(records.filter { $0.prompt == "Is anybody there?" }.map(\.voiceID))
    var count = 0
    for await change in changes {
      guard change.kind == .saved else { return false }
      count += 1
      if count == records.count { break }
    }
    let spoken = try await store.elements(of: document, withAudio: true)
    return voices == ["alto+whisper"] && !spoken.isEmpty
  }

  private static func runsTasks(_ folder: URL) async throws -> Bool {
    let document = try document(in: folder)
    let store = try GenerationStore(at: folder.appending(path: "b.sqlite"))
    let provider = ToneVoiceProvider()
    var cast = Cast()
    cast.narrator = VoiceURI("tone://tenor")
    cast.characters = [.init(name: "MARA", voice: VoiceURI("tone://alto"))]
    let script = try await CastDocument(casting: document, cast: cast, providers: [provider])
    let tasks = await BackgroundTaskManager()
    try await tasks.enqueue(
      SpeakableItemGenerationTask(
        document: document, store: store, rules: SpeechLogicRulesV1_2(for: document))
    ).value
    try await tasks.enqueue(LineGenerationTask(script, store: store)).value
    let lines = try await store.speakableLines(of: document, status: .audioComplete)
    try await store.deleteDocument(document)
    let left = try await store.records(mimePrefix: "audio/")
    return lines.contains { $0.speakableText == "Only me." } && left.isEmpty
  }
}
