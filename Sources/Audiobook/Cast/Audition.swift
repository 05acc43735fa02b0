import Guion
public import Hablare
public import Narration

/// Voices that are heard one after the other: each says who it is, and a line of its role.
public struct Audition: Sendable {
  /// A voice that is heard.
  public struct Turn: Sendable {
    /// The role; empty for the narrator.
    public var role: String
    /// The voice, with its settings.
    public var voice: VoiceURI
    /// Where the line stands in the script.
    public var place: ScriptPlace
    /// The words of the line, as a reader sees them.
    public var text: String
    /// What is said, the introduction first.
    fileprivate var item: SpokenItem
  }

  /// The voices, in the order in which they are heard.
  public private(set) var turns: [Turn] = []
  private var versions = EngineVersions()

  /// What is heard of a line at most, in bytes: some 20 seconds.
  private static let longest = 300
  /// Silences in milliseconds, before a voice, and between who it is and what it says.
  private static let (pauseBefore, pauseBetween) = (900, 400)

  /// An audition to which nobody has come yet.
  public init() {}

  /// What everyone says in a plan, by role.
  public struct Lines: Sendable {
    fileprivate let plan: BookPlan
    fileprivate let roles: [String: [SpokenItem]]

    /// Sorts the lines of a plan.
    public init(of plan: BookPlan) {
      self.plan = plan
      let items = plan.chapters.flatMap { $0.read.passages.flatMap(\.items) }
      var roles = Dictionary(grouping: items) { $0.role?.name ?? "" }
      // Of the narrator only what is neither heading nor announcement, if there is such.
      let prose = (roles[""] ?? []).filter(TypicalLine.isProse)
      if !prose.isEmpty { roles[""] = prose }
      self.roles = roles
    }
  }

  /// Adds the voice of one who speaks in a plan; the empty name is the narrator's.
  public mutating func add(_ role: String, _ lines: Lines, introducedAs introduction: String) {
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
    turns.append(Turn(role: role, voice: voice, place: item.place, text: text, item: item))
    versions.merge(lines.plan.engineVersions)
  }

  /// The first sentences of a line that nobody listens to the end of.
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

  /// The audition as a book whose first chapter is what is heard.
  ///
  /// For every turn that is to be measured there is one more, with the passage that tells how loud a voice is.
  public func plan(like plan: BookPlan, measuring measured: [Turn] = []) -> BookPlan {
    let passages = turns.enumerated().map { index, turn in
      Passage(pauseBefore: index == 0 ? 0 : Self.pauseBefore, items: [turn.item])
    }
    var audition = plan
    audition.cast = Dictionary(
      turns.enumerated().map { ("\($0) \($1.role)", $1.voice) },
      uniquingKeysWith: { first, _ in first })
    audition.engineVersions = versions
    let reads =
      [TableRead(passages: passages, pauseAfter: 0)]
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
