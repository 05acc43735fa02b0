import Basics
import Guion

/// The notes of `check` as text, grouped by code with a count, so that many notes do not hide the warnings.
struct GroupedNotes {
  /// The maximum number of notes listed for each code, unless `listsAll` is set.
  private static let examples = 3

  /// The notes, sorted by position.
  let notes: [Diagnostic]
  /// Whether each note is listed.
  let listsAll: Bool

  /// A headline for each code, followed by the code's notes; empty if there are no notes.
  ///
  /// The most frequent code comes first.
  var text: String {
    let groups = Dictionary(grouping: notes, by: \.code)
    let codes = groups.keys.sorted { one, other in
      let counts = (groups[one]?.count ?? 0, groups[other]?.count ?? 0)
      return counts.0 == counts.1 ? one < other : counts.0 > counts.1
    }
    return codes.map { "\n" + text(of: groups[$0] ?? [], $0) }.joined()
  }

  private func text(of notes: [Diagnostic], _ code: String) -> String {
    let shown = listsAll ? notes.count : min(notes.count, Self.examples)
    let rest = notes.count - shown
    let more = rest == 0 ? "" : "  … and \(rest) more; -v lists them\n"
    return "\(Quantity.count(notes.count, "note")) [\(code)]:\n"
      + notes.prefix(shown).map { "  \($0)".visible + "\n" }.joined() + more
  }
}
