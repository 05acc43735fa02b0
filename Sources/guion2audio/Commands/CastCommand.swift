import Audiobook
import Guion
import Hablare
import Narration

/// `guion2audio cast INPUT`: drafts a cast file, or completes the one that is there.
struct CastCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    let input = try ScriptInput.one(arguments)
    let output = try output()
    var arguments = arguments
    // What `-o` names is completed, if it is there.
    if arguments[.cast] == nil, let output, WholeFile.isThere(output) {
      arguments.options[.cast] = output
    }
    let options = try RenderOptions(arguments.without(.output))
    let setup = try SpeechSetup(arguments, espeakSlots: options.build.jobs + 1)
    do {
      var planner = InputPlanner(
        arguments: arguments, options: options, setup: setup,
        printer: DiagnosticsPrinter(arguments))
      planner.keepsElements = true
      let manuscript = try input.read(planner.printer.print)
      var castInput = try CastInput(arguments, beside: input, of: manuscript)
      let known = Set(castInput.cast.characters.map(\.name) + [""])
      castInput.addSpeakers(of: manuscript)
      let book = try await planner.plan(input, manuscript, castInput)
      let draft = try await draft(of: book, besides: known, setup)
      try write(draft, completing: book.castFile, to: output)
      await setup.shutdown()
      return .success
    } catch {
      await setup.shutdown()
      throw error
    }
  }

  /// The file to write; nil for standard output.
  private func output() throws -> String? {
    guard let path = arguments[.output], path != "-" else { return nil }
    guard !path.isEmpty else { throw UsageError("--output needs a file") }
    try WholeFile.checkWritable(path)
    return path
  }

  // MARK: The draft

  private func draft(of book: PlannedBook, besides known: Set<String>, _ setup: SpeechSetup)
    async throws -> CastDraft
  {
    let narrator =
      book.plan.cast[""] ?? VoiceURI(providerId: EspeakNGVoiceEngine.id, voiceId: "en-us")
    let missing = book.roleNames.filter { !known.contains($0) }
    let nameless = missing.filter { !CharacterNormalizer.isName($0) }
    for name in nameless {
      SpeechSetup.warn(
        "\"\(name.visible)\" has no letter or digit, and cannot have an entry in a cast")
    }
    let names = missing.filter(CharacterNormalizer.isName)
    // The largest role comes first, and is the one that spellings are merged into.
    let groups = arguments.has(.merge) ? NameGroups.merged(names) : names.map { [$0] }
    guard !groups.isEmpty else {
      return CastDraft(language: book.plan.language, narrator: narrator, roles: [])
    }
    let spoken = [narrator] + book.cast.characters.compactMap(\.voice)
    let listened = arguments[.listen].map { $0.split(separator: ",").map(String.init) } ?? []
    for id in listened { _ = try await setup.provider(id) }
    let voices = CastVoices(
      book: book, setup: setup, listened: Set(listened),
      maximumCost: try CostLimit.amount(arguments))
    var spread = try await voices.spread(
      of: arguments[.provider] ?? narrator.providerId, besides: spoken)
    let notes = CharacterNotes.notes(on: groups.map { $0[0] }, in: book.elements)
    let roles = groups.map { names in
      CastDraft.Role(
        name: names[0], voice: spread.next() ?? narrator, aliases: Array(names.dropFirst()),
        note: notes[names[0]])
    }
    return CastDraft(language: book.plan.language, narrator: narrator, roles: roles)
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
      Streams.error("\(Summary.count(draft.roles.count, "role")) added -> \(output)\n")
    }
  }
}
