import Foundation
import Phonemes
import Testing

/// The tables of the natural voice, as the build puts them beside its model.
enum VoiceTables {
  static let folder = ProcessInfo.processInfo.environment["PHONEMES_FOLDER"] ?? ".build/natural"
  static let advice: Comment =
    "needs the tables of the natural voice: Scripts/install-natural, then make-phonemes"

  static var areThere: Bool {
    EnglishDialect.allCases.flatMap(PhonemeData.fileNames).allSatisfy {
      FileManager.default.fileExists(atPath: "\(folder)/\($0)")
    }
  }

  /// The phonemes of a text that has no unknown words; a question is part of them, as text.
  static func read(_ text: String, _ dialect: EnglishDialect) async throws -> String {
    let reader = EnglishReader(data: try PhonemeData(folder: folder, dialect: dialect))
    var asked: [String] = []
    let reading = try await reader.read(text) { questions in
      asked = questions
      return [:]
    }
    return asked.isEmpty ? reading.phonemes : "\(reading.phonemes) \(asked)"
  }
}
