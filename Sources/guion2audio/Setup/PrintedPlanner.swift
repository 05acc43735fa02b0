import Audiobook
import Basics
import Guion

/// Plans books for a command, and prints what is wrong with them.
struct PrintedPlanner {
  let arguments: Arguments
  let printer: DiagnosticsPrinter

  init(_ arguments: Arguments, _ printer: DiagnosticsPrinter) {
    (self.arguments, self.printer) = (arguments, printer)
  }

  /// The manuscript and the cast of a book; why they cannot be read is printed.
  func read(_ book: Book) async throws -> Book.Material { try await printing { try book.read() } }

  /// The plan of a book; what is wrong is printed at once, and the error is its exit code.
  func plan(_ book: Book) async throws -> PlannedBook {
    try await plan(book, try await read(book))
  }

  /// The plan of a book that has been read.
  func plan(_ book: Book, _ material: Book.Material) async throws -> PlannedBook {
    let survey = try await book.survey(of: material)
    // What an interruption broke off is nothing that is wrong.
    try Task.checkCancellation()
    printer.print(survey.diagnostics)
    guard let planned = survey.book else {
      throw ExitCode(BookError.Kind(of: survey.diagnostics))
    }
    try checkStrict(planned.warnings)
    try planned.checkSelection()
    return planned
  }

  /// Ends the run if warnings are errors, and there are any.
  func checkStrict(_ warnings: Int) throws {
    guard arguments.has(.strict), warnings > 0 else { return }
    guard !printer.isDocument else { throw ExitCode.badInput }
    throw CommandFailure(
      .badInput, "\(Quantity.count(warnings, "warning")), and with --strict nothing is rendered")
  }

  /// What a run will cost; warnings about accounts are printed, and end the run under `--strict`.
  func forecast(
    of books: [(book: PlannedBook, folder: String)], _ speech: SpeechSetup, maximumCost: Double?,
    isWhole: Bool
  ) async throws -> Forecast {
    let forecast = try await Forecast(
      of: books, speech: speech, maximumCost: maximumCost, isWhole: isWhole)
    printer.print(forecast.diagnostics)
    if !forecast.diagnostics.isEmpty, arguments.has(.strict) { throw ExitCode.refused }
    return forecast
  }

  /// Prints the diagnostics of an error that has some.
  func printing<Result>(_ work: () async throws -> Result) async throws -> Result {
    do {
      return try await work()
    } catch let error as BookError where !error.diagnostics.isEmpty {
      printer.print(error.diagnostics)
      throw ExitCode(error.kind)
    }
  }
}
