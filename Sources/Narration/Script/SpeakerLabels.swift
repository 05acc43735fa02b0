public import Guion

/// Finds dialogue in prose: a paragraph that begins with `NAME:`, where the cast has the name, is that
/// character's (Documentation/speech.md, "Speaker labels").
public struct SpeakerLabels: Sendable {
  private let names: Set<String>

  /// Listens for the names and aliases of a cast; for none where the cast has labels switched off.
  public init(cast: Cast) {
    names =
      cast.speech.speakerLabels
      ? Set(cast.characters.flatMap { [$0.name] + $0.aliases }.map(CharacterNormalizer.folded)) : []
  }

  /// The elements of a manuscript, with cue and dialogue in place of every labelled paragraph of prose;
  /// a screenplay has cues of its own.
  ///
  /// A label alone in its paragraph stands for the next paragraph.
  public func apply(to manuscript: Manuscript) -> [GuionElement] {
    let elements = manuscript.elements
    let isScreenplay = manuscript.documents.map { $0.format == .fountain }
    guard !names.isEmpty, isScreenplay.contains(false) else { return elements }
    var result: [GuionElement] = []
    result.reserveCapacity(elements.count)
    var waitsForWords = false
    for element in elements {
      let isProse =
        isScreenplay.indices.contains(element.source) && !isScreenplay[element.source]
        && element.elementType == .action && element.mark == nil && element.quoteDepth == 0
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
}
