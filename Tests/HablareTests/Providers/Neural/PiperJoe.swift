import Foundation
import Testing

@testable import Hablare

/// The real Piper voice with which tests speak.
enum PiperJoe {
  static let id = "en_US-joe-medium"
  static let reason: Comment = "Scripts/install-voices has not fetched the voice"

  /// The folder of the voices that Scripts/install-voices downloads.
  static let folders = VoiceFolders(
    own: URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../.build/voices").standardizedFileURL.path)

  static let isInstalled =
    InstalledVoices(in: folders).voice(id, of: .piper) != nil && NaturalFiles.folder() != nil

  static func provider(slots: Int = 1) -> NeuralVoiceProvider {
    NeuralVoiceProvider.piper(
      folders: folders, speller: EspeakNGVoiceEngine(slots: 1), slots: slots)
  }

  static func request(
    _ text: String, _ options: VoiceOptions = VoiceOptions(), isPhonemes: Bool = false
  ) -> VoiceEngineRequest {
    VoiceEngineRequest(
      text: text, voiceId: id, languageCode: "en-US", options: options, isPhonemes: isPhonemes)
  }
}
