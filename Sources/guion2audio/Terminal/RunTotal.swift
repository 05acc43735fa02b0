import Audiobook
import Basics

/// What a run has made of several books together.
struct RunTotal {
  private(set) var books = 0
  private var files = 0
  private var seconds = 0.0
  private var reused = 0
  private var warnings = 0
  private var failed = 0

  /// Adds a book; `warnings` are those of its plan.
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
