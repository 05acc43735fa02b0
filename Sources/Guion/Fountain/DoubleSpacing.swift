import Basics

/// Reading scripts with a blank line between all paragraphs, also between a name and its speech.
extension ScriptColumns {
  /// The lines with a repeated name that are alone, and the number of lines with such a name.
  private var cuesAlone: (alone: [Int], all: Int) {
    var counts: [String: Int] = [:]
    let cues = lines.indices.filter { isName(lines[$0]) && !lines[$0].blanks.isEmpty }
    for cue in cues { counts[lines[cue].name ?? "", default: 0] += 1 }
    let known = cues.filter { counts[lines[$0].name ?? "", default: 0] > 2 }
    return (known.filter { $0 + 1 < lines.count && !hasText($0) }, known.count)
  }

  mutating func joinSpeeches() {
    let (alone, all) = cuesAlone
    isDoubleSpaced = alone.count >= 60 && alone.count * 5 >= all * 4
    guard isDoubleSpaced else { return }
    let known = Set(alone.compactMap { lines[$0].name })
    for cue in alone {
      var index = cue + 1
      gaps.formUnion(lines[index].blanks)
      while index + 1 < lines.count {
        let isAside = isParenthetical(lines[index])
        index = paragraph(below: index).upperBound
        guard index < lines.count, lines[index].name == nil, !lines[index].isHeading,
          isAside || isInnerAside(index, known)
        else { break }
        gaps.formUnion(lines[index].blanks)
      }
    }
  }
}
