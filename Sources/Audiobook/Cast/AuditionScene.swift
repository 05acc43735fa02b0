import Basics
import Guion
public import Hablare
import Narration

/// Who comes to an audition: the roles of a script, or one role with the voices that it might have.
public struct AuditionScene: Sendable {
  /// Who is heard.
  public private(set) var audition = Audition()
  /// The book, with every voice that is heard in its directory.
  public private(set) var book: PlannedBook
  /// Whether one role is heard with several voices.
  public let hasCandidates: Bool

  /// Makes the audition of a planned book: of all roles, of one role, or of a role with candidates for it.
  ///
  /// Throws a `BookError` if nobody has the role, or something is wrong with a candidate.
  public init(
    _ planned: PlannedBook, of book: Book, _ material: Book.Material, role: String? = nil,
    candidates: [VoiceURI] = []
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
        " \(role): nobody of this name speaks; \(RoleName.hint(for: role, among: roles))")
    }
    guard hasCandidates else {
      add(name, Audition.Lines(of: planned.plan), Self.reader(of: planned))
      return
    }
    self.book.directory = try await Self.directory(of: candidates, book.speech)
    // Only the candidates are heard.
    self.book.sampleRate = 0
    for (index, voice) in candidates.enumerated() {
      let other = try await Self.planned(book, material, with: voice, for: name)
      self.book.sampleRate = max(self.book.sampleRate, other.sampleRate)
      // The names of voices are nothing that a voice can say well.
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
  public var unmeasured: [Audition.Turn] {
    audition.turns.filter { turn in
      turn.voice.gain == nil
        && book.directory.provider(turn.voice.providerId)?.listsVoicesRemotely == true
    }
  }

  /// The audition as a book: who is heard, and a passage for each turn that is to be measured.
  public func planned(measuring turns: [Audition.Turn] = []) -> PlannedBook {
    var planned = book
    planned.plan = audition.plan(like: book.plan, measuring: turns)
    return planned
  }

  // MARK: One role

  /// The voices that are tried; all that is wrong with them is said at once.
  private static func directory(
    of voices: [VoiceURI], _ speech: SpeechSetup
  ) async throws -> VoiceDirectory {
    let directory = try await speech.directory(
      of: Set(voices.map(\.providerId)), naming: voices)
    var complaints: [(voice: VoiceURI, complaint: VoiceComplaint)] = []
    for voice in voices {
      if let complaint = await directory.complaint(about: voice) {
        complaints.append((voice, complaint))
      }
    }
    guard let first = complaints.first else { return directory }
    throw BookError(
      BookError.Kind(first.complaint.kind),
      complaints.map { "\($0.voice): \($0.complaint.message)" }.joined(separator: "\n"))
  }

  /// The book as it would be if a role had another voice: a voice may change what is asked of it.
  private static func planned(
    _ book: Book, _ material: Book.Material, with voice: VoiceURI, for name: String
  ) async throws -> PlannedBook {
    var (book, material) = (book, material)
    if name.isEmpty { book.options.voice = voice }
    material.cast.cast.recast(name, as: voice)
    return try await book.survey(of: material).planned()
  }
}
