public import Guion
import Hablare

/// What is done to the words of a script before they are spoken.
public enum Cleaning: Sendable, Hashable {
  /// Everything of Documentation/speech.md, "Cleaning the text", for a document of this format.
  case rules(DocumentFormat)
  /// Nothing: the words as the element holds them.
  case none
}

extension Cleaning {
  /// The words of an element that is spoken alone; none where there is nothing to say.
  func words(of element: GuionElement, voice: VoiceURI, languageCode: String) -> String {
    guard element.isSpeakable else { return "" }
    guard let rules = rules(voice: voice, languageCode: languageCode) else {
      return element.elementText
    }
    return rules.words(of: element)
  }

  /// The rules for one voice; nil where nothing is cleaned.
  func rules(
    voice: VoiceURI, languageCode: String, cast: Cast = Cast()
  ) -> (any EditionRules)? {
    guard case .rules(let format) = self else { return nil }
    let casting = Casting(language: languageCode, names: .none) { _ in voice }
    return (cast.rules ?? .current).rules(casting: casting, cast: cast, format: format)
  }
}
