import Guion
import Hablare

extension VoiceURI {
  /// Returns a voice of the tone provider, or of a tone provider with another name.
  static func tone(_ voice: String, of provider: String = "tone") -> VoiceURI {
    VoiceURI(providerId: provider, voiceId: voice)
  }
}

/// Returns the elements of a script.
func script(_ source: String, _ format: DocumentFormat = .fountain) -> [GuionElement] {
  GuionParsedElementCollection(string: source, format: format).elements
}
