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
    guard PaidBill().concerns(book.plan, book.directory) else { return nil }
    var (characters, words): (Int, [String]) = (0, [])
    var work: [String: PaidWork] = [:]
    for line in lines {
      for paid in await renderer.bill(for: line).work where paid.characters > 0 {
        work[paid.providerId, default: PaidWork(providerId: paid.providerId)].characters +=
          paid.characters
      }
    }
    for entry in speech.cost(of: work.values.sorted { $0.providerId < $1.providerId }).entries {
      characters += entry.work.characters
      words.append(entry.words)
    }
    return characters > 0
      ? StudioError.Cost(characters: characters, words: words.joined(separator: ", ")) : nil
  }
}

extension RunCost.Entry {
  /// The characters, and the money where the price is known.
  fileprivate var words: String {
    let characters = "\(work.characters) characters of \(work.providerId)"
    guard let price, let cost else { return characters }
    return "\(characters), \(Quantity.money(cost, price.currency))"
  }
}
