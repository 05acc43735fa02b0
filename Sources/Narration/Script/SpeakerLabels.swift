public import Guion
import Hablare

/// Finds dialogue in prose: a paragraph that begins with `NAME:`, where the cast has the name, is that
/// character's (Documentation/speech.md, "Speaker labels").
public struct SpeakerLabels: Sendable {
  private let names: Set<String>
  private let castNames: [String]

  /// Listens for the names and aliases of a cast; for none where the cast has labels switched off.
  public init(cast: Cast) {
    castNames = cast.speech.speakerLabels ? cast.characters.flatMap { [$0.name] + $0.aliases } : []
    names = Set(castNames.map(CharacterNormalizer.folded))
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

  /// Labels that are nearly a name of the cast: prose to the rules, and likely a slip.
  public func suspects(in manuscript: Manuscript) -> [Diagnostic] {
    guard !names.isEmpty else { return [] }
    var seen: Set<String> = []
    return manuscript.elements.compactMap { element in
      guard manuscript.documents.indices.contains(element.source),
        manuscript.documents[element.source].format != .fountain, element.elementType == .action,
        element.mark == nil, let colon = element.elementText.prefix(40).firstIndex(of: ":")
      else { return nil }
      let name = String(element.elementText[..<colon])
      let folded = CharacterNormalizer.folded(CharacterNormalizer.name(of: name))
      guard folded.count > 2, name.allSatisfy({ $0.isLetter || $0 == " " || $0 == "-" }),
        name.first?.isUppercase == true, !names.contains(folded), !seen.contains(folded)
      else { return nil }
      let bound = max(1, folded.count / 5)
      let near = Spelling.nearest(to: name, among: castNames, limit: 1, within: bound).first
      guard let near else { return nil }
      seen.insert(folded)
      return Diagnostic(
        code: "uncast-character", severity: .warning,
        message: "\(name) has no voice and is read as prose; did you mean \(near)?",
        file: manuscript.documents[element.source].path, position: element.sourceRange?.start)
    }
  }
}
