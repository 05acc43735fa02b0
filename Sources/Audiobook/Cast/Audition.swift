import Audio
import Basics
import Guion
package import Hablare
package import Narration

/// An audition: voices in turn, each with an introduction and a line of its role.
package struct Audition: Sendable {
  package struct Turn: Sendable {
    /// The role; empty for the narrator.
    package var role: String
    package var voice: VoiceURI
    /// The position of the line in the script.
    package var position: ScriptPosition
    /// The text of the line, as a reader sees it.
    package var text: String
    /// The introduction and the line, as one spoken item.
    fileprivate var item: SpokenItem
  }

  /// The voices, in playing order.
  package private(set) var turns: [Turn] = []
  private var versions = EngineVersions()

  /// The maximum length of a line in bytes; 300 bytes take about 20 seconds.
  private static let longest = 300
  /// The silences in milliseconds: before each voice after the first, and between the introduction and the
  /// line.
  private static let (pauseBefore, pauseBetween) = (900, 400)

  /// Creates an audition without voices.
  package init() {}

  /// The lines of a plan, by role.
  package struct Lines: Sendable {
    fileprivate let plan: BookPlan
    fileprivate let roles: [String: [SpokenItem]]

    /// Groups the lines of a plan by role.
    package init(of plan: BookPlan) {
      self.plan = plan
      let items = plan.chapters.flatMap { $0.read.passages.flatMap(\.items) }
      var roles = Dictionary(grouping: items) { $0.role?.name ?? "" }
      // The narrator's headings and announcements are left out if the narrator has other lines.
      let prose = (roles[""] ?? []).filter(TypicalLine.isProse)
      if !prose.isEmpty { roles[""] = prose }
      self.roles = roles
    }
  }

  /// Adds a turn for a role of a plan; does nothing if the role has no lines.
  /// The narrator's name is empty.
  package mutating func add(_ role: String, _ lines: Lines, introducedAs introduction: String) {
    let own = lines.roles[role] ?? []
    guard let index = TypicalLine.index(in: own), let first = own[index].spans.first,
      let voice = own[index].role?.voice ?? lines.plan.cast[""]
    else { return }
    var item = own[index]
    item.spans = Self.shortened(item.spans)
    let text = item.spans.map(\.captionText).joined(separator: " ")
    item.spans[0].pauseBefore = Self.pauseBetween
    item.spans.insert(
      SpokenSpan(
        text: introduction, performance: first.performance.neutral ?? first.performance), at: 0)
    turns.append(Turn(role: role, voice: voice, position: item.position, text: text, item: item))
    versions.merge(lines.plan.engineVersions)
  }

  /// Returns the first sentences of a line, up to the maximum length.
  private static func shortened(_ spans: [SpokenSpan]) -> [SpokenSpan] {
    var room = longest
    var kept: [SpokenSpan] = []
    for var span in spans where room > 0 {
      if span.text.utf8.count > room, !span.hasPhonemes,
        let head = TextCutter.pieces(of: span.text, limit: room).first
      {
        span.text = head
      }
      room -= span.text.utf8.count
      kept.append(span)
    }
    return kept
  }

  /// Returns a plan with the audition as its first chapter.
  /// For each turn in `measured`, the plan has one more chapter. In this chapter, the voice speaks the passage from
  /// which its loudness is measured.
  package func plan(like plan: BookPlan, measuring measured: [Turn] = []) -> BookPlan {
    let passages = turns.enumerated().map { index, turn in
      Passage(pauseBefore: index == 0 ? 0 : Self.pauseBefore, items: [turn.item])
    }
    var audition = plan
    audition.cast = Dictionary(
      turns.enumerated().map { ("\($0) \($1.role)", $1.voice) },
      uniquingKeysWith: { first, _ in first })
    audition.engineVersions = versions
    let reads =
      [
        TableRead(
          passages: passages, pauseAfter: 0,
          pausesInside: plan.chapters.first?.read.pausesInside ?? ClipPauses())
      ]
      + measured.map { TableRead(passages: [Self.measuring($0)], pauseAfter: 0) }
    audition.chapters = reads.enumerated().map { index, read in
      ChapterPlan(
        index: index + 1, title: plan.title, read: read, fileStem: "audition", fingerprint: "",
        tagsFingerprint: "")
    }
    return audition
  }

  private static func measuring(_ turn: Turn) -> Passage {
    var item = turn.item
    item.spans = item.spans.prefix(1).map { span in
      let language = span.performance.languageCode
      return SpokenSpan(
        text: MeasuringPassage.text(languageCode: language), performance: span.performance)
    }
    return Passage(pauseBefore: 0, items: [item])
  }
}

/// The most typical line of a role.
package enum TypicalLine {
  /// The number of words in a line that is used to judge a voice.
  /// Fewer than eight words say little about a voice; twenty words take about seven seconds.
  private static let words = 8...20

  /// Returns the index of the most typical of a role's lines; nil if there are no lines.
  /// The length of this line is close to the role's median length, within the limits in `words`. Lines in the role's
  /// normal manner are preferred. If several lines are equally typical, the first is chosen.
  static func index(in lines: [SpokenItem]) -> Int? {
    let lengths = lines.map { line in
      line.spans.reduce(0) { $0 + SpokenWords.count(in: $1.captionText) }
    }
    guard !lengths.isEmpty else { return nil }
    let median = lengths.sorted()[lengths.count / 2]
    let usual = min(max(median, words.lowerBound), words.upperBound)
    let plain = lines.indices.filter { isPlain(lines[$0]) }
    return (plain.isEmpty ? Array(lines.indices) : plain)
      .min { (abs(lengths[$0] - usual), $0) < (abs(lengths[$1] - usual), $1) }
  }

  /// Returns the indices of the most typical lines, by role.
  /// If a role has other lines, simultaneous speeches are left out. If the narrator has other lines, the narrator's
  /// headings and announcements are left out too.
  package static func indices(in lines: [BookLine]) -> [String: Int] {
    var places = Dictionary(grouping: lines.indices) { lines[$0].role }
    let prose = (places[""] ?? []).filter { isProse(lines[$0].spoken) }
    if !prose.isEmpty { places[""] = prose }
    return places.compactMapValues { own in
      let alone = own.filter { !isSimultaneous($0, in: lines) }
      let own = alone.isEmpty ? own : alone
      return index(in: own.map { lines[$0].spoken }).map { own[$0] }
    }
  }

  /// Returns whether another line is spoken at the same time.
  /// Such a line is the previous or the next line.
  private static func isSimultaneous(_ place: Int, in lines: [BookLine]) -> Bool {
    [place - 1, place + 1].contains {
      lines.indices.contains($0) && lines[$0].isSimultaneous(with: lines[place])
    }
  }

  /// Returns whether a line of the narrator is neither a heading nor an announcement of the program.
  static func isProse(_ line: SpokenItem) -> Bool {
    guard case .element(let type) = line.kind else { return false }
    return type != .sceneHeading && !type.isSectionHeading
  }

  /// Returns whether a line is spoken in the role's normal manner and without an effect.
  private static func isPlain(_ line: SpokenItem) -> Bool {
    line.spans.allSatisfy { $0.performance.neutral == nil && $0.performance.effect == nil }
  }
}

/// Renders an audition with the clip cache, voice levels and loudness target of a build, but without an output
/// folder.
package struct AuditionRenderer: Sendable {
  private let plan: BookPlan
  private let renderer: BookRenderer

  /// Creates a renderer for an audition that is planned as a book (`AuditionScene.planned`).
  package init(_ book: PlannedBook, speech: SpeechSetup) {
    var options = book.options
    (options.formats, options.books, options.captions) = ([.wav], [], [])
    plan = book.plan
    renderer = BookRenderer(
      plan: book.plan, options: options, sampleRate: book.sampleRate, directory: book.directory,
      cache: speech.clips, levels: speech.levelFolder, paces: speech.paces(for: book.plan),
      onEvent: { _ in })
  }

  /// Writes the audition as a WAV file, and returns the start times of the voices in seconds.
  /// Temporary files are written to `folder`. Throws a `RenderError` or a `CancellationError`.
  package func render(to path: String, temporaryFolder folder: String) async throws -> [Double] {
    try await keepingClips {
      let finished = try await renderer.maker.render(
        plan.chapters[0], into: [path], temporaryFolder: folder)
      return finished.sound.placements.map { Double($0.start) / Double(renderer.sampleRate) }
    }
  }

  /// Returns the gains in decibels that level the measured voices, in order; nil for a silent voice.
  /// Each voice speaks the measuring passage of its language. This clip is paid for and cached like any other clip.
  /// Throws a `RenderError` or a `CancellationError`.
  package func gains() async throws -> [Double?] {
    try await keepingClips {
      var gains: [Double?] = []
      let clips = renderer.maker.clips
      for chapter in plan.chapters.dropFirst() {
        for line in chapter.read.speakables(clips.speech.directory) {
          let clip = try await clips.clip(of: line)
          gains.append(try VoiceLevels.gain(of: clip.sound.pcm))
        }
      }
      return gains
    }
  }

  /// Runs `work`, then waits for clips in progress, even if `work` fails: clips that are paid for must be cached.
  private func keepingClips<Result>(_ work: () async throws -> Result) async throws -> Result {
    let cache = renderer.maker.clips.speech.cache
    do {
      let result = try await work()
      await cache?.settle()
      return result
    } catch {
      await cache?.settle()
      if let error = error as? AudioError { throw RenderError.audio(error) }
      throw error
    }
  }
}

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
