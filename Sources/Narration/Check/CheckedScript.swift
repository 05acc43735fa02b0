package import Guion

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
    elements = SpeakerLabels(cast: cast).apply(to: manuscript)
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
