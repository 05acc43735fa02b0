import FoundationEssentials

/// An answer of `/with-timestamps`: sound, and when each character of the text is spoken.
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

/// When each character of a text begins, in seconds.
struct ElevenLabsAlignment: Decodable, Sendable, Equatable {
  var characters: [String]
  var starts: [Double]

  enum CodingKeys: String, CodingKey {
    case characters
    case starts = "character_start_times_seconds"
  }

  /// Where the words begin of the text that was sent, of whose first `skipped` scalars nobody is to
  /// know.
  ///
  /// Gives nothing where the characters are not those of the text, or the rate of the sound is not
  /// known: wrong places are worse than none.
  /// Samples never go back and never pass the end.
  func words(of text: String, skipping skipped: Int, sound: ElevenLabsSound) -> [WordTiming] {
    let scalars = Array(text.unicodeScalars)
    guard let times = times(of: scalars), let measure = sound.measure else { return [] }
    var sample = 0
    return Self.words(of: scalars, from: skipped).map { word in
      let time = times[word.lowerBound] * Double(measure.sampleRate)
      let place = time.isFinite ? min(max(0, time.rounded()), Double(measure.samples)) : 0
      sample = max(sample, Int(place))
      return WordTiming(location: word.lowerBound - skipped, length: word.count, sample: sample)
    }
  }

  /// For each scalar of the text when it begins.
  private func times(of scalars: [Unicode.Scalar]) -> [Double]? {
    guard characters.count == starts.count else { return nil }
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

  /// What stands between blanks, without the marks around it.
  private static func words(of scalars: [Unicode.Scalar], from start: Int) -> [Range<Int>] {
    (start..<max(start, scalars.count)).split { scalars[$0].properties.isWhitespace }
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
}
