package import Guion
import Hablare

/// A script as the checks see it: its elements and its cast.
package struct CheckedScript: Sendable {
  package let manuscript: Manuscript
  /// The cast, including the severities in its `"lint"`.
  package let cast: Cast
  /// The language of the text, as a BCP 47 tag.
  package let language: String
  /// The manuscript's elements.
  /// Labelled paragraphs have already become cues and dialogue.
  let elements: [GuionElement]
  /// The speeches, in order.
  let speeches: [Speech]
  /// The role that each cue means.
  let names: CueNames
  /// The folded names of all cues and of the cast.
  let knownNames: Set<String>

  package init(_ manuscript: Manuscript, cast: Cast, language: String) {
    (self.manuscript, self.cast, self.language) = (manuscript, cast, language)
    let labelled = SpeakerLabels(cast: cast, language: language).apply(to: manuscript)
    elements =
      cast.ruleSet < .v1_2 ? labelled : DirectedLanguages.marked(labelled, language: language)
    speeches = Speech.all(in: elements)
    names = CueNames(
      of: elements, cast: cast, language: language,
      sources: manuscript.documents.map(\.path))
    knownNames = Set(speeches.map(\.cue.folded))
      .union(cast.names.map(CharacterNormalizer.folded))
  }

  /// Whether an element belongs to a screenplay, in which capitals and empty lines have a meaning.
  func isScreenplay(_ element: GuionElement) -> Bool {
    manuscript.document(of: element)?.format.isScreenplay == true
  }

  /// Returns a finding about an element, or about a position in the element.
  func finding(
    _ code: LintCode, _ message: String, at element: GuionElement,
    _ position: SourcePosition? = nil
  ) -> Diagnostic {
    // A finding is created even if its code is off by default, because the cast can switch the code on.
    Diagnostic(
      code: code.name, severity: code.severity ?? .note, message: message,
      file: manuscript.document(of: element)?.path,
      position: position ?? element.sourceRange?.start)
  }
}

/// A cue and the elements of its speech.
struct Speech: Sendable {
  var cue: Cue
  /// The index of the cue among the elements.
  var index: Int
  /// Dialogue, parentheticals and lyrics.
  var parts: [GuionElement] = []
  /// The index of the element after the last part, or after the cue if there are no parts.
  var end: Int

  /// Whether the speech has words to speak or sing.
  var hasWords: Bool { parts.contains { $0.elementType != .parenthetical } }

  /// Returns the speeches of a script.
  /// Notes and boneyards do not end a speech.
  static func all(in elements: [GuionElement]) -> [Speech] {
    var speeches: [Speech] = []
    var isOpen = false
    for (index, element) in elements.enumerated() {
      switch element.elementType {
      case .character:
        speeches.append(Speech(cue: Cue(element), index: index, end: index + 1))
        isOpen = true
      case .dialogue, .parenthetical, .lyrics:
        guard isOpen else { continue }
        speeches[speeches.count - 1].parts.append(element)
        speeches[speeches.count - 1].end = index + 1
      case .comment, .boneyard: continue
      default: isOpen = false
      }
    }
    return speeches
  }
}

/// A check of a script.
/// A check has no state, so the order of checks does not matter.
protocol ScriptCheck: Sendable {
  /// Returns the findings, in the order of the text.
  func findings(in script: CheckedScript) -> [Diagnostic]
}

/// Finds likely mistakes in a script.
/// The mistakes are not errors.
package struct ScriptChecker: Sendable {
  private let checks: [any ScriptCheck] = [
    SimilarCues(), CuesWithoutDialogue(), CuesWithoutBlankLine(), SplitDialogue(),
    HeadingsWithoutBlankLine(), SluglineTimes(),
    PageLines(), SilentMacros(), UnreadHTML(), PrivateSections(),
    BackMatterParts(),
    SingleSpeeches(), LongLines(), UnspeakableSpeeches(), UnmatchedDirections(), ForeignPassages(),
    UncastSpeakers(), CastUse(),
  ]

  package init() {}

  /// Returns the findings.
  /// The key `"lint"` of the cast sets the severities. Findings whose code is off are left out.
  package func findings(in script: CheckedScript) -> [Diagnostic] {
    // Casting reports the same diagnostics about names, but does not run if a voice is unknown. The diagnostics are
    // added here so that the user sees them in the same run.
    script.cast.lint.applied(
      to: script.names.diagnostics + checks.flatMap { $0.findings(in: script) })
  }

  /// Returns only the findings about entries of the cast that the script does not use.
  package func unusedEntries(in script: CheckedScript) -> [Diagnostic] {
    script.cast.lint.applied(to: CastUse().findings(in: script))
  }

  /// Entries of the cast that the script does not use.
  struct CastUse: ScriptCheck {
    func findings(in script: CheckedScript) -> [Diagnostic] {
      roles(script) + pronunciations(script)
    }

    private func roles(_ script: CheckedScript) -> [Diagnostic] {
      let words = LanguageWords.of(script.language)
      let cues = Set(script.speeches.map(\.cue.name))
      // If a cue names several characters, each character counts as used, because each may speak alone in a later
      // draft.
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
}

extension GuionElement {
  struct Line {
    /// The line, without whitespace at its ends.
    var text: Substring
    /// The start of the line, or of the element if the start of the line is unknown.
    var position: SourcePosition?
    var isFirst: Bool
    var isLast: Bool
  }

  /// The lines of the text, with their positions.
  /// If the line breaks of the text differ from the line breaks of the source, all lines have the position of the
  /// element. For example, the line breaks differ if notes were removed from the text.
  var lines: [Line] {
    let texts = elementText.split(separator: "\n", omittingEmptySubsequences: false)
    let isWhole = sourceRange.map { $0.end.line - $0.start.line + 1 == texts.count } ?? false
    return texts.enumerated().map { index, text in
      var position = sourceRange?.start
      if isWhole, index > 0, let start = position {
        let blanks = text.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
        position = SourcePosition(line: start.line + index, column: 1 + blanks)
      }
      var words = text.drop(while: \.isWhitespace)
      while words.last?.isWhitespace == true { words.removeLast() }
      return Line(
        text: words, position: position, isFirst: index == 0, isLast: index == texts.count - 1)
    }
  }

  /// Whether a sigil such as `!` forces the type of an element on one line.
  /// The sigil is in the source but not in the text. So the source of such an element has more bytes than its text.
  var isForced: Bool {
    guard let range = sourceRange, range.start.line == range.end.line else { return false }
    return range.end.column - range.start.column + 1 > elementText.utf8.count
  }
}

extension StringProtocol {
  /// Whether the text has capitals but no lower-case letters.
  var isInCapitals: Bool {
    contains(where: \.isUppercase) && !contains(where: \.isLowercase)
  }
}
