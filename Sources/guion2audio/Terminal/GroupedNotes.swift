import Basics
import Guion

/// The notes of `check` for people: by code, with a count, and so that warnings are not buried under them.
struct GroupedNotes {
  /// How many notes of a code are listed if not all are wanted.
  private static let examples = 3

  /// The notes, sorted by place.
  let notes: [Diagnostic]
  /// Whether each note is listed.
  let listsAll: Bool

  /// A headline for each code, the most frequent first, with its notes below; empty without notes.
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
