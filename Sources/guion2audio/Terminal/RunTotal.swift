import Audiobook
import Basics

/// The totals of a run that builds several books.
struct RunTotal {
  private(set) var books = 0
  private var rendered = 0
  private var reused = 0
  private var failed = 0
  private var notStarted = 0
  private var files = 0
  private var seconds = 0.0
  private var warnings = 0

  /// Adds the outcome of a book.
  /// `warnings` is the number of warnings in the book's plan.
  mutating func add(_ outcome: BuildOutcome, warnings: Int) {
    books += 1
    rendered += outcome.rendered
    reused += outcome.reused
    failed += outcome.failures.count
    notStarted += outcome.notStarted
    files += outcome.written.count
    seconds += outcome.duration
    self.warnings += warnings + outcome.warnings
  }

  var line: String {
    var parts = [
      "\(books) books", Quantity.count(rendered, "chapter") + " rendered", "\(reused) reused",
    ]
    if failed > 0 { parts.append("\(failed) failed") }
    if notStarted > 0 { parts.append("\(notStarted) not started") }
    parts += [
      Quantity.count(files, "file") + " written", Quantity.minutes(seconds),
      Quantity.count(warnings, "warning"),
    ]
    return parts.joined(separator: ", ") + "\n"
  }
}
