import Foundation
import Phonemes
import Testing

/// The tables of the natural voice, which the build puts next to its model.
enum VoiceTables {
  static let folder = ProcessInfo.processInfo.environment["PHONEMES_FOLDER"] ?? ".build/natural"
  static let advice: Comment =
    "needs the tables of the natural voice: Scripts/install-natural, then make-phonemes"

  static var areThere: Bool {
    EnglishDialect.allCases.flatMap(PhonemeData.fileNames).allSatisfy {
      FileManager.default.fileExists(atPath: "\(folder)/\($0)")
    }
  }

  /// Returns the phonemes of a text without unknown words.
  ///
  /// A question about an unknown word is added as text.
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
