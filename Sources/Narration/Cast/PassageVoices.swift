import Guion
package import Hablare

/// Who speaks passages in other languages (Documentation/speech.md, "Languages inside a text").
package struct PassageVoices: Sendable {
  /// A language and a way to write phonemes, which need a cleaner of their own.
  struct Voicing: Hashable, Sendable {
    var language: String
    var notation: PhonemeNotation
  }

  /// A part of a text that one voice speaks.
  struct Run: Equatable {
    var text: String
    /// The language of the words; nil for the language of the book.
    var language: String?
    /// The role with the voice that speaks the language; nil for the role's own voice.
    var speaker: Role?
  }

  /// What a role does with a passage.
  enum Speaker: Equatable, Sendable {
    /// The voice of the role speaks the language itself.
    case own
    /// The same role speaks with another voice.
    case other(Role)
  }

  private let language: String
  private let test: PassageTest?
  /// The speakers, by the name of the role and the language.
  private(set) var speakers: [String: [String: Speaker]] = [:]
  /// The languages in which unmarked sentences leave the voice that the cast names, by the name of the role.
  /// A role that is not listed has a voice that the cast does not name.
  private var named: [String: Set<String>] = [:]

  /// Creates the voices for a text in a language.
  /// `leaning` is the language of almost all its sentences, if this is another one.
  init(language: String, leaning: String? = nil) {
    self.language = PassageTag.primary(of: language)
    test = PassageTest(language: language, leaning: leaning)
  }

  /// Sets who speaks a language in place of a role.
  mutating func set(_ speaker: Speaker, for role: String, in tag: String) {
    speakers[role, default: [:]][tag] = speaker
  }

  /// Keeps unmarked sentences of a role with the voice that the cast names, except in these languages.
  mutating func keepUnmarked(of role: String, except tags: some Sequence<String>) {
    named[role] = Set(tags.map(PassageTag.primary))
  }

  /// The languages with the notations of the voices that speak them.
  var voicings: Set<Voicing> {
    let notations: [PhonemeNotation] = [.none, .espeak, .ipa]
    return speakers.values.reduce(into: []) { all, own in
      for (tag, speaker) in own {
        switch speaker {
        case .own:
          for notation in notations { all.insert(Voicing(language: tag, notation: notation)) }
        case .other(let role):
          all.insert(Voicing(language: tag, notation: PhonemeNotation(role.abilities)))
        }
      }
    }
  }

  /// The voices that speak passages.
  package var voices: [VoiceURI] {
    speakers.values.flatMap(\.values).compactMap { speaker in
      if case .other(let role) = speaker { role.voice } else { nil }
    }
  }

  // MARK: Texts

  /// Returns the parts of a text that a role speaks.
  /// If `guesses` is false, only the languages count that the author names.
  func runs(of text: String, by role: Role, guesses: Bool) -> [Run] {
    let own = speakers[role.name] ?? [:]
    var runs: [Run] = []
    for part in PassageMarks.parts(of: text) {
      if let tag = part.tag {
        add(part.text, tag, own[tag], to: &runs)
      } else if guesses, let test, !own.isEmpty {
        for sentence in test.parts(of: part.text) {
          let tag = sentence.tag.flatMap { mayLeave(role, $0, own[$0]) ? $0 : nil }
          add(sentence.text, tag, tag.flatMap { own[$0] }, to: &runs)
        }
      } else {
        add(part.text, nil, nil, to: &runs)
      }
    }
    // A voice that speaks both languages keeps the whole text, so the text is not divided.
    if runs.count > 1 {
      let whole = runs
      runs = []
      for run in whole { add(run, run.speaker == nil ? nil : run.language, to: &runs) }
    }
    return Self.settled(runs)
  }

  /// Whether an unmarked sentence of a role may be read in its language.
  private func mayLeave(_ role: Role, _ tag: String, _ speaker: Speaker?) -> Bool {
    speaker == .own || named[role.name].map { $0.contains(tag) } ?? true
  }

  private func add(_ text: String, _ tag: String?, _ speaker: Speaker?, to runs: inout [Run]) {
    let isForeign = tag.map { PassageTag.primary(of: $0) != language } ?? false
    var run = Run(text: text)
    if isForeign, let speaker {
      run.language = tag
      if case .other(let role) = speaker { run.speaker = role }
    }
    add(run, run.language, to: &runs)
  }

  private func add(_ run: Run, _ tag: String?, to runs: inout [Run]) {
    let last = runs.count - 1
    let joins =
      last >= 0
      && (runs[last].language == tag && runs[last].speaker === run.speaker
        || !run.text.hasLetterOrDigit)
    if joins {
      runs[last].text += run.text
    } else {
      runs.append(Run(text: run.text, language: tag, speaker: run.speaker))
    }
  }

  /// Returns the runs with each sign in the run whose words it belongs to.
  private static func settled(_ runs: [Run]) -> [Run] {
    var runs = runs
    for index in runs.indices.dropFirst() {
      let closing = runs[index].text.prefix { ",.;:!?…)]”’»".contains($0) }
      runs[index].text.removeFirst(closing.count)
      runs[index - 1].text += closing
      let opening = runs[index - 1].text.reversed().prefix { "([“‘«„¿¡".contains($0) }
      let signs = String(opening.reversed())
      runs[index - 1].text.removeLast(opening.count)
      runs[index].text = signs + runs[index].text
    }
    if runs.count > 1, !runs[0].text.hasLetterOrDigit {
      runs[1].text = runs[0].text + runs[1].text
      runs.removeFirst()
    }
    return runs
  }
}
