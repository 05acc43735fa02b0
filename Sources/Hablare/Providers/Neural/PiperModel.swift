/// A Piper voice as its files describe it: an ONNX model, its phonemes and its parameters.
struct PiperModel: Sendable {
  let voice: InstalledVoice
  let alphabet: PiperAlphabet
  /// The espeak voice that converts text to phonemes.
  let espeakVoice: String
  let clock: NeuralClock
  /// The voice's own variation.
  let variation: NeuralVariation
  /// The factor of all durations, relative to the model's own tempo.
  let slowness: Double

  /// Reads the files of a voice.
  /// Throws `engineUnavailable` or `notSupported` if the voice cannot speak.
  init(_ voice: InstalledVoice) throws(VoiceProviderError) {
    guard let path = voice.descriptionPath else {
      throw .engineUnavailable(
        "the description of the voice \(voice.id) (.onnx.json) is missing; install the voice again")
    }
    let description: PiperVoiceDescription
    do throws(InstalledVoiceProblem) {
      description = try PiperVoiceDescription(at: path)
    } catch {
      throw .engineUnavailable(error.description)
    }
    if let obstacle = Self.obstacle(in: description, of: voice) { throw .notSupported(obstacle) }
    guard let alphabet = description.phoneme_id_map.flatMap(PiperAlphabet.init) else {
      throw .engineUnavailable("\(path) has no usable list of phonemes (\"phoneme_id_map\")")
    }
    self.voice = voice
    self.alphabet = alphabet
    espeakVoice = description.espeak?.voice ?? ""
    clock = NeuralClock(
      sampleRate: description.audio.sample_rate, unit: description.hop_length ?? Self.defaultUnit)
    variation = NeuralVariation(
      noise: description.inference?.noise_scale ?? 0.667,
      width: description.inference?.noise_w ?? 0.8)
    slowness = description.inference?.length_scale ?? 1
  }

  /// The number of samples in a unit of duration, for voices whose description does not state the
  /// number.
  private static let defaultUnit = 256

  /// Returns the reason why the program cannot find the phonemes for a voice, or nil if the program
  /// can find them.
  static func obstacle(in description: PiperVoiceDescription, of voice: InstalledVoice) -> String? {
    let kind = description.phoneme_type ?? "espeak"
    if kind != "espeak" {
      return
        "the voice \(voice.id) needs phonemes of the type \"\(kind)\"; only those of espeak-ng are available"
    }
    return description.languageTag.flatMap(UnreadableLanguage.reason)
  }

  /// Returns the engine's request for a line.
  func request(
    _ line: NeuralLine, speaker: Int?, _ parameters: PiperParameters, stresses: [VoiceStress] = []
  ) -> NeuralRequest {
    NeuralRequest(
      family: .piper, model: NeuralModel(path: voice.modelPath, sha256: voice.modelSHA256),
      clock: clock,
      ids: line.ids, speaker: speaker,
      variation: NeuralVariation(
        noise: parameters.noise ?? variation.noise, width: parameters.width ?? variation.width),
      speed: parameters.delivery.speed / slowness, gain: parameters.delivery.gain,
      prosody: PhonemeProsody.stressing(stresses, in: line, hasPitch: false))
  }

  /// The phonemes that a Piper voice knows, each with its ids.
  struct PiperAlphabet: Sendable {
    private let numbers: [Unicode.Scalar: [UInt16]]
    private let start: [UInt16]
    private let end: [UInt16]
    private let pad: [UInt16]

    /// Reads a voice's map from phonemes to ids.
    /// Nil if a symbol that every line needs is missing, or if an id is out of range.
    init?(_ map: [String: [Int]]) {
      var numbers: [Unicode.Scalar: [UInt16]] = [:]
      for (symbol, values) in map {
        let small = values.compactMap { UInt16(exactly: $0) }
        guard small.count == values.count else { return nil }
        // Some maps have symbols of several letters. They are left out, because espeak never sends
        // such a symbol.
        if symbol.unicodeScalars.count == 1, let scalar = symbol.unicodeScalars.first {
          numbers[scalar] = small
        }
      }
      guard let start = numbers["^"], let end = numbers["$"], let pad = numbers["_"] else {
        return nil
      }
      (self.numbers, self.start, self.end, self.pad) = (numbers, start, end, pad)
    }

    /// Returns whether the voice knows a phoneme.
    func knows(_ symbol: Unicode.Scalar) -> Bool { numbers[symbol] != nil }

    /// Returns a line of phonemes with the words they belong to, in the form that the model needs:
    /// with a padding symbol after each phoneme.
    /// Phonemes that the voice does not know are left out. Piper does the same.
    func line(
      _ symbols: [(symbol: Unicode.Scalar, owner: Int?)], _ words: [Range<Int>], endsSentence: Bool
    ) -> NeuralLine {
      var line = NeuralLine(ids: start + pad, owners: [], words: words, endsSentence: endsSentence)
      line.owners = line.ids.map { _ in nil }
      for (symbol, owner) in symbols {
        guard let ids = numbers[symbol] else { continue }
        line.ids += ids + pad
        line.owners += repeatElement(owner, count: ids.count + pad.count)
      }
      line.ids += end
      line.owners += end.map { _ in nil }
      return line
    }
  }
}

/// The parameters for speaking a line with a Piper voice.
struct PiperParameters: Hashable, Sendable {
  /// Tempo and gain.
  var delivery: NeuralDelivery
  /// The variation of the audio, or nil for the voice's own variation.
  var noise: Double?
  /// The variation of the durations, or nil for the voice's own variation.
  var width: Double?

  /// The names of the settings that only Piper has.
  static let noiseKey = "noise_scale"
  static let widthKey = "noise_w"
  /// The variations that a cast may request.
  static let variations = 0.0...1.5

  init(_ options: VoiceOptions) {
    delivery = NeuralDelivery(options)
    noise = options.parameters[Self.noiseKey].flatMap(Double.init)
    width = options.parameters[Self.widthKey].flatMap(Double.init)
  }

  /// Returns the problem with the provider's own settings, or nil if there is no problem.
  static func problem(with parameters: [String: String]) -> String? {
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      guard name == noiseKey || name == widthKey else {
        return "Piper has no setting \"\(name)\"; its own settings are \(noiseKey) and \(widthKey)"
      }
      guard let number = Double(value), variations.contains(number) else {
        return "\(name) must be a number from \(VoiceURI.text(of: variations.lowerBound)) to "
          + "\(VoiceURI.text(of: variations.upperBound)), not \"\(value)\""
      }
    }
    return nil
  }
}

extension PiperModel.PiperAlphabet {
  /// The maximum number of phonemes in one run of the model: about 25 seconds of speech.
  static let longestLine = 350

  /// Returns the lines of a text.
  /// Each sentence is one line. If a sentence is too long, it is cut into several lines.
  /// Throws `invalidRequest` for IPA with a symbol that the voice does not know.
  func lines(of text: ReadText) throws(VoiceProviderError) -> [NeuralLine] {
    for clause in text.clauses where clause.isGiven {
      if let symbol = clause.phonemes.first(where: { $0 != " " && !knows($0) }) {
        throw .invalidRequest("this voice does not know the IPA symbol \"\(symbol)\"")
      }
    }
    return text.parts(limit: Self.longestLine).map {
      line($0.symbols, text.words, endsSentence: $0.endsSentence)
    }.filter(\.hasSound)
  }
}
