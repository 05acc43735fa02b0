import Foundation
import HablareTesting
import TestSupport

@testable import Hablare

/// Records, lines and items for tests of the store.
enum StoreSamples {
  static func record(
    _ id: String = "r", text: String = "Hello.", element: String? = nil, created: Double = 0,
    options: VoiceOptions = VoiceOptions(), format: VoiceEngineAudioFormat = .wav
  ) -> TypedDataStorage {
    TypedDataStorage(
      id: id, providerId: "tone", audioFormat: format, prompt: text, characterCount: 7,
      durationSeconds: 1.25, sampleRate: 8_000, voiceID: "alto", voiceName: "Alto",
      languageCode: "en", voiceOptions: options,
      metadata: ["request": "x", "take": 2, "parts": [1.5, .null, ["a": true]]],
      createdAt: Date(timeIntervalSinceReferenceDate: 800_000_000.123456 + created),
      owningElement: element)
  }

  /// Returns audio that depends on the name.
  ///
  /// Its size decides whether it is stored in the database or in a file.
  static func audio(_ name: String = "a", bytes: Int = 2_000) -> Data {
    Data(name.utf8) + Data(repeating: 7, count: bytes - name.utf8.count)
  }

  static let large = audio("large", bytes: AudioArchive.largestInDatabase + 1)

  static func line(
    _ index: Int, of document: String = "d", status: String = "textGenerated",
    type: String = "dialogue"
  ) -> StoredLine {
    StoredLine(
      id: "l\(index)", orderIndex: index, documentID: document, sourceElementID: "e\(index)",
      sourceElementType: type, sceneID: index % 2 == 0 ? nil : "s", text: "Line \(index)\u{0}é",
      characterName: "ANN", rawCharacterName: "ANN (V.O.)", status: status, ruleVersion: "1.0",
      includesCharacterAnnouncement: index == 1, toneHint: "character")
  }

  static func store(in folder: TemporaryFolder) throws -> GenerationStore {
    try GenerationStore(at: URL(filePath: folder.path(of: "store.db")))
  }

  static func files(of store: GenerationStore) throws -> [String] {
    switch store.archive {
    case .memory(let memory): memory.names
    case .folder(let path, _): FolderListing.names(in: path).sorted()
    }
  }

  /// Returns what the program `sqlite3` prints for a statement.
  static func sqlite(_ path: String, _ sql: String) throws -> String {
    let result = try Program.run("sqlite3", [path, sql])
    return (result.output + result.errors).trimmingCharacters(in: .newlines)
  }

  /// Replaces a file by something hostile.
  static func replace(_ path: String, by what: String) throws {
    let manager = FileManager.default
    try manager.moveItem(atPath: path, toPath: path + ".was")
    switch what {
    case "pipe": mkfifo(path, 0o600)
    case "folder": try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "link": symlink(path + ".was", path)
    default:
      try Data("HABCLIP1".utf8).write(to: URL(filePath: path))
      truncate(path, 1 << 40)
    }
  }

  static let hasSQLite = (try? Program.run("sqlite3", ["--version"]).status) == 0

  static func key(
    _ text: String = "Hello.", wantsWordTimings: Bool = false
  ) -> ClipKey {
    var request = VoiceEngineRequest(text: text, voiceId: "alto", languageCode: "en")
    request.wantsWordTimings = wantsWordTimings
    return ClipKey(providerId: "tone", providerVersion: "1", request: request)
  }

  static func output(_ name: String = "a", bytes: Int = 2_000) -> VoiceEngineOutput {
    VoiceEngineOutput(
      audioData: audio(name, bytes: bytes), audioFormat: .pcm16, sampleRate: 8_000, channels: 1,
      wordTimings: [WordTiming(location: 0, length: 5, sample: 12)],
      metadata: ["request-id": "42"])
  }
}

/// An item for `existingAudio(for:)`.
struct StoreItem: SpeakableItem {
  var voiceProvider: any VoiceProvider = ToneVoiceProvider()
  var voiceId = "alto"
  var textToSpeak = "Hello."
  var languageCode = "en"
  var voiceOptions = VoiceOptions()
  var owningElement: String?
}
