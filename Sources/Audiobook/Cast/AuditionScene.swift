import Basics
import Guion
package import Hablare
import Narration

/// The content of an audition: all roles of a script, or one role with one or more voices.
package struct AuditionScene: Sendable {
  package private(set) var audition = Audition()
  /// The book, with the providers of all voices of the audition in its directory.
  package private(set) var book: PlannedBook
  /// Whether one role is auditioned with several voices.
  package let hasCandidates: Bool
  /// Whether the first turn is the role's present voice, before the candidates.
  package private(set) var hasPresent = false

  /// Creates the audition of a planned book: of all roles, of one role, or of a role with candidate voices.
  /// Throws a `BookError` if no role has the name, or if a candidate is not usable.
  package init(
    _ planned: PlannedBook, of book: Book, _ material: Book.Material, role: String? = nil,
    candidates: [VoiceURI] = [], comparesPresent: Bool = false
  ) async throws {
    self.book = planned
    hasCandidates = !candidates.isEmpty
    let roles = planned.roleNames
    guard let role else {
      // The narrator comes first.
      let (lines, reader) = (Audition.Lines(of: planned.plan), Self.reader(of: planned))
      for name in roles.filter(\.isEmpty) + roles.filter({ !$0.isEmpty }) {
        try Task.checkCancellation()
        add(name, lines, reader)
      }
      return
    }
    guard let name = RoleName.role(role, among: roles, cast: planned.cast) else {
      throw BookError(
        .wrongRequest, .role,
        " \(role): no role has this name; \(RoleName.hint(for: role, among: roles))")
    }
    guard hasCandidates else {
      add(name, Audition.Lines(of: planned.plan), Self.reader(of: planned))
      return
    }
    let present = comparesPresent ? planned.plan.cast[name] : nil
    self.book.directory = try await Self.directory(
      of: [present].compactMap(\.self) + candidates, book.speech)
    // The candidates determine the sample rate, because no other voice is heard.
    self.book.sampleRate = present == nil ? 0 : planned.sampleRate
    if present != nil {
      add(name, Audition.Lines(of: planned.plan), Self.reader(of: planned))
      hasPresent = !audition.turns.isEmpty
    }
    for (index, voice) in candidates.enumerated() {
      let other = try await Self.planned(book, material, with: voice, for: name)
      self.book.sampleRate = max(self.book.sampleRate, other.sampleRate)
      // Candidates are introduced by number, because voices cannot pronounce voice names well.
      add(name, Audition.Lines(of: other.plan), Self.reader(of: other), as: "\(index + 1)")
    }
  }

  private mutating func add(
    _ name: String, _ lines: Audition.Lines, _ reader: TableReader,
    as introduction: String? = nil
  ) {
    audition.add(name, lines, introducedAs: introduction ?? reader.introduction(of: name))
  }

  /// Returns the table reader that introduces the roles of a book.
  private static func reader(of book: PlannedBook) -> TableReader {
    TableReader(casting: book.casting, cast: book.cast)
  }

  /// The turns whose voice comes from a remote service and has no gain in the cast; only a measurement can level
  /// these voices.
  package var unmeasured: [Audition.Turn] {
    audition.turns.filter { turn in
      turn.voice.gain == nil
        && book.directory.provider(turn.voice.providerId)?.listsVoicesRemotely == true
    }
  }

  /// Returns the audition as a book, with a measuring passage for each turn in `turns`.
  package func planned(measuring turns: [Audition.Turn] = []) -> PlannedBook {
    var planned = book
    planned.plan = audition.plan(like: book.plan, measuring: turns)
    return planned
  }

  // MARK: One role

  /// Returns the directory of the candidate voices.
  /// If candidates are not usable, throws one error that lists the problem of each such candidate.
  private static func directory(
    of voices: [VoiceURI], _ speech: SpeechSetup
  ) async throws -> VoiceDirectory {
    let directory = try await speech.directory(
      of: Set(voices.map(\.providerId)), naming: voices)
    var problems: [(voice: VoiceURI, problem: VoiceProblem)] = []
    for voice in voices {
      if let problem = await directory.problem(with: voice) {
        problems.append((voice, problem))
      }
    }
    guard let first = problems.first else { return directory }
    throw BookError(
      BookError.Kind(first.problem.kind),
      problems.map { "\($0.voice): \($0.problem.message)" }.joined(separator: "\n"))
  }

  /// Returns the book, planned again with another voice for a role, because requests depend on the voice.
  private static func planned(
    _ book: Book, _ material: Book.Material, with voice: VoiceURI, for name: String
  ) async throws -> PlannedBook {
    var (book, material) = (book, material)
    if name.isEmpty { book.options.voice = voice }
    material.cast.cast.recast(name, as: voice)
    return try await book.survey(of: material).planned()
  }
}
