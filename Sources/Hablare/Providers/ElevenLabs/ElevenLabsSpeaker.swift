import FoundationEssentials

/// Speaks one utterance: requests its pieces in order and joins them without a gap.
struct ElevenLabsSpeaker: Sendable {
  let api: ElevenLabsAPI
  let memory: ElevenLabsMemory
  let timeouts: HTTPTimeouts
  /// The maximum size of the response to a short text, in bytes.
  let maximumBytes: Int
  let model: ElevenLabsModel
  /// The request body with the fields that all pieces share.
  /// The text of this body is ignored.
  let body: ElevenLabsSpeechBody
  let request: VoiceEngineRequest
  /// The cost of a character with this voice and model, in credits.
  let creditsPerCharacter: Double

  /// The response for one piece.
  private struct Spoken {
    var sound: ElevenLabsSound
    var alignment: ElevenLabsAlignment?
    var requestId: String?
    var cost: Int?
  }

  /// Returns the audio of the pieces, in the preferred format if the plan allows it.
  func speak(
    _ pieces: [ElevenLabsScript.Piece], preferring format: ElevenLabsFormat
  ) async throws -> VoiceEngineOutput {
    var spoken: [Spoken] = []
    for (index, piece) in pieces.enumerated() {
      try Task.checkCancellation()
      let body = body(
        for: piece, isFirst: index == 0, isLast: index == pieces.count - 1)
      spoken.append(try await speak(body, preferring: format))
    }
    guard let sound = ElevenLabsSound.joined(spoken.map(\.sound)) else {
      throw VoiceProviderError.invalidResponse
    }
    return sound.output(words: words(of: pieces, spoken), metadata: metadata(spoken))
  }

  /// Returns the body for a piece.
  /// The context of a piece is the end of the previous piece and the start of the next piece.
  /// Before the first piece and after the last piece, the context is the request's own context.
  private func body(
    for piece: ElevenLabsScript.Piece, isFirst: Bool, isLast: Bool
  ) -> ElevenLabsSpeechBody {
    var body = body
    body.text = piece.sent
    if !isFirst { body.previousText = piece.previous }
    if !isLast { body.nextText = piece.next }
    return body
  }

  /// Requests one piece and returns the response.
  /// If the plan or the model refuses the form of the request, tries another form.
  private func speak(
    _ body: ElevenLabsSpeechBody, preferring format: ElevenLabsFormat
  ) async throws -> Spoken {
    var isRepeat = false
    while true {
      let form = memory.form(
        model, preferring: format, hasContext: body.hasContext, isTimed: request.wantsWordTimings)
      do {
        let spoken = try await memory.ask(form) { [isRepeat] in
          try await ask(
            form.hasContext ? body : body.withoutContext, form, isRepeat: isRepeat)
        }
        if let spoken { return spoken }
      } catch let failure as ElevenLabsFailure where form.isRefused(by: failure) {
        isRepeat = true
      }
    }
  }

  private func ask(
    _ body: ElevenLabsSpeechBody, _ form: ElevenLabsRequestForm, isRepeat: Bool
  ) async throws -> Spoken {
    let (format, isTimed) = (form.format, form.isTimed)
    let length = body.text.unicodeScalars.count
    let path = ["v1", "text-to-speech", request.voiceId] + (isTimed ? ["with-timestamps"] : [])
    var call = ElevenLabsAPI.Call(
      method: .post, path: path, query: [(name: "output_format", value: format.rawValue)],
      body: try body.json, scope: "text_to_speech", timeouts: timeouts.allowing(characters: length),
      maximumBytes: max(maximumBytes, length * Self.bytesPerCharacter), isRepeat: isRepeat)
    call.charge = Double(length) * creditsPerCharacter
    let response = try await api.send(call) {
      Self.verdict($0, on: body.text, format: format, isTimed: isTimed)
    }
    let answer: ElevenLabsTimedAnswer
    do throws(ElevenLabsSound.Problem) {
      answer = try Self.answer(response, to: body.text, format: format, isTimed: isTimed)
    } catch {
      throw error.error(asked: format.rawValue)
    }
    return Spoken(
      sound: answer.sound, alignment: answer.alignment, requestId: response.headers["request-id"],
      cost: response.headers["character-cost"].flatMap { Int($0) })
  }

  /// The maximum number of bytes in a response for each character of the text.
  /// The number is enough for five times the audio of slow speech (10 characters a second), encoded
  /// in base 64.
  private static let bytesPerCharacter = 32 << 10

  private static func answer(
    _ response: HTTPResponse, to text: String, format: ElevenLabsFormat, isTimed: Bool
  ) throws(ElevenLabsSound.Problem) -> ElevenLabsTimedAnswer {
    let answer =
      isTimed
      ? try ElevenLabsTimedAnswer(response, asked: format)
      : ElevenLabsTimedAnswer(sound: try ElevenLabsSound(response, asked: format))
    try answer.sound.check(for: text)
    return answer
  }

  private static func verdict(
    _ response: HTTPResponse, on text: String, format: ElevenLabsFormat, isTimed: Bool
  ) -> ServiceClient.Verdict {
    do throws(ElevenLabsSound.Problem) {
      _ = try answer(response, to: text, format: format, isTimed: isTimed)
      return .final
    } catch {
      return error.reasonToRepeat.map(ServiceClient.Verdict.invalid) ?? .unusable
    }
  }

  /// Returns the positions of all words, each shifted by the length of the previous pieces.
  /// Stops at a piece of unknown length, because all later positions are unknown.
  private func words(
    of pieces: [ElevenLabsScript.Piece], _ spoken: [Spoken]
  ) -> [WordTiming] {
    var start = 0
    var result: [WordTiming] = []
    for (piece, spoken) in zip(pieces, spoken) {
      guard let measure = spoken.sound.measure else { break }
      let words =
        spoken.alignment?.words(
          of: piece.sent, skipping: piece.directionLength, sound: spoken.sound) ?? []
      result += words.map { word in
        WordTiming(
          location: word.location + piece.offset, length: word.length, sample: word.sample + start)
      }
      start += measure.samples
    }
    return result
  }

  private func metadata(_ spoken: [Spoken]) -> [String: String] {
    var metadata = ["model": model.id]
    let ids = spoken.compactMap(\.requestId)
    if !ids.isEmpty { metadata["request-id"] = ids.joined(separator: ",") }
    let costs = spoken.compactMap(\.cost)
    // If the cost of a piece is missing, no sum is stored, because the sum of the other costs would
    // look like the total.
    if !costs.isEmpty, costs.count == spoken.count {
      metadata["character-cost"] = String(costs.reduce(0) { $0.addingReportingOverflow($1).0 })
    }
    if request.options.pitch != 0 { metadata["ignored"] = "pitch" }
    return metadata
  }
}

extension HTTPTimeouts {
  /// Returns timeouts that are long enough for a text of this length.
  /// The service may send nothing until it has spoken the whole text. In the worst case, it speaks
  /// 20 characters a second.
  fileprivate func allowing(characters: Int) -> HTTPTimeouts {
    let speaking = characters / 20
    return HTTPTimeouts(connect: connect, stall: stall + speaking, total: total + speaking)
  }
}

/// The audio formats to request, by ElevenLabs' names.
enum ElevenLabsFormat: String, Sendable {
  /// Samples at 24 kHz without a header. A plan may refuse this format.
  case pcm = "pcm_24000"
  /// MP3 at 128 kbit/s, which every plan includes.
  case mp3 = "mp3_44100_128"

  /// The rate of `pcm`, in hertz.
  static let pcmRate = 24_000
}

/// The audio of a response, usually in the requested format.
/// If the service sends another format, the bytes show which format it is.
struct ElevenLabsSound: Sendable, Equatable {
  typealias Problem = SpokenSoundReader.Problem

  private var sound: SpokenSound
  /// The MP3 frames.
  /// Nil if the audio is not MP3, or has other bytes between or after the frames.
  private var stream: MPEGAudio?

  /// Detects the format from the bytes of a response, or from its content type if the bytes do not
  /// show the format.
  init(_ response: HTTPResponse, asked format: ElevenLabsFormat) throws(Problem) {
    do throws(Problem) {
      sound = try SpokenSoundReader.sound(
        in: response, rate: format == .pcm ? ElevenLabsFormat.pcmRate : nil)
    } catch {
      // `unknownRate` means that samples were not requested and that the bytes have no known
      // signature.
      throw error == .unknownRate ? .damaged : error
    }
    guard sound.form == .encoded(.mp3) else { return }
    stream = MPEGAudio(response.body)
  }

  /// Throws if the audio is shorter than 10 ms although the text has a letter or a digit.
  func check(for text: String) throws(Problem) {
    guard case .pcm16(let rate) = sound.form, sound.bytes.count / 2 < rate / 100,
      text.contains(where: { $0.isLetter || $0.isNumber })
    else { return }
    throw .cutOff
  }

  /// The sample rate in hertz and the number of samples of each channel.
  /// Nil if only decoding the audio would show these numbers.
  var measure: (sampleRate: Int, samples: Int)? {
    switch (sound.form, stream) {
    case (.pcm16(let rate), _): (rate, sound.bytes.count / 2)
    case (_, let stream?): (stream.sampleRate, stream.samples)
    default: nil
    }
  }

  func output(words: [WordTiming], metadata: [String: String]) -> VoiceEngineOutput {
    var output = sound.output(metadata: metadata)
    if let stream { (output.sampleRate, output.channels) = (stream.sampleRate, stream.channels) }
    output.wordTimings = words
    return output
  }

  /// Joins parts into one piece of audio.
  /// Returns nil if their formats differ.
  static func joined(_ parts: [ElevenLabsSound]) -> ElevenLabsSound? {
    guard parts.count > 1, var whole = parts.first else { return parts.first }
    let streams = parts.compactMap(\.stream)
    if streams.count == parts.count {
      guard let stream = MPEGAudio.joined(streams) else { return nil }
      whole.stream = stream
      whole.sound.bytes = stream.frames
      return whole
    }
    guard let sound = SpokenSound.joined(parts.map(\.sound)) else { return nil }
    whole.sound = sound
    return whole
  }
}

/// A response of `/with-timestamps`: audio, and the time of each character of the text.
/// If the times are wrong, the audio is used without them, because it is paid for.
private struct ElevenLabsTimedAnswer: Sendable {
  var sound: ElevenLabsSound
  /// The times, or nil if the service sends no times.
  var alignment: ElevenLabsAlignment?

  /// Creates a response without times.
  init(sound: ElevenLabsSound) { self.sound = sound }

  /// Parses the response.
  /// If the response is plain audio instead of JSON, the audio is accepted without times.
  init(
    _ response: HTTPResponse, asked format: ElevenLabsFormat
  ) throws(ElevenLabsSound.Problem) {
    guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(response.body)) else {
      sound = try ElevenLabsSound(response, asked: format)
      return
    }
    guard let data = Data(base64Encoded: wire.audio_base64) else { throw .damaged }
    // The content type is not passed on, because it describes the JSON and not the audio in the
    // JSON.
    sound = try ElevenLabsSound(
      HTTPResponse(status: response.status, body: [UInt8](data)), asked: format)
    alignment = wire.alignment?.value
  }

  private struct Wire: Decodable {
    var audio_base64: String
    var alignment: Lenient<ElevenLabsAlignment>?
  }
}

/// The start and end of each character of a text, in seconds.
struct ElevenLabsAlignment: Decodable, Sendable, Equatable {
  var characters: [String]
  var starts: [Double]
  /// The end times, or nil if the service sends no end times.
  var ends: [Double]?

  enum CodingKeys: String, CodingKey {
    case characters
    case starts = "character_start_times_seconds"
    case ends = "character_end_times_seconds"
  }

  /// How far a time may lie before the time of the previous character, in seconds.
  /// This tolerance is needed because sums of fractions are not exact.
  private static let jitter = 0.001
  /// How far a time may lie after the end of the audio, in seconds.
  /// MP3 encoders shift the audio by up to this much.
  private static let slack = 0.1

  /// Returns the words of the sent text without its first `skipped` scalars.
  /// Each word has the sample at which the word begins.
  /// The result is empty if the characters differ from the text, the times are implausible, or the
  /// sample rate is unknown. Wrong positions are worse than no positions. The samples never
  /// decrease and never lie after the end of the audio.
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
    // If all words begin at the same sample, the times are useless.
    let isStuck = words.count > 1 && words.first?.sample == words.last?.sample
    return isStuck ? [] : words
  }

  /// Returns whether the times are in ascending order and within the audio, which lasts `length`
  /// seconds.
  private static func arePlausible(_ times: ArraySlice<Double>, length: Double) -> Bool {
    var last = 0.0
    return times.allSatisfy { time in
      defer { last = max(last, time) }
      // A comparison with NaN is false, so NaN is refused too.
      return time >= last - jitter && time <= length + slack
    }
  }

  /// Returns the start time of each scalar of the text, or nil if the characters differ from the
  /// text.
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
        // The service may have replaced a line break with a space.
        pair.0 == scalar || pair.0.properties.isWhitespace && scalar.properties.isWhitespace
      }
    return isSame ? pairs.map(\.1) : nil
  }

  /// Returns the ranges of words: the runs between spaces, without punctuation at their ends.
  /// Text in scripts without spaces, such as Chinese and Japanese, is split at punctuation.
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
  /// Whether the scalar is part of a word rather than punctuation.
  fileprivate var isSpoken: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark,
      .currencySymbol, .mathSymbol, .otherSymbol:
      true
    default: false
    }
  }

  /// Whether the scalar is punctuation of a script that is written without spaces (in the range
  /// U+3001 to U+FFEF).
  fileprivate var isEastAsianMark: Bool { (0x3001...0xFFEF).contains(value) && !isSpoken }
}
