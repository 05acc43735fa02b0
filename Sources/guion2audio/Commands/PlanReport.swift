import Audiobook
import Guion

/// Prints the chapters, length and cost of a run (`guion2audio plan`).
struct PlanReport {
  private let arguments: Arguments
  private let setup: SpeechSetup

  init(_ arguments: Arguments, _ setup: SpeechSetup) {
    (self.arguments, self.setup) = (arguments, setup)
  }

  /// Prints the report.
  ///
  /// Throws an error if the forecast does not permit the run, for example because of `--max-cost`.
  func print(_ forecast: Forecast) throws -> ExitCode {
    let summaries = forecast.books.map {
      $0.book.summary(setup, lengths: $0.lengths, formerVoices: $0.formerVoices)
    }
    if arguments.has(.json) {
      Streams.out(PlanJSON.bytes(Array(zip(forecast.books, summaries))))
    } else {
      let isVerbose = arguments.has(.verbose)
      let texts = zip(forecast.books, summaries).map {
        PlanText(book: $0, summary: $1, isVerbose: isVerbose).text
      }
      Streams.out(texts.joined(separator: "\n"))
      // Without a paid voice, the plan shows no costs. A limit would then seem to be ignored.
      if arguments.has(.maxCost), forecast.books.allSatisfy({ $0.cost.entries.isEmpty }) {
        Streams.out("\nthis plan has no paid speech\n")
      }
    }
    try forecast.permit()
    return .success
  }
}
