public import Guion
import Hablare

/// Finds dialogue in prose (Documentation/speech.md, "Speaker labels").
///
/// If a paragraph begins with `NAME:` and the name is in the cast, this character speaks the paragraph.
public struct SpeakerLabels: Sendable {
  private let cast: Cast
  /// The names to look for, folded.
  private let names: Set<String>

  /// Looks for the names and aliases of a cast.
  ///
  /// If the cast switches labels off, no names are found.
  public init(cast: Cast) {
    self.cast = cast
    names = Set(cast.speech.speakerLabels ? cast.names.map(CharacterNormalizer.folded) : [])
  }

  /// Returns the elements of a manuscript, with speeches in place of labelled paragraphs.
  ///
  /// A labelled paragraph of prose becomes cues and dialogue. Screenplays stay unchanged, because they have cues.
  ///
  /// If a label is alone in its paragraph, its speech is the next paragraph.
  public func apply(to manuscript: Manuscript) -> [GuionElement] {
    let elements = manuscript.elements
    guard !names.isEmpty, manuscript.documents.contains(where: \.isProse) else { return elements }
    var result: [GuionElement] = []
    result.reserveCapacity(elements.count)
    var waitsForWords = false
    for element in elements {
      let isProse = Self.canHold(element, in: manuscript)
      let paragraph = isProse ? LabelledParagraph(element, names: names) : nil
      if let paragraph {
        result += paragraph.speeches.map { $0.withIdentity(of: element) }
        waitsForWords = paragraph.endsWithLabel
      } else {
        var read = element
        if waitsForWords, isProse {
          read.elementType = .dialogue
          read = read.withIdentity(of: element)
        }
        if isProse || element.elementType != .comment { waitsForWords = false }
        result.append(read)
      }
    }
    return result
  }

  /// Whether an element can begin with a label: it is a top-level paragraph of a document that uses labels.
  static func canHold(_ element: GuionElement, in manuscript: Manuscript) -> Bool {
    element.elementType == .action && element.isTopLevel
      && manuscript.document(of: element)?.isProse == true
  }

  /// Whether a label could be a misspelt name: it has only letters, spaces and hyphens, and begins with a capital.
  private static func isPlain(_ name: String) -> Bool {
    name.first?.isUppercase == true && name.allSatisfy { $0.isLetter || $0 == " " || $0 == "-" }
  }

  /// Returns warnings about labels that are similar to a name of the cast.
  /// The rules read such labels as prose, but the labels are probably misspelt names.
  package func suspects(in manuscript: Manuscript) -> [Diagnostic] {
    guard !names.isEmpty else { return [] }
    let castNames = CastNames(of: cast)
    /// The labels that were compared, and the folded labels that were reported.
    var (asked, seen) = (Set<String>(), Set<String>())
    return manuscript.elements.compactMap { element in
      guard element.mark == nil, Self.canHold(element, in: manuscript),
        let name = SpeakerLabel.all(in: element, where: Self.isPlain).first?.name
      else { return nil }
      let folded = CharacterNormalizer.folded(name)
      guard !names.contains(folded), !seen.contains(folded), asked.insert(name).inserted,
        let near = castNames.nearest(to: name)
      else { return nil }
      seen.insert(folded)
      return Diagnostic(
        code: "uncast-character", severity: .warning,
        message: "\(name) is not in the cast, so the narrator reads this paragraph; did you mean "
          + "\(near)?",
        file: manuscript.document(of: element)?.path, position: element.sourceRange?.start)
    }
  }
}

extension Manuscript.Document {
  /// Whether the document uses labels.
  /// A screenplay has cues instead.
  fileprivate var isProse: Bool { !format.isScreenplay }
}
