import Audiobook
import Guion
import Hablare
import Narration

/// A plan of the book with everything that pages show of it.
struct StudioView: Sendable {
  /// The number of the plan, to which numbers of lines belong.
  let number: Int
  /// The book.
  let book: PlannedBook
  /// The lines, in order.
  let lines: [BookLine]
  /// Who speaks how much.
  let summary: PlanSummary
  /// How long things sound.
  let estimate: SpeechEstimate
  /// Makes the sound of lines.
  let renderer: LineRenderer

  init(_ book: PlannedBook, number: Int, speech: SpeechSetup) {
    (self.number, self.book) = (number, book)
    lines = book.lines
    summary = book.summary(speech)
    estimate = book.estimate(speech)
    renderer = LineRenderer(book, speech: speech)
  }

  /// A line of this plan; throws if the number is that of no line, or of another plan's.
  func line(_ index: Int, ofPlan number: Int) throws(StudioError) -> BookLine {
    guard number == self.number else { throw .stale }
    guard lines.indices.contains(index) else { throw .missing("there is no line \(index)") }
    return lines[index]
  }

  /// The numbers of the lines that are simultaneous with a line; nil if there are none.
  func lines(simultaneousWith index: Int) -> [Int]? {
    let line = lines[index]
    let before = lines[..<index].reversed().prefix { $0.isSimultaneous(with: line) }.count
    let behind = lines[(index + 1)...].prefix { $0.isSimultaneous(with: line) }.count
    guard before + behind > 0 else { return nil }
    return (index - before...index + behind).filter { $0 != index }
  }

  /// The same line in this view as one of another.
  func line(like index: Int, of other: StudioView) throws(StudioError) -> BookLine {
    let wanted = LineIdentity.identities(of: other.lines)[index]
    guard let place = LineIdentity.identities(of: lines).firstIndex(of: wanted) else {
      throw .impossible("With this change the line is not said any more.")
    }
    return lines[place]
  }

  /// What lines cost that are not kept yet; nil if nothing does.
  func cost(of lines: [BookLine], _ speech: SpeechSetup) async -> StudioError.Cost? {
    await runCost(of: lines, speech).flatMap(StudioError.Cost.init)
  }

  /// The same, by provider; nil if the book has no paid lines.
  func runCost(of lines: [BookLine], _ speech: SpeechSetup) async -> RunCost? {
    guard PaidBill().concerns(book.plan, book.directory) else { return nil }
    var work: [String: PaidWork] = [:]
    for line in lines {
      for paid in await renderer.bill(for: line).work where paid.characters > 0 {
        work[paid.providerId, default: PaidWork(providerId: paid.providerId)].characters +=
          paid.characters
      }
    }
    return speech.cost(of: work.values.sorted { $0.providerId < $1.providerId })
  }
}
