public import Guion
import Hablare

/// Finds dialogue in prose: a paragraph that begins with `NAME:`, where the cast has the name, is that
/// character's (Documentation/speech.md, "Speaker labels").
public struct SpeakerLabels: Sendable {
  private let cast: Cast
  /// The names that are listened for, folded.
  private let names: Set<String>

  /// Listens for the names and aliases of a cast; for none where the cast has labels switched off.
  public init(cast: Cast) {
    self.cast = cast
    names = Set(cast.speech.speakerLabels ? cast.names.map(CharacterNormalizer.folded) : [])
  }

  /// The elements of a manuscript, with cue and dialogue in place of every labelled paragraph of prose;
  /// a screenplay has cues of its own.
  ///
  /// A label alone in its paragraph stands for the next paragraph.
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
        result += paragraph.speeches.map { $0.made(from: element) }
        waitsForWords = paragraph.endsWithLabel
      } else {
        var read = element
        if waitsForWords, isProse {
          read.elementType = .dialogue
          read = read.made(from: element)
        }
        if isProse || element.elementType != .comment { waitsForWords = false }
        result.append(read)
      }
    }
    return result
  }

  /// Whether an element may begin with a label: it is a paragraph of a document whose speakers have labels.
  static func canHold(_ element: GuionElement, in manuscript: Manuscript) -> Bool {
    element.elementType == .action && element.standsAlone
      && manuscript.document(of: element)?.isProse == true
  }

  /// Whether a label may be a slip of a name: letters alone, with a capital.
  private static func isPlain(_ name: String) -> Bool {
    name.first?.isUppercase == true && name.allSatisfy { $0.isLetter || $0 == " " || $0 == "-" }
  }

  /// Labels that are nearly a name of the cast: prose to the rules, and likely a slip.
  public func suspects(in manuscript: Manuscript) -> [Diagnostic] {
    guard !names.isEmpty else { return [] }
    let castNames = CastNames(of: cast)
    /// Labels that were looked up, and folded labels of which something was said.
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
        message: "\(name) has no voice and is read as prose; did you mean \(near)?",
        file: manuscript.document(of: element)?.path, position: element.sourceRange?.start)
    }
  }
}

extension Manuscript.Document {
  /// Whether its speakers have labels; a screenplay has cues.
  fileprivate var isProse: Bool { !format.isScreenplay }
}
