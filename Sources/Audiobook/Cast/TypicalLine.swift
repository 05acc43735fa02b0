import Guion
import Narration

/// The line by which a role is best known.
package enum TypicalLine {
  /// How many words a voice is heard by: under eight it is hardly known, and twenty take some seven seconds.
  private static let words = 8...20

  /// The place of the line in what a role says; nil where it says nothing.
  ///
  /// It is as long as the role's lines usually are, as far as a voice is heard by that, and said in the role's
  /// own manner, where it ever speaks in it; of several the first.
  static func index(in lines: [SpokenItem]) -> Int? {
    let lengths = lines.map { line in
      line.spans.reduce(0) { $0 + SpokenWords.count(in: $1.captionText) }
    }
    guard !lengths.isEmpty else { return nil }
    let median = lengths.sorted()[lengths.count / 2]
    let usual = min(max(median, words.lowerBound), words.upperBound)
    let plain = lines.indices.filter { isPlain(lines[$0]) }
    return (plain.isEmpty ? Array(lines.indices) : plain)
      .min { (abs(lengths[$0] - usual), $0) < (abs(lengths[$1] - usual), $1) }
  }

  /// The places of the lines by which the roles of a book are best known, by role; they are said alone, and those of the
  /// narrator are neither headings nor announcements, if there are others.
  package static func indices(in lines: [BookLine]) -> [String: Int] {
    var places = Dictionary(grouping: lines.indices) { lines[$0].role }
    let prose = (places[""] ?? []).filter { isProse(lines[$0].spoken) }
    if !prose.isEmpty { places[""] = prose }
    return places.compactMapValues { own in
      let alone = own.filter { !isSimultaneous($0, in: lines) }
      let own = alone.isEmpty ? own : alone
      return index(in: own.map { lines[$0].spoken }).map { own[$0] }
    }
  }

  /// Whether another line is said at the same time: the lines of a passage follow each other.
  private static func isSimultaneous(_ place: Int, in lines: [BookLine]) -> Bool {
    [place - 1, place + 1].contains {
      lines.indices.contains($0) && lines[$0].isSimultaneous(with: lines[place])
    }
  }

  /// Whether a line of the narrator is neither a heading nor words of the program.
  static func isProse(_ line: SpokenItem) -> Bool {
    guard case .element(let type) = line.kind else { return false }
    return type != .sceneHeading && !type.isSectionHeading
  }

  /// Whether a line is said without a direction.
  private static func isPlain(_ line: SpokenItem) -> Bool {
    line.spans.allSatisfy { $0.performance.neutral == nil && $0.performance.effect == nil }
  }
}
