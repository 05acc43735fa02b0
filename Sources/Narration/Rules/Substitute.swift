import Guion
import Hablare

/// What is heard in place of a voice.
package enum Substitute: Sendable, Hashable {
  /// Time for an actor to speak the line.
  case rehearsal(Rehearsal)
  /// The first words of the line that an actor speaks next, as a prompter says them.
  case prompt
  /// A part of a person's recording of the line, as shares of its length.
  case take(RecordedTake, from: Double, to: Double)

  /// The substitute as text, for fingerprints.
  var key: String {
    switch self {
    case .rehearsal(let rehearsal): rehearsal.key
    case .prompt: "rehearsal=prompt"
    case .take(let take, let start, let end): "take=\(take.digest):\(start)-\(end)"
    }
  }
}

/// How the lines of a role that an actor rehearses are left out (Documentation/rehearsal.md).
package struct Rehearsal: Sendable, Hashable {
  /// What is heard in place of a line, or before it.
  package enum Form: String, Sendable, CaseIterable {
    case silence
    /// A soft beep, then silence.
    case beep
    /// The first words, whispered, then silence.
    case whisper
    /// The line, 24 dB softer.
    case quiet
  }

  /// What is heard.
  package var form = Form.silence
  /// The time for a line, as a multiple of its length.
  package var gap = Self.usualGap
  /// The length of the line in seconds, if a recording tells it; nil if its voice does.
  package var seconds: Double?

  /// The default of `gap`: people who remember are a little slower than voices that read.
  package static let usualGap = 1.2
  /// The allowed values of `gap`.
  package static let gaps = 0.5...5.0
  /// How much softer a line is with `quiet`, in decibels.
  static let softer = 24.0
  /// The pause between whispered words and the time for the line, in milliseconds.
  static let pauseAfterPrompt = 300
  /// The largest number of whispered words.
  static let promptWords = 3

  fileprivate var key: String {
    "rehearsal=\(form.rawValue):\(gap)" + (seconds.map { ":\($0)" } ?? "")
  }

  /// Creates a rehearsal.
  package init(_ form: Form = .silence, gap: Double = Self.usualGap) {
    (self.form, self.gap) = (form, gap)
  }
}

/// A recording of a line by a person.
package struct RecordedTake: Sendable, Hashable {
  /// The path of the file.
  package var path: String
  /// The file's path in the folder of recordings.
  package var file: String
  /// The SHA-256 of the file, in hexadecimal.
  package var digest: String
  /// The length of the speech in seconds.
  package var seconds: Double

  /// Creates a take.
  package init(path: String, file: String, digest: String, seconds: Double) {
    (self.path, self.file, self.digest, self.seconds) = (path, file, digest, seconds)
  }

  /// Equal bytes under the same name are the same take, wherever the folder is.
  package static func == (left: Self, right: Self) -> Bool {
    left.digest == right.digest && left.file == right.file
  }

  /// Hashes the digest.
  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension Performance {
  /// Whether the voice is heard, so that its speech must be requested.
  package var isHeard: Bool {
    switch substitute {
    case nil, .prompt: true
    case .rehearsal(let rehearsal): rehearsal.form == .quiet
    case .take: false
    }
  }
}

// MARK: - Rehearsal

extension TableRead {
  /// Returns the table read in which an actor speaks the lines of some roles; the narrator's name is empty.
  package func rehearsed(as roles: Set<String>, _ rehearsal: Rehearsal) -> TableRead {
    var read = self
    var rehearsed = RehearsedPerformances(rehearsal)
    read.passages = passages.flatMap { passage -> [Passage] in
      let own = passage.items.indices.filter { roles.contains(passage.items[$0].role?.name ?? "") }
      var (passage, prompts) = (passage, [Passage]())
      for index in own {
        if rehearsal.form == .whisper, let prompt = passage.items[index].prompt() {
          prompts.append(Passage(pauseBefore: passage.pauseBefore, items: [prompt]))
          passage.pauseBefore = Rehearsal.pauseAfterPrompt
        }
        passage.items[index] = rehearsed.item(passage.items[index])
      }
      return prompts + [passage]
    }
    return read
  }
}

/// The performances of rehearsed lines. Lines with equal performances share one, as in the table read.
private struct RehearsedPerformances {
  private let rehearsal: Rehearsal
  private var known: [ObjectIdentifier: (first: Performance, later: Performance)] = [:]

  init(_ rehearsal: Rehearsal) { self.rehearsal = rehearsal }

  mutating func item(_ item: SpokenItem) -> SpokenItem {
    var item = item
    for index in item.spans.indices {
      let own = performances(for: item.spans[index].performance)
      item.spans[index].performance = index == 0 ? own.first : own.later
      // The pauses within a line grow with it.
      let pause = Double(item.spans[index].pauseBefore) * rehearsal.gap
      item.spans[index].pauseBefore = Int(pause.rounded())
    }
    return item
  }

  private mutating func performances(
    for own: Performance
  ) -> (first: Performance, later: Performance) {
    if let known = known[ObjectIdentifier(own)] { return known }
    if case .take = own.substitute, rehearsal.form == .quiet, let take = own.substitute {
      let softer = own.replaced(by: take, gain: own.gain - Rehearsal.softer)
      known[ObjectIdentifier(own)] = (softer, softer)
      return (softer, softer)
    }
    let quiet = rehearsal.form == .quiet ? own.gain - Rehearsal.softer : nil
    // A line has one beep, before its first span.
    var rest = Rehearsal(rehearsal.form == .quiet ? .quiet : .silence, gap: rehearsal.gap)
    if case .take(let take, let start, let end) = own.substitute {
      rest.seconds = take.seconds * (end - start)
    }
    var first = rest
    if rehearsal.form == .beep { first.form = .beep }
    let made = (
      first: own.replaced(by: .rehearsal(first), gain: quiet),
      later: own.replaced(by: .rehearsal(rest), gain: quiet)
    )
    known[ObjectIdentifier(own)] = made
    return made
  }
}

extension SpokenItem {
  /// Returns the first words of the item, whispered; nil if it has no words.
  fileprivate func prompt() -> SpokenItem? {
    guard let span = spans.first else { return nil }
    let words = span.captionText.split(whereSeparator: \.isWhitespace)
    let all = spans.reduce(0) { $0 + $1.captionText.split(whereSeparator: \.isWhitespace).count }
    // A prompter does not give the whole line away.
    let count = min(Rehearsal.promptWords, max(1, all / 2))
    var text = words.prefix(count).joined(separator: " ")
    while let last = text.last, !last.isLetter, !last.isNumber { text.removeLast() }
    guard !text.isEmpty else { return nil }
    let own = span.performance
    let whisper = Performance(
      voice: role?.whisper?.plain ?? own.voice, languageCode: own.languageCode,
      options: (own.neutral ?? own).options, gain: own.gain + Delivery.whisperGain,
      effect: own.effect, pan: own.pan,
      neutral: own.neutral ?? own, asksForWhisper: role?.asksForWhisper ?? false,
      passageVoice: own.passageVoice, substitute: .prompt)
    var prompt = SpokenItem(
      kind: .announcement, role: role, cue: cue, line: Int(line), source: Int(source),
      spans: [SpokenSpan(text: text, performance: whisper, line: Int(span.line))])
    prompt.elements = elements
    return prompt
  }
}
