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
    let wishes = try arguments[.set].map(Self.wishes) ?? []
    let output = try output(wishes.isEmpty ? nil : arguments[.cast] ?? inputs[0].castFile)
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
      let draft = try await draft(
        of: books, options.maximumCost, try await checked(wishes, setup))
      try write(draft.roles, draft.edits, completing: draft.castFile, to: output)
      if !draft.roles.roles.isEmpty || !wishes.isEmpty {
        suggest(inputs[0], output, isNovel: draft.roles.hasDialogue)
      }
      await setup.shutdown()
      return .success
    } catch {
      await setup.shutdown()
      throw error
    }
  }

  private func suggest(_ input: BookInput, _ output: String?, isNovel: Bool) {
    let script = Summary.shellWord(input.path)
    guard let output else {
      let file = Summary.shellWord(input.castFile)
      return arguments.suggest(["keep this cast": "cast \(script) -o \(file)"])
    }
    func real(_ path: String) -> String? { try? FilePath(path).resolved().text }
    let isOwn = real(output) == real(input.castFile)
    let words = script + (isOwn ? "" : " --cast \(Summary.shellWord(output))")
    arguments.suggest([
      "hear each role": "audition \(words)",
      "change a voice": "cast \(words) --set ROLE=VOICE",
      "choose by listening": "studio \(words)",
    ])
    if isNovel { arguments.suggest(["answer the doubts": "speakers \(words) --ask"]) }
    arguments.suggest(["render": words])
  }

  /// Returns the file to write, or nil for standard output.
  private func output(_ usual: String?) throws -> String? {
    guard let path = arguments[.output] ?? usual, path != "-" else { return nil }
    guard !path.isEmpty else { throw UsageError("--output needs a file") }
    try WholeFile.checkWritable(path)
    return path
  }

  // MARK: The voices of --set

  private typealias Wish = (role: String, voice: VoiceURI, gender: RoleGender?)

  private static func wishes(_ text: String) throws(UsageError) -> [Wish] {
    var wishes: [Wish] = []
    var rest = ""
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      // A name can have a comma: "JONES, JR.=heron".
      rest += (rest.isEmpty ? "" : ",") + part
      guard let sign = rest.firstIndex(of: "="), sign > rest.startIndex else { continue }
      let role = rest[..<sign].trimmed
      let voice = rest[rest.index(after: sign)...].trimmed
      guard !wishes.contains(where: { $0.role.lowercased() == role.lowercased() }) else {
        throw UsageError("--set \(text): \(role) has two voices; keep one of them")
      }
      do {
        wishes.append((role, try VoiceURI.requested(voice), nil))
      } catch {
        throw UsageError("--set \(rest): \(error.description)")
      }
      rest = ""
    }
    guard rest.isEmpty, !wishes.isEmpty else {
      throw UsageError("--set \(text): expected ROLE=VOICE, such as MARA=wren")
    }
    return wishes
  }

  /// Returns the wishes with the genders of their voices; throws if a voice does not exist.
  private func checked(_ wishes: [Wish], _ setup: SpeechSetup) async throws -> [Wish] {
    guard !wishes.isEmpty else { return [] }
    let voices = wishes.map(\.voice)
    let directory = try await setup.directory(of: Set(voices.map(\.providerId)), naming: voices)
    for voice in voices {
      if let problem = await directory.problem(with: voice) {
        throw CommandFailure(ExitCode(BookError.Kind(problem.kind)), "--set: \(problem.message)")
      }
    }
    var wishes = wishes
    for index in wishes.indices {
      let voice = wishes[index].voice
      let list = try? await directory.provider(voice.providerId)?.fetchVoices(languageCode: "")
      let gender = list?.first { $0.id == voice.voiceId }?.gender
      wishes[index].gender = gender.flatMap(RoleGender.init)
    }
    return wishes
  }

  /// Returns the role of a book that each wish names, and adds the voices to the material, so that no drafted role gets
  /// one of them.
  private func grant(
    _ wishes: [Wish], _ planned: [PlannedBook], _ materials: inout [(book: Book, Book.Material)]
  ) throws -> [CastEdit] {
    let roles = planned.flatMap(\.roleNames)
    return try wishes.flatMap { wish -> [CastEdit] in
      guard let role = RoleName.role(wish.role, among: roles, cast: planned[0].cast) else {
        throw UsageError(
          "--set \(wish.role): no role has this name; \(RoleName.hint(for: wish.role, among: roles))"
        )
      }
      for index in materials.indices {
        materials[index].1.cast.cast.recast(role, as: wish.voice)
        if role.isEmpty { materials[index].book.options.voice = wish.voice }
      }
      let edit = CastEdit.voice(role: role, wish.voice)
      guard let gender = wish.gender, gender != .neutral, !role.isEmpty else { return [edit] }
      return [edit, .noGuess(role: role, besides: gender)]
    }
  }

  // MARK: The draft

  private func draft(
    of books: [Book], _ maximumCost: Double?, _ wishes: [Wish]
  ) async throws -> (roles: CastDraft, edits: [CastEdit], castFile: String?) {
    let planner = PrintedPlanner(arguments, DiagnosticsPrinter(arguments))
    var known: Set<String> = [""]
    var materials: [(book: Book, Book.Material)] = []
    var planned: [PlannedBook] = []
    for book in books {
      var material = try await planner.read(book)
      known.formUnion(material.cast.cast.characters.map(\.name))
      let language = book.options.language(of: material.manuscript, material.cast.cast).0
      material.cast.addSpeakers(of: material.manuscript, language: language)
      planned.append(try await planner.plan(book, material))
      materials.append((book, material))
    }
    let former = planned
    let edits = try grant(wishes, planned, &materials)
    if !edits.isEmpty {
      planned = []
      for (book, material) in materials {
        planned.append(try await book.survey(of: material).planned())
      }
    }
    let files = Set(planned.compactMap(\.castFile))
    guard files.count < 2 else {
      throw UsageError(
        "the inputs have different cast files: \(files.sorted().joined(separator: " and ")); name one with --cast"
      )
    }
    var drafter = CastDrafter(planned[0], speech: books[0].speech)
    drafter.others = Array(planned.dropFirst())
    drafter.former = edits.isEmpty ? [] : former
    drafter.listened = Set(
      arguments[.listen].map { $0.split(separator: ",").map(String.init) } ?? [])
    drafter.maximumCost = maximumCost
    drafter.mergesNames = arguments.has(.merge)
    drafter.settings = .shell
    drafter.notesCompleteCast = wishes.isEmpty
    drafter.onNote = { Streams.error("guion2audio: note: \($0)\n") }
    let draft = try await drafter.draft(besides: known, provider: arguments[.provider])
    return (draft, edits, files.first)
  }

  // MARK: The file

  private func write(
    _ draft: CastDraft, _ edits: [CastEdit], completing file: String?, to output: String?
  ) throws(CommandFailure) {
    func edited(_ bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
      var bytes = bytes
      for edit in edits { bytes = try edit.applied(to: bytes) }
      return bytes
    }
    let bytes: [UInt8]
    if let file {
      bytes = try WholeFile.changed(file) { bytes throws(Diagnostic) in
        try edited(draft.adding(to: bytes))
      }
    } else {
      do throws(Diagnostic) {
        bytes = try edited(draft.file)
      } catch {
        throw CommandFailure(.badInput, "\(error)")
      }
    }
    guard let output else { return Streams.out(bytes) }
    try WholeFile.write(bytes, to: output)
    if !arguments.has(.quiet) {
      let voices = edits.count { if case .voice = $0 { true } else { false } }
      let set = edits.isEmpty ? "" : "\(Quantity.count(voices, "voice")) set, "
      Streams.error("\(set)\(Quantity.count(draft.roles.count, "role")) added -> \(output)\n")
    }
  }
}
