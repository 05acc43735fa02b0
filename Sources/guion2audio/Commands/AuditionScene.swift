import Audiobook
import Guion
import Hablare
import Narration

/// Who comes to an audition: the roles of a script, or one role with the voices that it might have.
struct AuditionScene {
  /// Who is heard.
  private(set) var audition = Audition()
  /// The book, with every voice that is heard in its directory.
  private(set) var book: PlannedBook
  private let hasCandidates: Bool

  init(
    _ input: ScriptInput, _ role: String?, _ candidates: [VoiceURI], planner: InputPlanner
  ) async throws {
    let manuscript = try input.read(planner.printer.print)
    let castInput = try CastInput(planner.arguments, beside: input, of: manuscript)
    book = try await planner.plan(input, manuscript, castInput)
    hasCandidates = !candidates.isEmpty
    let roles = book.roleNames
    guard let role else {
      // Whoever tells the story comes first.
      let (lines, reader) = (Audition.Lines(of: book.plan), Self.reader(of: book))
      for name in roles.filter(\.isEmpty) + roles.filter({ !$0.isEmpty }) {
        try Task.checkCancellation()
        add(name, lines, reader)
      }
      return
    }
    guard let name = RoleName.role(role, among: roles, cast: book.cast) else {
      throw UsageError(
        "--role \(role): nobody of this name speaks; \(RoleName.hint(for: role, among: roles))")
    }
    guard hasCandidates else {
      add(name, Audition.Lines(of: book.plan), Self.reader(of: book))
      return
    }
    book.directory = try await Self.directory(of: candidates, planner)
    // Only the candidates are heard.
    book.sampleRate = 0
    for (index, voice) in candidates.enumerated() {
      let other = try await Self.book(
        input, manuscript, castInput, with: voice, for: name, planner)
      book.sampleRate = max(book.sampleRate, other.sampleRate)
      // Their names are nothing that a voice can say well.
      add(name, Audition.Lines(of: other.plan), Self.reader(of: other), as: "\(index + 1)")
    }
  }

  private mutating func add(
    _ name: String, _ lines: Audition.Lines, _ reader: TableReader,
    as introduction: String? = nil
  ) {
    audition.add(name, lines, introducedAs: introduction ?? reader.introduction(of: name))
  }

  /// Says how names sound; made once, because it holds the words of all names.
  private static func reader(of book: PlannedBook) -> TableReader {
    TableReader(casting: book.casting, cast: book.cast)
  }

  /// Those whose voices are paid for and have no gain: nothing else brings them level.
  var unmeasured: [Audition.Turn] {
    audition.turns.filter { turn in
      turn.voice.gain == nil
        && book.directory.provider(turn.voice.providerId)?.listsVoicesRemotely == true
    }
  }

  // MARK: One role

  /// The voices that are tried; all that is wrong with them is said at once.
  private static func directory(
    of voices: [VoiceURI], _ planner: InputPlanner
  ) async throws -> VoiceDirectory {
    let directory = await planner.setup.directory(
      of: Set(voices.map(\.providerId)), naming: voices)
    var complaints: [(voice: VoiceURI, complaint: VoiceComplaint)] = []
    for voice in voices {
      if let complaint = await directory.complaint(about: voice) {
        complaints.append((voice, complaint))
      }
    }
    guard let first = complaints.first else { return directory }
    throw CommandFailure(
      ExitCode(first.complaint.kind),
      complaints.map { "--voices \($0.voice): \($0.complaint.message)" }
        .joined(separator: "\nguion2audio: "))
  }

  /// The book as it would be if a role had another voice: a voice may change what is asked of it.
  private static func book(
    _ input: ScriptInput, _ manuscript: Manuscript, _ castInput: CastInput, with voice: VoiceURI,
    for name: String, _ planner: InputPlanner
  ) async throws -> PlannedBook {
    var (planner, castInput) = (planner, castInput)
    if name.isEmpty { planner.options.voice = voice }
    castInput.cast.recast(name, as: voice)
    let survey = try await planner.survey(input, manuscript, castInput)
    guard let book = survey.book else {
      planner.printer.print(survey.diagnostics)
      throw InputPlanner.code(of: survey.diagnostics)
    }
    return book
  }

  // MARK: What is heard when

  /// How many letters of a line are shown.
  private static let shownWords = 50

  /// A line for each voice that is heard; `begins` are the seconds at which they begin.
  func table(_ begins: [Double]) -> String {
    var rows = [["at", hasCandidates ? "number" : "role", "voice", "line", "words"]]
    for (index, (turn, seconds)) in zip(audition.turns, begins).enumerated() {
      let words = String(turn.text.prefix(Self.shownWords))
      rows.append([
        Clock.text(seconds.rounded(.down)),
        hasCandidates ? "\(index + 1)" : Summary.role(turn.role),
        turn.voice.description.visible, place(of: turn),
        words.visible + (words.utf8.count < turn.text.utf8.count ? "..." : ""),
      ])
    }
    let unmeasured = Set(unmeasured.map(\.voice)).count
    let hint =
      "\(Summary.count(unmeasured, "paid voice")) without a gain may be louder or softer than others: "
      + "--gains measures them\n"
    return TextTable.text(rows, numbers: 0..<1) + (unmeasured > 0 && !hasCandidates ? hint : "")
  }

  /// The line's number, and before it the document's name, where a book has several.
  private func place(of turn: Audition.Turn) -> String {
    let (source, line) = (turn.place.source, "\(turn.place.line)")
    guard book.paths.count > 1, book.paths.indices.contains(source) else { return line }
    return "\(book.paths[source].visible):\(line)"
  }

  /// What went wrong, with the line of the script where it did.
  func words(of error: RenderError) -> String {
    guard case .line(let place, _, let message) = error, book.paths.indices.contains(place.source)
    else { return error.description }
    return "\(book.paths[place.source]):\(place.line): \(message)"
  }
}
