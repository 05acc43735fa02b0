import Basics
import Hablare
public import Narration

/// The size of a plan, for users who decide whether to render it.
package struct PlanSummary: Sendable, Equatable {
  package struct Amount: Sendable, Equatable {
    /// The number of lines in the table read; each line is an item of the manifest.
    package var lines = 0
    /// The number of words, as people count them; in scripts without spaces, the number of letters.
    package var words = 0
    /// The number of Unicode scalars sent to the engines.
    package var characters = 0
    /// The estimated length in seconds.
    /// The length of a chapter includes pauses; the length of a role's speech does not.
    package var seconds = 0.0

    /// Creates an empty amount.
    package init() {}

    fileprivate mutating func add(_ other: Amount) {
      lines += other.lines
      words += other.words
      characters += other.characters
      seconds += other.seconds
    }
  }

  /// A selected chapter.
  package struct Chapter: Sendable, Equatable {
    /// Its number in the whole book, from 1.
    package var index: Int
    package var title: String
    package var amount: Amount
    /// The length in seconds of the chapter in the output folder; nil if the chapter has to be rendered.
    package var builtSeconds: Double?
    /// The estimated seconds of each line, with the pauses within it.
    package var lines: [Double] = []
  }

  /// A role that speaks in the selected chapters.
  package struct Role: Sendable, Equatable {
    /// The name in the cast; empty for the narrator.
    package var name: String
    package var voice: String
    /// The role's voice in the book in the output folder; nil if it equals `voice`, or if that book does not contain
    /// the role.
    package var formerVoice: String?
    package var amount: Amount
    /// The role's share of all words, from 0 to 1.
    package var share: Double
    /// Whether the pace of the voice is known from earlier builds.
    package var isMeasured: Bool
    /// What the script tells about the role; nil if casting did not need it.
    package var portrait: RolePortrait?
  }

  /// The passages of a role in another language that one other voice speaks.
  package struct Passages: Sendable, Equatable {
    /// The name of the role; empty for the narrator.
    package var role: String
    /// The language, as a BCP 47 tag.
    package var language: String
    package var voice: String
    package var count = 0
  }

  /// The passages in other languages, in the order in which their roles and languages occur first.
  package var passages: [Passages] = []
  /// The selected chapters, in order.
  package var chapters: [Chapter]
  /// The roles that speak in the selected chapters; the role with the most words comes first.
  package var roles: [Role]

  /// Creates the summary of the chapters that the options select.
  ///
  /// `lengths` are the lengths of chapters in the output folder, by index, in samples at `sampleRate` hertz.
  /// `formerVoices` is the cast of the book in that folder, with the narrator under the empty name.
  package init(
    of plan: BookPlan, options: BuildOptions, estimate: SpeechEstimate, lengths: [Int: Int] = [:],
    formerVoices: [String: String] = [:], sampleRate: Int
  ) {
    let selected = plan.selectedChapters(options)
    let items = selected.flatMap { $0.read.passages.flatMap(\.items) }
    // The lengths of texts are most of the work.
    let spoken = ParallelMap.map(items.count) { index in
      items[index].spans.reduce(0) { $0 + estimate.seconds(of: $1) }
    }
    var roles = RoleTable(
      narrator: plan.cast[""]?.description ?? "", estimate: estimate, spoken: spoken[...])
    chapters = selected.map { chapter in
      let (amount, lines) = roles.add(chapter.read)
      return Chapter(
        index: chapter.index, title: chapter.title, amount: amount,
        builtSeconds: lengths[chapter.index].map { Double($0) / Double(sampleRate) }, lines: lines)
    }
    passages = roles.passages
    self.roles = roles.sorted.map { role in
      var role = role
      role.formerVoice = formerVoices[role.name].flatMap { $0 == role.voice ? nil : $0 }
      return role
    }
  }

  /// The amount of all chapters together.
  package var total: Amount { chapters.reduce(into: Amount()) { $0.add($1.amount) } }

  /// The error of the estimate for the chapters in the output folder; nil if the folder contains no selected chapter.
  package var accuracy: EstimateAccuracy? {
    EstimateAccuracy(
      chapters.compactMap { chapter in
        chapter.builtSeconds.map { (chapter.amount.seconds, $0) }
      })
  }

  /// A table that adds up the speech of each role.
  private struct RoleTable {
    let narrator: String
    let estimate: SpeechEstimate
    /// The seconds of speech of the lines that are still to be added.
    private var spoken: ArraySlice<Double>
    private var roles: [String: PlanSummary.Role] = [:]
    private(set) var passages: [PlanSummary.Passages] = []

    init(narrator: String, estimate: SpeechEstimate, spoken: ArraySlice<Double>) {
      (self.narrator, self.estimate, self.spoken) = (narrator, estimate, spoken)
    }

    /// Adds the lines of a chapter, and returns their amount, with all pauses, and the seconds of each.
    mutating func add(_ read: TableRead) -> (amount: PlanSummary.Amount, lines: [Double]) {
      var (sum, lines) = (PlanSummary.Amount(), [Double]())
      let seconds = SpeechEstimate.seconds(of: read) { item in
        let amount = add(item)
        sum.add(amount)
        lines.append(amount.seconds + item.innerPauses)
        return lines[lines.count - 1]
      }
      sum.seconds = seconds
      return (sum, lines)
    }

    private mutating func add(_ item: SpokenItem) -> PlanSummary.Amount {
      var amount = PlanSummary.Amount()
      (amount.lines, amount.seconds) = (1, spoken.popFirst() ?? 0)
      var isMeasured = true
      for span in item.spans {
        amount.words += SpokenWords.count(in: span.captionText)
        amount.characters += span.text.unicodeScalars.count
        isMeasured = isMeasured && estimate.isMeasured(span.performance)
      }
      let name = item.role?.name ?? ""
      for passage in item.passages { add(passage, of: name) }
      var role =
        roles[name]
        ?? PlanSummary.Role(
          name: name, voice: item.role?.voiceText ?? narrator, amount: PlanSummary.Amount(),
          share: 0, isMeasured: true)
      role.amount.add(amount)
      role.isMeasured = role.isMeasured && isMeasured
      roles[name] = role
      return amount
    }

    private mutating func add(_ passage: SpokenPassage, of role: String) {
      let own = PlanSummary.Passages(role: role, language: passage.language, voice: passage.voice)
      let index =
        passages.firstIndex { ($0.role, $0.language, $0.voice) == (role, own.language, own.voice) }
        ?? passages.endIndex
      if index == passages.endIndex { passages.append(own) }
      passages[index].count += 1
    }

    /// The roles with their shares.
    /// The role with the most words comes first; ties are sorted by name.
    var sorted: [PlanSummary.Role] {
      let words = roles.values.reduce(0) { $0 + $1.amount.words }
      return roles.values.map { role in
        var role = role
        role.share = words > 0 ? Double(role.amount.words) / Double(words) : 0
        return role
      }.sorted { ($1.amount.words, $0.name) < ($0.amount.words, $1.name) }
    }
  }
}

package struct EstimateAccuracy: Sendable, Equatable {
  /// The estimated length, in seconds.
  package var estimated: Double
  /// The actual length, in seconds.
  package var actual: Double

  /// Adds up chapters; nil if there are no chapters.
  package init?(_ chapters: [(estimated: Double, actual: Double)]) {
    guard !chapters.isEmpty else { return nil }
    estimated = chapters.reduce(0) { $0 + $1.estimated }
    actual = chapters.reduce(0) { $0 + $1.actual }
  }

  /// The error relative to the actual length: 0.02 means that the estimate is 2 % too long.
  package var error: Double { actual > 0 ? estimated / actual - 1 : 0 }
}

/// An estimate of a plan's length: the exact pauses, plus the speech at the pace of the voices.
public struct SpeechEstimate: Sendable {
  /// The seconds per unit of `SpeechAmount` at the requested tempo, by performance key.
  private var paces: [String: Double] = [:]
  private var measured: Set<String> = []
  private let inside: ClipPauses

  /// Creates an estimate for a plan; `known` contains the paces from earlier builds.
  package init(for plan: BookPlan, known: [PaceKey: VoicePace] = [:]) {
    inside = plan.pausesInside
    let expected = ExpectedPace(known: known)
    for performance in plan.performances {
      let pace = expected.secondsPerUnit(
        of: performance.voice, languageCode: performance.languageCode,
        options: performance.options, isShaped: plan.isShaped)
      paces[performance.key] = pace / performance.options.rate
      if known[PaceKey(performance, isShaped: plan.isShaped)] != nil {
        measured.insert(performance.key)
      }
    }
  }

  /// Returns whether the voice of a performance was measured in an earlier build.
  package func isMeasured(_ performance: Performance) -> Bool {
    measured.contains(performance.key)
  }

  /// Returns the seconds of speech in a span, without the pause before it.
  package func seconds(of span: SpokenSpan) -> Double {
    let amount = SpeechAmount(span.captionText, inside: inside)
    let spoken = amount.units * (paces[span.performance.key] ?? 0) + amount.seconds
    return switch span.performance.substitute {
    case nil, .prompt: spoken
    case .rehearsal(let rehearsal): (rehearsal.seconds ?? spoken) * rehearsal.gap
    case .take(let take, let start, let end): take.seconds * (end - start)
    }
  }

  /// Returns the seconds from the start of an item to its end, including the pauses within it.
  package func seconds(of item: SpokenItem) -> Double {
    item.spans.reduce(0) { $0 + seconds(of: $1) } + item.innerPauses
  }

  /// Returns the length in seconds of a whole chapter, including all pauses.
  public func seconds(of read: TableRead) -> Double {
    Self.seconds(of: read) { seconds(of: $0) }
  }

  /// Returns the length in seconds of a whole chapter; `length` returns the length of an item.
  static func seconds(of read: TableRead, _ length: (SpokenItem) -> Double) -> Double {
    read.passages.reduce(Double(read.pauseAfter) / 1000) { sum, passage in
      // Simultaneous speeches take as long as the longest of them.
      let longest = passage.items.map(length).max() ?? 0
      return sum + Double(passage.pauseBefore) / 1000 + longest
    }
  }
}

extension SpokenItem {
  /// The silence between the item's spans, in seconds.
  var innerPauses: Double {
    Double(spans.dropFirst().reduce(0) { $0 + $1.pauseBefore }) / 1000
  }
}

extension TableRead {
  /// Whether pauses inside texts have known lengths.
  var isShaped: Bool { pausesInside != ClipPauses() }
}

extension BookPlan {
  /// Every combination of voice and manner in the plan, once each.
  var performances: [Performance] {
    var found: [String: Performance] = [:]
    for chapter in chapters {
      for item in chapter.read.passages.flatMap(\.items) {
        for span in item.spans where found[span.performance.key] == nil {
          found[span.performance.key] = span.performance
        }
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The keys of all paces that an estimate of the plan uses.
  var paceKeys: Set<PaceKey> {
    Set(
      performances.flatMap {
        [PaceKey(voicesLike: $0, isShaped: isShaped), PaceKey($0, isShaped: isShaped)]
      })
  }

  /// The pauses inside texts, which are the same in all chapters.
  var pausesInside: ClipPauses { chapters.first?.read.pausesInside ?? ClipPauses() }

  /// Whether pauses inside texts have known lengths.
  var isShaped: Bool { pausesInside != ClipPauses() }
}
