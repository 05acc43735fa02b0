import Audiobook
import Guion

/// Prints what a run is going to do and to cost (`guion2audio plan`).
struct PlanReport {
  private let arguments: Arguments
  private let setup: SpeechSetup

  init(_ arguments: Arguments, _ setup: SpeechSetup) {
    (self.arguments, self.setup) = (arguments, setup)
  }

  /// Prints it, and ends as the run would where that must not begin.
  func print(_ forecast: Forecast) throws -> ExitCode {
    let summaries = forecast.books.map {
      $0.book.summary(setup, lengths: $0.lengths, formerVoices: $0.formerVoices)
    }
    if arguments.has(.json) {
      Streams.out(PlanJSON.bytes(Array(zip(forecast.books, summaries))))
    } else {
      let isVerbose = arguments.has(.verbose)
      let texts = zip(forecast.books, summaries).map {
        PlanText(book: $0, summary: $1, namesRecastRoles: isVerbose).text
      }
      Streams.out(texts.joined(separator: "\n"))
    }
    try forecast.permit()
    return .success
  }
}
