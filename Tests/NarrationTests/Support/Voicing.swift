import Guion
import Hablare
import Synchronization
import TestSupport

extension VoiceURI {
  /// Returns a voice of the tone provider, or of a tone provider with another name.
  static func tone(_ voice: String, of provider: String = "tone") -> VoiceURI {
    VoiceURI(providerId: provider, voiceId: voice)
  }
}

extension SpeakableGroup {
  /// The texts of the items, in order.
  var texts: [String] { getGroupedElements().map(\.textToSpeak) }

  /// Provider, voice and text of each item.
  var voiced: [String] {
    getGroupedElements().map { item in
      "\(item.voiceProvider.providerId)://\(item.voiceId) \(item.textToSpeak)"
    }
  }
}

/// Returns the elements of a script.
func script(_ source: String, _ format: DocumentFormat = .fountain) -> [GuionElement] {
  GuionParsedElementCollection(string: source, format: format).elements
}

/// A voice mapping that records its calls.
final class AskedVoices: Sendable {
  private let voices: [String: VoiceURI]
  private let log = Mutex<[GuionElement]>([])

  /// Creates a mapping by the text of a cue.
  ///
  /// All other elements get the bass voice.
  init(_ voices: [String: VoiceURI]) { self.voices = voices }

  /// Each element for which the mapping was called, once: `character ANN`.
  var questions: Set<String> {
    log.withLock { Set($0.map { "\($0.elementType.identifier) \($0.elementText)" }) }
  }

  @Sendable func voice(of element: GuionElement) -> VoiceURI {
    log.withLock { $0.append(element) }
    guard element.elementType == .character else { return .tone("bass") }
    return voices[element.elementText] ?? .tone("bass")
  }
}
