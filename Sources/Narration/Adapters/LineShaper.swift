package import Basics
import Hablare

/// Applies the settings of single lines (`LineSettings`) to the table reads of a book.
package struct LineShaper: Sendable {
  /// The place of a line in a book.
  package struct Place: Hashable, Sendable {
    /// The index of the chapter.
    package var chapter: Int
    /// The index of the passage, and of the item in the passage.
    package var passage: Int
    package var item: Int

    package init(chapter: Int, passage: Int, item: Int) {
      (self.chapter, self.passage, self.item) = (chapter, passage, item)
    }
  }

  /// The lines with settings, and the settings without a line.
  package struct Result: Sendable {
    /// The settings of each line, with the chapter as it is without them.
    package var found: [Place: VoicesFile.Shape] = [:]
    package var plain: [Int: TableRead] = [:]
    package var gone: [VoicesFile.Shape] = []
    package var twice: [VoicesFile.Shape] = []
  }

  private let narrator: Role
  /// The voices that speak single lines, as roles without a name.
  private let voices: [VoiceURI: Role]
  private let performances: PerformanceBook

  /// Creates a shaper for a cast book.
  /// `rate` is the tempo of the book.
  package init(
    _ file: VoicesFile?, casting: Casting, rules: RuleSet, rate: Double, directory: VoiceDirectory
  ) async {
    narrator = casting.narrator
    var voices: [VoiceURI: Role] = [:]
    for uri in (file?.shapes ?? []).compactMap(\.settings.uri) where voices[uri] == nil {
      let whisper = await directory.provider(uri.providerId)?.whisperVoice(for: uri.voiceId)
      voices[uri] = Role(
        name: "", voice: uri,
        whisper: whisper.map { VoiceURI(providerId: uri.providerId, voiceId: $0) },
        abilities: directory.abilities(of: uri))
    }
    self.voices = voices
    performances = PerformanceBook(
      language: casting.language, rate: rate, speakingGain: rules < .v1_2 ? 0 : 1,
      places: casting.places, isCalm: rules >= .v1_2)
  }

  /// Applies the settings of a file to the chapters of a book.
  package func apply(_ file: VoicesFile, to reads: inout [TableRead]) -> Result {
    var (places, keys): ([Place], [String]) = ([], [])
    for (chapter, read) in reads.enumerated() {
      for (passage, said) in read.passages.enumerated() {
        for (item, spoken) in said.items.enumerated() where spoken.isAuthors {
          places.append(Place(chapter: chapter, passage: passage, item: item))
          keys.append(LineFinder.key(spoken.shownText))
        }
      }
    }
    let (found, gone, twice) = VoicesFile.found(file.shapes, at: \.row, in: keys, byBeginning: true)
    var result = Result(gone: gone, twice: twice)
    for (index, shape) in found.sorted(by: { $0.key < $1.key }) {
      let place = places[index]
      if result.plain[place.chapter] == nil {
        result.plain[place.chapter] = reads[place.chapter]
      }
      result.found[place] = shape
      apply(shape.settings, to: &reads[place.chapter], at: place)
    }
    return result
  }

  /// Applies the settings of one line to its chapter.
  package func apply(_ settings: LineSettings, to read: inout TableRead, at place: Place) {
    let (passage, item) = (place.passage, place.item)
    shape(&read.passages[passage].items[item], settings)
    if let before = settings.before { read.passages[passage].pauseBefore = before }
    guard let after = settings.after else { return }
    if passage + 1 < read.passages.count {
      read.passages[passage + 1].pauseBefore = after
    } else {
      read.pauseAfter = after
    }
  }

  private func shape(_ item: inout SpokenItem, _ settings: LineSettings) {
    let words = item.shownText
    var role = item.role ?? narrator
    if let voice = settings.uri, let other = voices[voice] {
      role = Role(
        name: role.name, voice: other.voice, whisper: other.whisper, abilities: other.abilities,
        effect: role.effect)
      if item.role != nil { item.role = role }
    }
    for index in item.spans.indices {
      var span = item.spans[index]
      if let words = settings.words { say(words, in: &span, by: role) }
      // The marks of the script must not change a request to another voice that is paid for.
      if settings.uri != nil, role.abilities.stress != .marked { span.stresses = [] }
      if role.abilities.stress != .none {
        for word in settings.stress ?? [] { stress(word.lowercased(), in: &span) }
      }
      span.performance = performance(span.performance, settings, role)
      // With a seed, the voice would say the line in the same way.
      if let take = settings.take, role.abilities.varies, span.performance.options.seed == nil {
        span.take = UInt8(clamping: take)
      }
      item.spans[index] = span
    }
    if item.shownText != words { item.written = words }
  }

  private func performance(
    _ old: Performance, _ settings: LineSettings, _ role: Role
  ) -> Performance {
    var neutral = old.neutral ?? old
    var (voice, options, gain) = (old.voice, old.options, old.gain)
    if settings.uri != nil {
      neutral = performances.performance(of: role, with: Delivery())
      (voice, options, gain) = (neutral.voice, neutral.options, neutral.gain)
    }
    let abilities = role.abilities
    if let rate = settings.rate {
      options.rate = min(
        max(neutral.options.rate * rate, abilities.rates.lowerBound), abilities.rates.upperBound)
    }
    if let whispers = settings.whisper {
      voice = (whispers ? role.whisper?.plain : nil) ?? neutral.voice
      gain = neutral.gain + (whispers ? Delivery.whisperGain : 0)
      if abilities.supportsDirections { options.style = whispers ? "whispering" : nil }
    }
    if let added = settings.gain { gain = neutral.gain + added }
    return Performance(
      voice: voice, languageCode: old.languageCode, options: options, gain: gain,
      effect: old.effect, pan: neutral.pan, neutral: neutral,
      asksForWhisper: settings.whisper.map { $0 && role.asksForWhisper } ?? old.asksForWhisper,
      passageVoice: settings.uri == nil ? old.passageVoice : nil)
  }

  private func say(_ words: [LineSettings.Word], in span: inout SpokenSpan, by role: Role) {
    let rule = PronunciationRule(
      words.map { Pronunciation(text: $0.text, say: $0.say, ipa: $0.ipa) },
      languageCode: span.performance.languageCode, notation: PhonemeNotation(role.abilities))
    let letters = Array(span.text.unicodeScalars)
    let places = rule.ranges(in: letters, speaker: role.name)
    guard !places.isEmpty else { return }
    let shown = span.captionText
    span.hasPhonemes = span.hasPhonemes || rule.apply(span.text, speaker: role.name).written != nil
    var (text, end, moved) = ("", 0, [(from: Int, by: Int)]())
    for place in places {
      let spoken = rule.apply(letters[place].text, speaker: role.name).text
      text += letters[end..<place.lowerBound].text + spoken
      moved.append((place.upperBound, spoken.unicodeScalars.count - place.count))
      end = place.upperBound
    }
    (span.text, span.written) = (text + letters[end...].text, shown)
    for index in span.stresses.indices {
      let range = span.stresses[index].range
      func new(_ bound: Int) -> Int {
        moved.reduce(bound) { $1.from <= bound ? $0 + $1.by : $0 }
      }
      let start = new(range.lowerBound)
      span.stresses[index].range = start..<max(start, new(range.upperBound))
    }
  }

  private func stress(_ words: String, in span: inout SpokenSpan) {
    let letters = Array(span.text.unicodeScalars)
    // A rule that says the words as they are finds them as whole words.
    let rule = PronunciationRule(
      [Pronunciation(text: words, say: words)], languageCode: span.performance.languageCode,
      notation: .none)
    for place in rule.ranges(in: letters, speaker: "") {
      guard !span.stresses.contains(where: { $0.range.overlaps(place) && !$0.isCalled }) else {
        continue
      }
      span.stresses.append(VoiceStress(place))
    }
    span.stresses.sort { $0.range.lowerBound < $1.range.lowerBound }
  }
}

extension SpokenItem {
  /// The text to show: the author's text, or else the texts of the spans.
  package var shownText: String { written ?? spans.map(\.captionText).joined(separator: " ") }

  /// Whether the author, not the program, wrote the words.
  package var isAuthors: Bool { kind != .announcement && kind != .credits }
}

extension VoicesFile {
  /// The voices of single lines, for checks.
  package var voiceReferences: [Cast.VoiceReference] {
    shapes.compactMap { shape in
      shape.settings.uri.map {
        Cast.VoiceReference(
          uri: $0, file: path, position: SourcePosition(line: shape.number, column: 1))
      }
    }
  }

  /// Returns warnings about settings of lines that have no effect.
  package func findings(_ result: LineShaper.Result) -> [Diagnostic] {
    let code = LintCode.lineSetting.name
    return result.gone.map {
      report("no line begins with these words any more", at: $0.number, code: code)
    }
      + result.twice.map {
        report("the line with these words already has settings", at: $0.number, code: code)
      }
  }
}
