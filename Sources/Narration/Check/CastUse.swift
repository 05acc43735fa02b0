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
    // If a cue names several characters, each character counts as used, because each may speak alone in a later draft.
    let parts = cues.flatMap { CharacterNormalizer.parts(of: $0, words: words) }
    let used = Set(script.names.meanings.map(\.name))
    let heard = Set((Array(cues) + parts).map(CharacterNormalizer.folded))
    let owners = Set(script.cast.characters.map(\.name))
    let unowned = SpellingIndex(script.names.meanings.map(\.name).filter { !owners.contains($0) })
    return script.cast.characters.compactMap { character in
      guard !used.contains(character.name),
        !character.names.contains(where: { heard.contains(CharacterNormalizer.folded($0)) })
      else { return nil }
      let near = unowned.nearest(to: character.name, within: max(1, character.name.count / 4))
      return diagnostic(
        .unusedRole, "\(character.name) is not the name of any cue",
        near.map { "; did you mean \($0)?" } ?? "; remove the entry, or correct the name",
        at: script.cast.characterPositions[character.name])
    }
  }

  private func pronunciations(_ script: CheckedScript) -> [Diagnostic] {
    guard !script.cast.pronunciations.isEmpty else { return [] }
    let texts = script.elements.map(\.elementText) + script.manuscript.titlePage.flatMap(\.values)
    var search = PronunciationSearch(script.cast.pronunciations)
    for text in texts { search.read(text) }
    return script.cast.pronunciations.enumerated().compactMap { number, entry in
      guard !search.found.contains(number) else { return nil }
      return diagnostic(
        .unusedPronunciation, "\"\(entry.text)\" does not occur in the text", "",
        at: script.cast.pronunciationPositions[entry.text])
    }
  }

  private func diagnostic(
    _ code: LintCode, _ message: String, _ hint: String, at place: Cast.Position?
  ) -> Diagnostic {
    Diagnostic(
      code: code.name, severity: code.severity ?? .note, message: message + hint,
      file: place?.file, position: place?.position)
  }
}
