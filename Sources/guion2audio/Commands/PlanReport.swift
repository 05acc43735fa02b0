import Audiobook
import Guion

/// Prints what a run is going to do and to cost (`guion2audio plan`).
struct PlanReport {
  private let arguments: Arguments
  private let options: RenderOptions
  private let setup: SpeechSetup

  init(_ arguments: Arguments, _ options: RenderOptions, _ setup: SpeechSetup) {
    (self.arguments, self.options, self.setup) = (arguments, options, setup)
  }

  /// Prints it, and ends as the run would where that must not begin.
  func print(_ forecast: Forecast) throws -> ExitCode {
    let summaries = forecast.books.map(summary)
    if arguments.has(.json) {
      Streams.out(PlanJSON.bytes(Array(zip(forecast.books, summaries))))
    } else {
      let texts = zip(forecast.books, summaries).map { PlanText(book: $0, summary: $1).text }
      Streams.out(texts.joined(separator: "\n"))
    }
    try forecast.permit()
    return .success
  }

  private func summary(of entry: Forecast.Book) -> PlanSummary {
    let plan = entry.book.plan
    return PlanSummary(
      of: plan, options: options.build,
      estimate: SpeechEstimate(for: plan, known: setup.paces(for: plan)),
      lengths: entry.lengths, sampleRate: entry.book.sampleRate)
  }
}
