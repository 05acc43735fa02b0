import Foundation
import Guion
import Hablare
import HablareTesting
import TestSupport

@testable import HablareStore

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
    _ index: Int, of document: String = "d", status: SpeakableItemStatus = .textGenerated,
    type: ElementType = .dialogue
  ) -> SpeakableLine {
    SpeakableLine(
      id: "l\(index)", orderIndex: index, screenplayID: document, sourceElementID: "e\(index)",
      sourceElementType: type, sceneID: index % 2 == 0 ? nil : "s",
      speakableText: "Line \(index)\u{0}é", characterName: "ANN", rawCharacterName: "ANN (V.O.)",
      status: status, ruleVersion: "1.0", includesCharacterAnnouncement: index == 1,
      toneHint: .character)
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

  static let hasSQLite = (try? Program.run("sqlite3", ["--version"]).status) == 0
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
