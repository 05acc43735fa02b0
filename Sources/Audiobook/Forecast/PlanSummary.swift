import Hablare
import Narration

/// What a plan amounts to, for people who decide whether to render it: a pure function of the plan.
public struct PlanSummary: Sendable, Equatable {
  /// How much is said.
  public struct Amount: Sendable, Equatable {
    /// Lines of the table read: what the manifest has as items.
    public var lines = 0
    /// Words, as people count them; in scripts without spaces, letters.
    public var words = 0
    /// Unicode scalars that the engines are given.
    public var characters = 0
    /// Seconds, estimated: of a role without pauses, of a chapter with them.
    public var seconds = 0.0

    /// Nothing.
    public init() {}

    fileprivate mutating func add(_ other: Amount) {
      lines += other.lines
      words += other.words
      characters += other.characters
      seconds += other.seconds
    }
  }

  /// A chapter that is asked for.
  public struct Chapter: Sendable, Equatable {
    /// Its number in the whole book, from 1.
    public var index: Int
    /// Its title.
    public var title: String
    /// How much is said in it.
    public var amount: Amount
    /// Its length in seconds where the output folder has it; nil where it is going to be rendered.
    public var builtSeconds: Double?
  }

  /// Someone who speaks in these chapters.
  public struct Role: Sendable, Equatable {
    /// The cast's name; empty for the narrator.
    public var name: String
    /// The voice, as the manifest shows it.
    public var voice: String
    /// The voice that the output folder's book has for them, if it is another; nil if it is the same, or there is
    /// no book yet.
    public var formerVoice: String?
    /// How much they say.
    public var amount: Amount
    /// Their part of all words, from 0 to 1.
    public var share: Double
    /// Whether the tempo of the voice is known from earlier builds.
    public var isMeasured: Bool
  }

  /// The chapters that are asked for, in order.
  public var chapters: [Chapter]
  /// Those who speak in them, those with the most words first.
  public var roles: [Role]

  /// Sums up the chapters of a plan that options ask for.
  ///
  /// `lengths` are those that the output folder has, by index, in samples at `sampleRate` hertz;
  /// `formerVoices` is the cast of the book in that folder, the narrator under the empty name.
  public init(
    of plan: BookPlan, options: BuildOptions, estimate: SpeechEstimate, lengths: [Int: Int] = [:],
    formerVoices: [String: String] = [:], sampleRate: Int
  ) {
    var roles = RoleTable(narrator: plan.cast[""]?.description ?? "", estimate: estimate)
    chapters = plan.wanted(options).map { chapter in
      var amount = roles.add(chapter.read)
      amount.seconds = estimate.seconds(of: chapter.read)
      return Chapter(
        index: chapter.index, title: chapter.title, amount: amount,
        builtSeconds: lengths[chapter.index].map { Double($0) / Double(sampleRate) })
    }
    self.roles = roles.sorted.map { role in
      var role = role
      role.formerVoice = formerVoices[role.name].flatMap { $0 == role.voice ? nil : $0 }
      return role
    }
  }

  /// All chapters together.
  public var total: Amount { chapters.reduce(into: Amount()) { $0.add($1.amount) } }

  /// How far the estimate is off, over the chapters that the output folder has; nil where it has none.
  public var accuracy: EstimateAccuracy? {
    EstimateAccuracy(
      chapters.compactMap { chapter in
        chapter.builtSeconds.map { (chapter.amount.seconds, $0) }
      })
  }
}

/// Adds up what roles say.
private struct RoleTable {
  let narrator: String
  let estimate: SpeechEstimate
  private var roles: [String: PlanSummary.Role] = [:]

  init(narrator: String, estimate: SpeechEstimate) {
    (self.narrator, self.estimate) = (narrator, estimate)
  }

  /// Adds the lines of a chapter, and gives their amount, with the seconds of speech.
  mutating func add(_ read: TableRead) -> PlanSummary.Amount {
    var sum = PlanSummary.Amount()
    for item in read.passages.flatMap(\.items) {
      var amount = PlanSummary.Amount()
      amount.lines = 1
      var isMeasured = true
      for span in item.spans {
        amount.words += SpokenWords.count(in: span.captionText)
        amount.characters += span.text.unicodeScalars.count
        amount.seconds += estimate.seconds(of: span)
        isMeasured = isMeasured && estimate.isMeasured(span.performance)
      }
      sum.add(amount)
      let name = item.role?.name ?? ""
      var role =
        roles[name]
        ?? PlanSummary.Role(
          name: name, voice: item.role?.voiceText ?? narrator, amount: PlanSummary.Amount(),
          share: 0, isMeasured: true)
      role.amount.add(amount)
      role.isMeasured = role.isMeasured && isMeasured
      roles[name] = role
    }
    return sum
  }

  /// With shares; those who say the same number of words stand by name.
  var sorted: [PlanSummary.Role] {
    let words = roles.values.reduce(0) { $0 + $1.amount.words }
    return roles.values.map { role in
      var role = role
      role.share = words > 0 ? Double(role.amount.words) / Double(words) : 0
      return role
    }.sorted { ($1.amount.words, $0.name) < ($0.amount.words, $1.name) }
  }
}

/// How far an estimate was off.
public struct EstimateAccuracy: Sendable, Equatable {
  /// What was estimated, in seconds.
  public var estimated: Double
  /// What came of it, in seconds.
  public var actual: Double

  /// Adds up chapters; nil where there are none.
  public init?(_ chapters: [(estimated: Double, actual: Double)]) {
    guard !chapters.isEmpty else { return nil }
    estimated = chapters.reduce(0) { $0 + $1.estimated }
    actual = chapters.reduce(0) { $0 + $1.actual }
  }

  /// By how much the estimate is above what came of it, as a part of that: 0.02 is 2 % too long.
  public var error: Double { actual > 0 ? estimated / actual - 1 : 0 }
}
