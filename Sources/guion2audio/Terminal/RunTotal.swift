import Audiobook
import Basics

/// The totals of a run that builds several books.
struct RunTotal {
  private(set) var books = 0
  private var files = 0
  private var seconds = 0.0
  private var reused = 0
  private var warnings = 0
  private var failed = 0

  /// Adds a book.
  ///
  /// `warnings` is the number of warnings in its plan.
  mutating func add(_ outcome: BuildOutcome, warnings: Int) {
    books += 1
    files += outcome.written.count
    seconds += outcome.duration
    reused += outcome.reused
    self.warnings += warnings + outcome.warnings
    failed += outcome.failures.count
  }

  /// The closing line of the run.
  var line: String {
    let parts = [
      "\(books) books", Quantity.count(files, "file"), Quantity.minutes(seconds),
      "\(reused) reused",
      Quantity.count(warnings, "warning"),
    ]
    return (parts + (failed > 0 ? ["\(failed) failed"] : [])).joined(separator: ", ") + "\n"
  }
}
