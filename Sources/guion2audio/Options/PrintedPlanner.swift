import Audiobook
import Basics
import Guion
import Narration

/// Plans books for a command and prints their diagnostics.
struct PrintedPlanner {
  let arguments: Arguments
  let printer: DiagnosticsPrinter
  /// Whether the run only prints a plan.
  var isDry = false
  /// Whether a person at a terminal sees how quotations get the voices of characters.
  var advises = false

  init(_ arguments: Arguments, _ printer: DiagnosticsPrinter) {
    (self.arguments, self.printer) = (arguments, printer)
  }

  /// Returns the manuscript and the cast of a book.
  /// If reading fails with diagnostics, prints them.
  func read(_ book: Book) async throws -> Book.Material {
    try await printing { try await book.read() }
  }

  /// Returns the plan of a book and prints its diagnostics.
  /// Throws the exit code if the book has errors.
  func plan(_ book: Book) async throws -> PlannedBook {
    try await plan(book, try await read(book))
  }

  /// Returns the plan of a book that has been read.
  func plan(_ book: Book, _ material: Book.Material) async throws -> PlannedBook {
    let survey = try await book.survey(of: material)
    // If the command was interrupted, it ends here, so that the interruption is not reported as a finding.
    try Task.checkCancellation()
    printer.print(survey.diagnostics)
    guard let planned = survey.book else {
      throw ExitCode(BookError.Kind(of: survey.diagnostics))
    }
    advise(survey.diagnostics, on: book)
    try checkStrict(planned.warnings)
    try planned.checkSelection()
    return planned
  }

  /// Prints the notes on quotations that the narrator speaks, each with the command that gives them to characters.
  /// With `-v`, the notes are printed anyway.
  private func advise(_ notes: [Diagnostic], on book: Book) {
    guard advises, Streams.errorIsTerminal, !arguments.has(.quiet), !arguments.has(.verbose),
      arguments[.progress] != "json", !printer.isDocument
    else { return }
    let input = Summary.shellWord(book.input.path)
    let steps = [
      LintCode.quotations: "cast \(input) gives the characters their voices",
      LintCode.unsureSpeaker: "speakers \(input) --ask",
    ]
    for note in notes {
      guard let step = steps[note.code] else { continue }
      let message = note.message.prefix { $0 != ";" }
      Streams.error("guion2audio: note: \(message): guion2audio \(step)\n")
    }
  }

  /// Throws if there are warnings and `--strict` is set.
  func checkStrict(_ warnings: Int) throws {
    guard arguments.has(.strict), warnings > 0 else { return }
    guard !printer.isDocument else { throw ExitCode.badInput }
    let count = Quantity.count(warnings, "warning")
    throw CommandFailure(
      .badInput,
      isDry
        ? "\(count), so the plan fails with --strict"
        : "\(count); with --strict, nothing is rendered")
  }

  /// Returns the forecast of a run, and prints warnings about accounts.
  /// Throws the exit code if there are warnings and `--strict` is set.
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

  /// Runs `work`.
  /// If it fails with diagnostics, prints them and throws the exit code.
  func printing<Result>(_ work: () async throws -> Result) async throws -> Result {
    do {
      return try await work()
    } catch let error as BookError where !error.diagnostics.isEmpty {
      printer.print(error.diagnostics)
      throw ExitCode(error.kind)
    }
  }
}

enum OutputFolders {
  /// Returns the output folder of each input.
  /// If `-o` is set, a single input is built in the folder of `-o`. Several inputs are built in separate folders inside
  /// the folder of `-o`.
  static func folders(for inputs: [BookInput], _ options: RenderOptions) throws -> [String] {
    // A rehearsal does not replace the book.
    let ending = options.book.rehearsed.isEmpty ? ".audiobook" : ".rehearsal.audiobook"
    guard inputs.count > 1 else {
      return [options.output ?? "./\(inputs[0].stem)\(ending)"]
    }
    var taken: [String: String] = [:]
    return try inputs.map { input in
      let folder = options.output.map { "\($0)/\(input.stem)" } ?? "./\(input.stem)\(ending)"
      if let other = taken[folder] {
        throw UsageError(
          "\(other) and \(input.path) would both be written to \(folder); "
            + "if both inputs are the same file, name the file once; otherwise render the inputs in two runs, "
            + "with two -o folders"
        )
      }
      taken[folder] = input.path
      return folder
    }
  }
}
