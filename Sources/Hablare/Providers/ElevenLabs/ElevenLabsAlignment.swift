import FoundationEssentials

/// An answer of `/with-timestamps`: sound, and when each character of the text is spoken.
///
/// The sound is paid for: whatever is wrong with the times, it is used without them.
struct ElevenLabsTimedAnswer: Sendable {
  var sound: ElevenLabsSound
  /// Nil where the service gives none.
  var alignment: ElevenLabsAlignment?

  /// Makes an answer without times.
  init(sound: ElevenLabsSound) { self.sound = sound }

  /// Reads the answer; sound that came by itself is taken without times.
  init(
    _ response: HTTPResponse, asked format: ElevenLabsFormat
  ) throws(ElevenLabsSound.Problem) {
    guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(response.body)) else {
      sound = try ElevenLabsSound(response, asked: format)
      return
    }
    guard let data = Data(base64Encoded: wire.audio_base64) else { throw .damaged }
    // The label is that of the JSON.
    sound = try ElevenLabsSound(
      HTTPResponse(status: response.status, body: [UInt8](data)), asked: format)
    alignment = wire.alignment?.value
  }

  private struct Wire: Decodable {
    var audio_base64: String
    var alignment: Lenient<ElevenLabsAlignment>?
  }
}

/// When each character of a text is spoken, in seconds.
struct ElevenLabsAlignment: Decodable, Sendable, Equatable {
  var characters: [String]
  var starts: [Double]
  /// Nil where the service gives none.
  var ends: [Double]?

  enum CodingKeys: String, CodingKey {
    case characters
    case starts = "character_start_times_seconds"
    case ends = "character_end_times_seconds"
  }

  /// How far a time may lie before the one of the character before it, in seconds: sums of fractions
  /// are not exact.
  private static let jitter = 0.001
  /// How far a time may lie behind the end of the sound, in seconds: encoders of MP3 move it by as much.
  private static let slack = 0.1

  /// Start times of the words in the text that was sent, without its first `skipped` scalars.
  ///
  /// Gives nothing where the characters are not those of the text, the times cannot be true, or the
  /// rate of the sound is not known: wrong places are worse than none. Samples never go back and never
  /// pass the end.
  func words(of text: String, skipping skipped: Int, sound: ElevenLabsSound) -> [WordTiming] {
    let scalars = Array(text.unicodeScalars)
    guard let measure = sound.measure, let times = times(of: scalars),
      Self.arePlausible(
        times.dropFirst(skipped), length: Double(measure.samples) / Double(measure.sampleRate))
    else { return [] }
    var sample = 0
    let words = Self.words(of: scalars, from: skipped).map { word in
      let place = (times[word.lowerBound] * Double(measure.sampleRate)).rounded()
      sample = max(sample, Int(min(max(0, place), Double(measure.samples))))
      return WordTiming(location: word.lowerBound - skipped, length: word.count, sample: sample)
    }
    // Several words that begin at once are a place for none of them.
    let isStuck = words.count > 1 && words.first?.sample == words.last?.sample
    return isStuck ? [] : words
  }

  /// Whether times begin within a sound of a length in seconds, and none goes back.
  private static func arePlausible(_ times: ArraySlice<Double>, length: Double) -> Bool {
    var last = 0.0
    return times.allSatisfy { time in
      defer { last = max(last, time) }
      // No number is not in order either.
      return time >= last - jitter && time <= length + slack
    }
  }

  /// For each scalar of the text when it begins; nil if these are not the characters of the text.
  private func times(of scalars: [Unicode.Scalar]) -> [Double]? {
    guard characters.count == starts.count, ends.map({ $0.count == starts.count }) ?? true else {
      return nil
    }
    let pairs = zip(characters, starts).flatMap { character, start in
      character.unicodeScalars.map { ($0, start) }
    }
    let isSame =
      pairs.count == scalars.count
      && zip(pairs, scalars).allSatisfy { pair, scalar in
        // A line break may have become a blank.
        pair.0 == scalar || pair.0.properties.isWhitespace && scalar.properties.isWhitespace
      }
    return isSame ? pairs.map(\.1) : nil
  }

  /// What stands between blanks, without the marks around it; where there are no blanks, as in Chinese
  /// and Japanese, what stands between marks.
  private static func words(of scalars: [Unicode.Scalar], from start: Int) -> [Range<Int>] {
    (start..<max(start, scalars.count))
      .split { scalars[$0].properties.isWhitespace || scalars[$0].isEastAsianMark }
      .compactMap { run in
        guard let first = run.first(where: { scalars[$0].isSpoken }),
          let last = run.last(where: { scalars[$0].isSpoken })
        else { return nil }
        return first..<(last + 1)
      }
  }
}

extension Unicode.Scalar {
  /// Whether it is part of a word rather than a mark.
  fileprivate var isSpoken: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark,
      .currencySymbol, .mathSymbol, .otherSymbol:
      true
    default: false
    }
  }

  /// Whether it is a mark of a script that is written without blanks (U+3001 `、` to U+FF65 `･`).
  fileprivate var isEastAsianMark: Bool { (0x3001...0xFFEF).contains(value) && !isSpoken }
}
