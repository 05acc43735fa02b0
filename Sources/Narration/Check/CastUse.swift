import Guion
import Hablare

/// Entries of the cast that the script does not use.
struct CastUse: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    roles(script) + pronunciations(script)
  }

  private func roles(_ script: CheckedScript) -> [Diagnostic] {
    let words = LanguageWords.of(script.language)
    let cues = Set(script.speeches.map(\.cue.name))
    // A voice that is in a cue of several may be there for the day when it speaks alone.
    let parts = cues.flatMap { CharacterNormalizer.parts(of: $0, words: words) }
    let used = Set(script.names.meanings.map(\.name))
    let heard = Set((Array(cues) + parts).map(CharacterNormalizer.folded))
    return script.cast.characters.compactMap { character in
      guard !used.contains(character.name),
        !character.names.contains(where: { heard.contains(CharacterNormalizer.folded($0)) })
      else { return nil }
      let unowned = script.names.meanings.map(\.name).filter { name in
        !script.cast.characters.contains { $0.name == name }
      }
      let near = Spelling.nearest(
        to: character.name, among: unowned, limit: 1, within: max(1, character.name.count / 4))
      return diagnostic(
        .unusedRole, "\(character.name) speaks no cue",
        near.first.map { "; did you mean \($0)?" } ?? "; take the entry out, or correct the name",
        at: script.cast.characterPlaces[character.name])
    }
  }

  private func pronunciations(_ script: CheckedScript) -> [Diagnostic] {
    guard !script.cast.pronunciations.isEmpty else { return [] }
    let texts = script.elements.map(\.elementText) + script.manuscript.titlePage.flatMap(\.values)
    return script.cast.pronunciations.compactMap { entry in
      guard !texts.contains(where: { entry.occurs(in: $0) }) else { return nil }
      return diagnostic(
        .unusedPronunciation, "\"\(entry.text)\" does not occur in what is read", "",
        at: script.cast.pronunciationPlaces[entry.text])
    }
  }

  private func diagnostic(
    _ code: LintCode, _ message: String, _ hint: String, at place: Cast.Place?
  ) -> Diagnostic {
    Diagnostic(
      code: code.name, severity: code.severity ?? .note, message: message + hint,
      file: place?.file, position: place?.position)
  }
}

extension Pronunciation {
  /// Whether the word stands in a text as a whole word; with a capital in it, case counts, but for a
  /// text in capitals throughout.
  func occurs(in text: String) -> Bool {
    if occurs(exactly: self.text, in: text) { return true }
    if self.text.contains(where: \.isUppercase) {
      return occurs(exactly: self.text.uppercased(), in: text)
    }
    return occurs(exactly: self.text.lowercased(), in: text.lowercased())
  }

  private func occurs(exactly word: String, in text: String) -> Bool {
    text.ranges(of: word).contains { range in
      let before = text[..<range.lowerBound].last
      let after = text[range.upperBound...].first
      return before.map(isPartOfWord) != true && after.map(isPartOfWord) != true
    }
  }

  private func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}
