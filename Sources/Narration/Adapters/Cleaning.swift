public import Guion
import Hablare

/// The cleaning of a script's text before it is spoken.
public enum Cleaning: Sendable, Hashable {
  /// All steps of Documentation/speech.md, "Cleaning the text", for a document of this format.
  case rules(DocumentFormat)
  /// No cleaning: the text of the element stays the same.
  case none
}

extension Cleaning {
  /// Returns the spoken text of a single element; empty if the element has nothing to speak.
  func words(of element: GuionElement, voice: VoiceURI, languageCode: String) -> String {
    guard element.isSpeakable else { return "" }
    guard let rules = rules(voice: voice, languageCode: languageCode) else {
      return element.elementText
    }
    return rules.words(of: element)
  }

  /// Returns the rules for one voice, or nil if the text is not cleaned.
  func rules(
    voice: VoiceURI, languageCode: String, cast: Cast = Cast()
  ) -> (any EditionRules)? {
    guard case .rules(let format) = self else { return nil }
    let casting = Casting(language: languageCode, names: .none) { _ in voice }
    return (cast.rules ?? .current).rules(casting: casting, cast: cast, format: format)
  }
}
