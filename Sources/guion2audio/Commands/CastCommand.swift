import Basics
import Audiobook
import Guion
import Hablare
import Narration

/// `guion2audio cast INPUT...`: drafts a cast file, or completes an existing one.
/// Several inputs are a series: they get one cast file, so that a role keeps its voice in all of them.
struct CastCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    let inputs = try BookInput.all(arguments)
    let output = try output()
    var arguments = arguments
    // If the file of `-o` exists, the draft completes it.
    if arguments[.cast] == nil, let output, WholeFile.exists(output) {
      arguments.options[.cast] = output
    }
    let options = try RenderOptions(arguments.removing(.output))
    let setup = try SpeechSetup(arguments, slots: options.book.build.jobs + 1)
    do {
      let books = inputs.map { input in
        var book = Book(input, arguments, options, setup)
        book.keepsElements = true
        book.options.namesFoundLanguage = true
        return book
      }
      let draft = try await draft(of: books, options.maximumCost)
      try write(draft.roles, completing: draft.castFile, to: output)
      if !draft.roles.roles.isEmpty { suggest(inputs[0], output) }
      await setup.shutdown()
      return .success
    } catch {
      await setup.shutdown()
      throw error
    }
  }

  private func suggest(_ input: BookInput, _ output: String?) {
    let script = Summary.shellWord(input.path)
    guard let output else {
      let file = Summary.shellWord(input.castFile)
      return arguments.suggest(["keep this cast": "cast \(script) -o \(file)"])
    }
    func real(_ path: String) -> String? { try? FilePath(path).resolved().text }
    let isOwn = real(output) == real(input.castFile)
    let words = script + (isOwn ? "" : " --cast \(Summary.shellWord(output))")
    arguments.suggest(
      [
        "hear each role": "audition \(words)", "choose by listening": "studio \(words)",
        "render": words,
      ])
  }

  /// Returns the file to write, or nil for standard output.
  private func output() throws -> String? {
    guard let path = arguments[.output], path != "-" else { return nil }
    guard !path.isEmpty else { throw UsageError("--output needs a file") }
    try WholeFile.checkWritable(path)
    return path
  }

  // MARK: The draft

  private func draft(
    of books: [Book], _ maximumCost: Double?
  ) async throws -> (roles: CastDraft, castFile: String?) {
    let planner = PrintedPlanner(arguments, DiagnosticsPrinter(arguments))
    var known: Set<String> = [""]
    var planned: [PlannedBook] = []
    for book in books {
      var material = try await planner.read(book)
      known.formUnion(material.cast.cast.characters.map(\.name))
      let language = book.options.language(of: material.manuscript, material.cast.cast).0
      material.cast.addSpeakers(of: material.manuscript, language: language)
      planned.append(try await planner.plan(book, material))
    }
    let files = Set(planned.compactMap(\.castFile))
    guard files.count < 2 else {
      throw UsageError(
        "the inputs have different cast files: \(files.sorted().joined(separator: " and ")); name one with --cast"
      )
    }
    var drafter = CastDrafter(planned[0], speech: books[0].speech)
    drafter.others = Array(planned.dropFirst())
    drafter.listened = Set(
      arguments[.listen].map { $0.split(separator: ",").map(String.init) } ?? [])
    drafter.maximumCost = maximumCost
    drafter.mergesNames = arguments.has(.merge)
    drafter.settings = .shell
    drafter.onNote = { Streams.error("guion2audio: note: \($0)\n") }
    let draft = try await drafter.draft(besides: known, provider: arguments[.provider])
    return (draft, files.first)
  }

  // MARK: The file

  private func write(
    _ draft: CastDraft, completing file: String?, to output: String?
  ) throws(CommandFailure) {
    let bytes = try file.map { path throws(CommandFailure) in
      try WholeFile.changed(path) { bytes throws(Diagnostic) in try draft.adding(to: bytes) }
    }
    guard let output else { return Streams.out(bytes ?? draft.file) }
    try WholeFile.write(bytes ?? draft.file, to: output)
    if !arguments.has(.quiet) {
      Streams.error("\(Quantity.count(draft.roles.count, "role")) added -> \(output)\n")
    }
  }
}
