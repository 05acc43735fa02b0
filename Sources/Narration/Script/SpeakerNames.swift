package import Guion

/// Finds names before speeches in prose, for books without a cast.
/// In such books, names are not labels yet.
package enum SpeakerNames {
  /// A name, and the paragraph where it first appears.
  package struct Appearance: Sendable {
    /// The name as written in the paragraph.
    package var name: String
    /// The paragraph.
    package var element: GuionElement
  }

  /// Returns the names that would be labels if a cast listed them, in the order of the text.
  /// A name is returned if it is in capitals, or if it begins at least two lines. If only one line in the manuscript
  /// begins with such a name, the result is empty, because one line is not a conversation.
  package static func likely(in manuscript: Manuscript) -> [Appearance] {
    var names: [Appearance] = []
    var counts: [String: Int] = [:]
    for element in manuscript.elements where SpeakerLabels.canHold(element, in: manuscript) {
      for label in SpeakerLabel.all(in: element, where: isLikely) {
        // "Then:" before a list is not a speaker.
        guard !label.isAlone || label.name.isInCapitals else { continue }
        let folded = CharacterNormalizer.folded(label.name)
        if counts[folded] == nil { names.append(Appearance(name: label.name, element: element)) }
        counts[folded, default: 0] += 1
      }
    }
    let count = { (name: String) in counts[CharacterNormalizer.folded(name)] ?? 0 }
    let likely = names.filter { count($0.name) > 1 || $0.name.isInCapitals }
    return likely.reduce(0) { $0 + count($1.name) } > 1 ? likely : []
  }

  /// Whether a label looks like a name.
  /// A name has at most three words, and no word begins with a lower-case letter. Words such as "Note", which introduce
  /// remarks in documents, are not names.
  private static func isLikely(_ name: String) -> Bool {
    let words = name.split(separator: " ")
    return 1...3 ~= words.count && words.allSatisfy { $0.first?.isLowercase == false }
      && name.first?.isLetter == true && name.unicodeScalars.count > 1
      && name.allSatisfy { $0.isLetter || $0.isNumber || " -.'’".contains($0) }
      && !remarks.contains(CharacterNormalizer.folded(name))
  }

  private static let remarks = Set(
    """
    note notes warning tip hint important caution danger info example examples figure table todo see update \
    question answer summary source sources author authors date title copyright license remark result output \
    input usage default defaults nota ejemplo aviso remarque exemple attention hinweis beispiel achtung anmerkung
    """.split(separator: " ").map(String.init))
}
