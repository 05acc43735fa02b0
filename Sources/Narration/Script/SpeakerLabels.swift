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
      let isProse =
        element.elementType == .action && element.standsAlone
        && manuscript.document(of: element)?.isProse == true
      let paragraph = isProse ? LabelledParagraph(element, names: names) : nil
      if let paragraph {
        result += paragraph.speeches
        waitsForWords = paragraph.endsWithLabel
      } else {
        var element = element
        if waitsForWords, isProse { element.elementType = .dialogue }
        if isProse || element.elementType != .comment { waitsForWords = false }
        result.append(element)
      }
    }
    return result
  }

  /// Labels that are nearly a name of the cast: prose to the rules, and likely a slip.
  public func suspects(in manuscript: Manuscript) -> [Diagnostic] {
    guard !names.isEmpty else { return [] }
    var seen: Set<String> = []
    return manuscript.elements.compactMap { element in
      guard element.elementType == .action, element.mark == nil,
        let document = manuscript.document(of: element), document.isProse,
        let colon = element.elementText.prefix(40).firstIndex(of: ":")
      else { return nil }
      let label = element.elementText[..<colon]
      guard label.first?.isUppercase == true,
        label.allSatisfy({ $0.isLetter || $0 == " " || $0 == "-" })
      else { return nil }
      let name = CharacterNormalizer.name(of: String(label))
      let folded = CharacterNormalizer.folded(name)
      guard !names.contains(folded), !seen.contains(folded),
        let near = cast.nearestName(to: name)
      else { return nil }
      seen.insert(folded)
      return Diagnostic(
        code: "uncast-character", severity: .warning,
        message: "\(name) has no voice and is read as prose; did you mean \(near)?",
        file: document.path, position: element.sourceRange?.start)
    }
  }
}

extension Manuscript.Document {
  /// Whether its speakers have labels; a screenplay has cues.
  fileprivate var isProse: Bool { format != .fountain }
}
