import Guion
import Narration

/// The most typical line of a role.
package enum TypicalLine {
  /// The number of words in a line that is used to judge a voice.
  /// Fewer than eight words say little about a voice; twenty words take about seven seconds.
  private static let words = 8...20

  /// Returns the index of the most typical of a role's lines; nil if there are no lines.
  /// The length of this line is close to the role's median length, within the limits in `words`. Lines in the role's
  /// normal manner are preferred. If several lines are equally typical, the first is chosen.
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

  /// Returns the indices of the most typical lines, by role.
  /// If a role has other lines, simultaneous speeches are left out. If the narrator has other lines, the narrator's
  /// headings and announcements are left out too.
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

  /// Returns whether another line is spoken at the same time.
  /// Such a line is the previous or the next line.
  private static func isSimultaneous(_ place: Int, in lines: [BookLine]) -> Bool {
    [place - 1, place + 1].contains {
      lines.indices.contains($0) && lines[$0].isSimultaneous(with: lines[place])
    }
  }

  /// Returns whether a line of the narrator is neither a heading nor an announcement of the program.
  static func isProse(_ line: SpokenItem) -> Bool {
    guard case .element(let type) = line.kind else { return false }
    return type != .sceneHeading && !type.isSectionHeading
  }

  /// Returns whether a line is spoken in the role's normal manner and without an effect.
  private static func isPlain(_ line: SpokenItem) -> Bool {
    line.spans.allSatisfy { $0.performance.neutral == nil && $0.performance.effect == nil }
  }
}
