public import Guion

/// A script as the checks see it: its elements, and the cast that it is read with.
public struct CheckedScript: Sendable {
  /// What is checked.
  public let manuscript: Manuscript
  /// The cast, with the severities under its `"lint"`.
  public let cast: Cast
  /// The language of the text, as a BCP 47 tag.
  public let language: String
  /// The manuscript's elements, with the speeches that labels make.
  let elements: [GuionElement]
  /// The speeches in their order.
  let speeches: [Speech]
  /// Whom each cue means.
  let names: CueNames
  /// Every name that is a cue somewhere or stands in the cast, folded.
  let knownNames: Set<String>

  /// Prepares a manuscript for the checks.
  public init(_ manuscript: Manuscript, cast: Cast, language: String) {
    (self.manuscript, self.cast, self.language) = (manuscript, cast, language)
    elements = SpeakerLabels(cast: cast).apply(to: manuscript)
    speeches = Speech.all(in: elements)
    names = CueNames(
      of: elements, cast: cast, language: language,
      sources: manuscript.documents.map(\.path))
    knownNames = Set(speeches.map(\.cue.folded))
      .union(cast.names.map(CharacterNormalizer.folded))
  }

  /// Whether an element is a screenplay's, where capitals and empty lines mean something.
  func isScreenplay(_ element: GuionElement) -> Bool {
    manuscript.document(of: element)?.format.isScreenplay == true
  }

  /// A finding about an element, or about a place in it.
  func finding(
    _ code: LintCode, _ message: String, at element: GuionElement,
    _ position: SourcePosition? = nil
  ) -> Diagnostic {
    // Off by default is still found: the cast may switch it on.
    Diagnostic(
      code: code.name, severity: code.severity ?? .note, message: message,
      file: manuscript.document(of: element)?.path,
      position: position ?? element.sourceRange?.start)
  }
}

/// A cue and what stands under it.
struct Speech: Sendable {
  var cue: Cue
  /// Where the cue stands among the elements.
  var index: Int
  /// Dialogue, parentheticals and lyrics.
  var parts: [GuionElement] = []
  /// The element behind the last part; the number of elements at the end.
  var end: Int

  /// Whether anything is said or sung.
  var hasWords: Bool { parts.contains { $0.elementType != .parenthetical } }

  /// The speeches of a script; notes and boneyards interrupt none.
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
