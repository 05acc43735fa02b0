import FoundationEssentials
import Hablare

/// A provider in one file: it speaks in Morse code (ITU-R M.1677-1).
struct MorseVoiceProvider: VoiceProvider {
  // The identity of the provider. The id is the scheme of its voices: `morse://slow`.
  let providerId = "morse"
  let displayName = "Morse Code"
  let requiresAPIKey = false
  let mimeType = "audio/L16"
  let defaultVoiceId: String? = "slow"

  /// The pitch of the tone, in hertz.
  var pitch = 500

  // These members help builds. Each has a default.
  let nativeSampleRate: Int? = 8_000
  let clipsAreWorthCaching = false
  func version() async throws -> String { "1, \(pitch) Hz" }

  // Nothing to configure: no key, no program, no network.
  func isConfigured() async -> Bool { true }

  /// The length of a dot in seconds, for each voice.
  private static let dots = ["slow": 0.12, "fast": 0.06]

  /// Returns both voices for `en` and every `en-*`, and no voice for other languages.
  func fetchVoices(languageCode: String) async throws -> [Voice] {
    guard languageCode.lowercased().prefix(while: { $0 != "-" }) == "en" else { return [] }
    return ["slow", "fast"].map {
      Voice(id: $0, name: "Morse, \($0)", providerId: providerId, language: "en")
    }
  }

  func isVoiceAvailable(voiceId: String) async -> Bool { Self.dots[voiceId] != nil }

  func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    Double(Self.signs(of: text).count) * (Self.dots[voiceId] ?? 0)
  }

  /// Throws an error for an unknown voice, and for text in which no character has a Morse code.
  func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    guard let dot = Self.dots[voiceId] else {
      throw VoiceProviderError.voiceNotFound(nearest: Self.dots.keys.sorted())
    }
    let signs = Self.signs(of: text)
    guard signs.contains(true) else {
      throw VoiceProviderError.invalidRequest("no character of the text has a Morse code")
    }
    return sound(of: signs, frames: Int(8_000 * dot / options.rate))
  }

  // MARK: The engine

  /// Returns the text as units, each as long as a dot; true means that the key is down.
  ///
  /// A dot takes 1 unit and a dash takes 3 units. A gap takes 1 unit within a letter, 3 units between
  /// letters, and 7 units between words.
  private static func signs(of text: String) -> [Bool] {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map { word in
      joined(word.compactMap { codes[$0] }.map(letter), gap: 3)
    }
    return joined(words.filter { !$0.isEmpty }, gap: 7)
  }

  private static func letter(_ code: String) -> [Bool] {
    joined(code.map { Array(repeating: true, count: $0 == "-" ? 3 : 1) }, gap: 1)
  }

  private static func joined(_ parts: [[Bool]], gap: Int) -> [Bool] {
    Array(parts.joined(separator: Array(repeating: false, count: gap)))
  }

  /// Returns a square wave as signed 16-bit little-endian samples at 8,000 Hz.
  private func sound(of signs: [Bool], frames: Int) -> Data {
    var data = Data(capacity: signs.count * frames * 2)
    for isDown in signs {
      for frame in 0..<frames {
        let sample: Int16 = isDown ? (frame * pitch / 4_000 % 2 == 0 ? 6_000 : -6_000) : 0
        withUnsafeBytes(of: sample.littleEndian) { data.append(contentsOf: $0) }
      }
    }
    return data
  }

  private static let codes: [Character: String] = [
    "a": ".-", "b": "-...", "c": "-.-.", "d": "-..", "e": ".", "f": "..-.", "g": "--.",
    "h": "....", "i": "..", "j": ".---", "k": "-.-", "l": ".-..", "m": "--", "n": "-.",
    "o": "---", "p": ".--.", "q": "--.-", "r": ".-.", "s": "...", "t": "-", "u": "..-",
    "v": "...-", "w": ".--", "x": "-..-", "y": "-.--", "z": "--..", "0": "-----", "1": ".----",
    "2": "..---", "3": "...--", "4": "....-", "5": ".....", "6": "-....", "7": "--...",
    "8": "---..", "9": "----.", ".": ".-.-.-", ",": "--..--", "?": "..--..",
  ]
}
