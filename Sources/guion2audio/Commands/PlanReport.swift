import Audiobook
import Guion

/// Prints what a run is going to do and to cost (`guion2audio plan`).
struct PlanReport {
  private let arguments: Arguments
  private let options: RenderOptions
  private let studio: Studio

  init(_ arguments: Arguments, _ options: RenderOptions, _ studio: Studio) {
    (self.arguments, self.options, self.studio) = (arguments, options, studio)
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
      estimate: SpeechEstimate(for: plan, known: studio.paces(for: plan)),
      lengths: entry.lengths, sampleRate: entry.book.sampleRate)
  }
}
