import Guion
package import Hablare
package import Narration

/// An audition: voices in turn, each with an introduction and a line of its role.
package struct Audition: Sendable {
  /// One voice of the audition.
  package struct Turn: Sendable {
    /// The role; empty for the narrator.
    package var role: String
    /// The voice, with its settings.
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
  ///
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
  ///
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
