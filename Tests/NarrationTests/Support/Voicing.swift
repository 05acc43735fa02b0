import Guion
import Hablare
import Synchronization
import TestSupport

extension VoiceURI {
  /// A voice of the tone provider, or of one that stands in for another.
  static func tone(_ voice: String, of provider: String = "tone") -> VoiceURI {
    VoiceURI(providerId: provider, voiceId: voice)
  }
}

extension SpeakableGroup {
  /// The words of the items, in their order.
  var texts: [String] { getGroupedElements().map(\.textToSpeak) }

  /// Who says what: provider, voice and words.
  var voiced: [String] {
    getGroupedElements().map { item in
      "\(item.voiceProvider.providerId)://\(item.voiceId) \(item.textToSpeak)"
    }
  }
}

/// The elements of a script.
func script(_ source: String, _ format: DocumentFormat = .fountain) -> [GuionElement] {
  GuionParsedElementCollection(string: source, format: format).elements
}

/// A voice mapping that remembers what it was asked about.
final class AskedVoices: Sendable {
  private let voices: [String: VoiceURI]
  private let log = Mutex<[GuionElement]>([])

  /// Voices by the words of a cue; everything else is the bass's.
  init(_ voices: [String: VoiceURI]) { self.voices = voices }

  /// Each element that was asked about, once: `character ANN`.
  var questions: Set<String> {
    log.withLock { Set($0.map { "\($0.elementType.identifier) \($0.elementText)" }) }
  }

  @Sendable func voice(of element: GuionElement) -> VoiceURI {
    log.withLock { $0.append(element) }
    guard element.elementType == .character else { return .tone("bass") }
    return voices[element.elementText] ?? .tone("bass")
  }
}
