import FoundationEssentials
import Testing

@testable import Hablare

/// The voice heart, and lines for it.
enum NeuralSamples {
  static let isInstalled = NaturalFiles.folder() != nil
  static let reason: Comment = "Scripts/install-natural has not fetched the voice"

  static let heart = NeuralModel(
    path: (NaturalFiles.folder() ?? "") + "/heart.onnx",
    sha256: "5f70741d4e900f4e85d0037498736cc1b3e1b9a63a13546a5da1e63abf4fccd8")

  /// Phonemes of sentences, as numbers of the voice's vocabulary.
  static let sentences: [[UInt16]] = [
    [0, 50, 83, 54, 156, 31, 16, 81, 156, 86, 123, 4, 0],
    [
      0, 81, 157, 86, 123, 68, 16, 70, 56, 16, 156, 86, 48, 83, 123, 62, 54, 83, 61, 16, 156, 102,
      56,
      62, 83, 55, 83, 61, 51, 16, 44, 83, 62, 65, 156, 51, 56, 16, 81, 157, 86, 55, 4, 0,
    ],
    [
      0, 131, 157, 51, 16, 53, 72, 56, 16, 58, 156, 102, 56, 58, 157, 41, 56, 62, 16, 65, 157, 138,
      62,
      16, 50, 51, 68, 16, 48, 156, 51, 54, 102, 112, 16, 44, 83, 48, 156, 76, 123, 4, 0,
    ],
    [
      0, 156, 39, 83, 123, 68, 16, 54, 156, 24, 36, 83, 123, 3, 16, 72, 56, 46, 16, 81, 83, 16, 54,
      156,
      25, 62, 61, 16, 69, 123, 16, 46, 156, 102, 55, 46, 4, 0,
    ],
    [0, 65, 157, 51, 16, 58, 156, 135, 131, 16, 102, 56, 4, 0],
    [
      0, 61, 157, 31, 16, 65, 157, 102, 133, 16, 65, 156, 138, 56, 68, 16, 102, 62, 16, 92, 156,
      138,
      56, 83, 16, 44, 156, 51, 6, 0,
    ],
  ]

  /// Returns this many different lines: sentences at slightly different speeds.
  static func lines(_ count: Int) -> [NeuralRequest] {
    (0..<count).map { index in
      var request = NeuralRequest(model: heart, ids: sentences[index % sentences.count])
      request.speed = 1.2 + 0.01 * Double(index / sentences.count)
      return request
    }
  }

  static func samples(_ speech: NeuralSpeech) -> [Int16] {
    let bytes = [UInt8](speech.data)
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }
}
