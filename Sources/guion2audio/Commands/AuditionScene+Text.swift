import Audiobook
import Basics
import Guion
import Hablare
import Narration

extension AuditionScene {
  /// The maximum number of characters shown of a line.
  private static let shownWords = 50

  /// Returns a table with a row for each voice that speaks.
  /// `begins` contains the start time of each turn, in seconds.
  func table(_ begins: [Double]) -> String {
    var rows = [["at", hasCandidates ? "number" : "role", "voice", "line", "words"]]
    for (index, (turn, seconds)) in zip(audition.turns, begins).enumerated() {
      let words = String(turn.text.prefix(Self.shownWords))
      rows.append([
        Clock.text(seconds.rounded(.down)),
        hasCandidates ? "\(index + 1)" : RoleName.shown(turn.role),
        turn.voice.description.visible, place(of: turn),
        words.visible + (words.utf8.count < turn.text.utf8.count ? "..." : ""),
      ])
    }
    let unmeasured = Set(unmeasured.map(\.voice)).count
    let hint =
      "\(Quantity.count(unmeasured, "paid voice")) without a gain may be louder or softer than others; "
      + "--gains measures the gain\n"
    return TextTable.text(rows, numbers: 0..<1) + (unmeasured > 0 && !hasCandidates ? hint : "")
  }

  /// Returns the line's number, preceded by the document's path if the book has several documents.
  private func place(of turn: Audition.Turn) -> String {
    let (source, line) = (turn.position.source, "\(turn.position.line)")
    guard book.paths.count > 1, book.paths.indices.contains(source) else { return line }
    return "\(book.paths[source].visible):\(line)"
  }

  /// Returns the message of an error, with the line of the script that caused it.
  func words(of error: RenderError) -> String {
    guard case .line(let place, _, let message) = error, book.paths.indices.contains(place.source)
    else { return error.description(.shell) }
    return "\(book.paths[place.source]):\(place.line): \(message)"
  }
}
