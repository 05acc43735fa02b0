import FoundationEssentials
import Glibc

extension WorkerProgram {
  /// The worker that speaks with libespeak-ng.
  static let espeak = WorkerProgram(
    name: "guion2audio-espeak", pathVariable: "GUION2AUDIO_ESPEAK",
    variables: ["ESPEAK_DATA_PATH"], needs: "espeak-ng-data")
}

/// The interface to espeak's worker.
struct EspeakWorker: Sendable {
  /// The worker's result for one utterance.
  struct EspeakSound {
    var data: Data
    var sampleRate: Int
    var words: [WordTiming]
  }

  private let pool: WorkerPool

  init(workerPath: String?, slots: Int, limit: WorkerTimeLimit = WorkerTimeLimit()) {
    pool = WorkerPool(.espeak, workerPath: workerPath, slots: slots, limit: limit)
  }

  /// The worker's process id, if a worker is running.
  /// For tests.
  var workerPid: Int32? { get async { await pool.workerPid } }

  /// Ends the worker.
  /// The next request starts a new worker.
  func shutdown() async { await pool.shutdown() }

  /// Returns the audio of one utterance: headerless samples after the bytes that `header` returns.
  /// `header` gets the number of samples and the sample rate.
  func speak(
    _ request: VoiceEngineRequest, identifier: String,
    header: @Sendable (_ samples: Int, _ sampleRate: Int) -> [UInt8] = { _, _ in [] }
  ) async throws -> EspeakSound {
    try await pool.withSlot { slot in
      try await Self.speak(request, identifier: identifier, header: header, in: slot)
    }
  }

  /// Returns the engine's voices, as the text of the LIST operation.
  func listing() async throws -> String {
    try await pool.withSlot { slot in
      let reply = try await slot.perform(
        WorkerRequest(operation: .list), seconds: slot.limit.listing, refused: Self.error)
      return try slot.text(of: reply)
    }
  }

  /// Returns the phonemes of words in the International Phonetic Alphabet.
  /// `^` ties the letters of one sound.
  func phonemes(of words: [String], identifier: String) async throws -> [String] {
    if words.isEmpty { return [] }
    let answer = try await pronunciation(of: words, flags: 0, identifier: identifier)
    let spoken = answer.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard spoken.count == words.count else { throw Self.miscount(spoken.count, of: words.count) }
    return spoken.map(String.init)
  }

  /// Returns the clauses of each text, in order.
  func clauses(of texts: [String], identifier: String) async throws -> [[EspeakClause]] {
    if texts.isEmpty { return [] }
    let answer = try await pronunciation(of: texts, flags: 1, identifier: identifier)
    var clauses: [[EspeakClause]] = [[]]
    for line in answer.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.isEmpty { clauses.append([]) }
      if let clause = EspeakClause(line) { clauses[clauses.count - 1].append(clause) }
    }
    clauses.removeLast()
    guard clauses.count == texts.count else { throw Self.miscount(clauses.count, of: texts.count) }
    return clauses
  }

  /// Returns the worker's response for texts.
  /// Each text is sent as one line.
  private func pronunciation(
    of texts: [String], flags: UInt32, identifier: String
  ) async throws -> String {
    let payload = Array(texts.map { EspeakClause.line($0) + "\n" }.joined().utf8)
    return try await pool.withSlot { slot in
      let reply = try await slot.perform(
        WorkerRequest(operation: .pronounce, flags: flags, voice: identifier), payload: payload,
        seconds: slot.limit.seconds(for: payload.count), refused: Self.error)
      return try slot.text(of: reply)
    }
  }

  private static func miscount(_ count: Int, of all: Int) -> VoiceProviderError {
    .engineCrashed(reason: "espeak returned phonemes for \(count) of \(all) texts")
  }

  private static func speak(
    _ request: VoiceEngineRequest, identifier: String,
    header: @Sendable (_ samples: Int, _ sampleRate: Int) -> [UInt8], in slot: WorkerSlot
  ) async throws -> EspeakSound {
    let settings = EspeakSettings(options: request.options)
    let text = StressedText(request)
    let payload = Array(text.sent.utf8)
    let message = WorkerRequest(
      operation: .speak, settings: settings.fields,
      flags: (request.isPhonemes ? 1 : 0) | (text.hasCommands ? 2 : 0), voice: identifier)
    let reply = try await slot.perform(
      message, payload: payload,
      seconds: slot.limit.seconds(for: request.text.unicodeScalars.count),
      refused: error)
    let bytes = reply.samples * 2
    defer { slot.trim(after: bytes) }
    let data = try slot.read(
      at: EspeakWords.samplesOffset(textBytes: payload.count), count: bytes,
      prefix: header(reply.samples, reply.sampleRate))
    return EspeakSound(
      data: data, sampleRate: reply.sampleRate,
      words: try EspeakWords.read(
        from: slot, count: reply.records, text: text, samples: reply.samples))
  }

  private static func error(_ refusal: WorkerRefusal) -> VoiceProviderError {
    switch refusal.status {
    case .voiceUnknown: .voiceNotFound(nearest: [])
    case .tooLong: .invalidRequest("the text would take more than two hours to speak; split it")
    default: .engineCrashed(reason: "espeak reported error \(refusal.detail)")
    }
  }
}

/// Tempo, pitch and gain in espeak's own units.
struct EspeakSettings: Hashable {
  /// The tempo in words a minute.
  /// The default is 175, and espeak accepts 80 to 450 (speak_lib.h).
  var wordsPerMinute = 175
  /// The pitch of the voice's lowest tone, 0 to 99.
  /// The voice's own value is 50.
  var pitch = 50
  /// The pitch range above the lowest tone, 0 to 99.
  /// The voice's own value is 50.
  var range = 50
  /// The factor for each sample, in units of 1/65,536.
  var gain = 65536

  init() {}

  /// Converts options to the nearest values that espeak supports.
  /// Values that are not finite are ignored.
  init(options: VoiceOptions) {
    wordsPerMinute = Self.clamp(175 * options.rate, to: 80...450, otherwise: 175)
    gain = Self.clamp(65536 * pow(10, options.gain / 20), to: 0...(1 << 24), otherwise: 65536)
    // espeak's pitch moves only the lowest tone. If the range did not move too, half of a pitch
    // step would be lost. The range is a linear factor, and 50 is the voice's own range. When the
    // range grows, espeak lowers the lowest tone (SetPitch2): for an octave, by 0.23 to 0.36 of the
    // tone's frequency. The formula for `lowest` compensates for this change. espeak's pitch table
    // (pitch_adjust_tab) is 64·2^(p/50), where 128 means a factor of 1.
    //
    // Measured by autocorrelation on eight voices and variants: up to 6 semitones, the error is at
    // most 0.4 semitones. The most melodious voices are an exception: the pitch of Annie moves a
    // quarter less than requested. The limits are about −8 and +10 semitones, at the ends of
    // espeak's tables.
    let factor = pow(2, options.pitch / 12)
    let lowest = max(factor + 0.3 * (factor - 1), 0.01)
    pitch = Self.clamp(50 * log2(2 * lowest), to: 0...99, otherwise: 50)
    range = Self.clamp(50 * factor, to: 0...99, otherwise: 50)
  }

  /// The settings as fields of the worker's request.
  var fields: [Int32] {
    [Int32(wordsPerMinute), Int32(pitch), Int32(range), Int32(gain)]
  }

  /// The commands that set rate, pitch, range and level within a text; 100 is the level of the voice.
  func commands(level: Int) -> String {
    ["\(wordsPerMinute)S", "\(pitch)P", "\(range)R", "\(level)A"].map { "\u{1}" + $0 }.joined()
  }

  private static func clamp(
    _ value: Double, to range: ClosedRange<Int>, otherwise fallback: Int
  ) -> Int {
    guard value.isFinite else { return fallback }
    return Int(
      min(max(value, Double(range.lowerBound)), Double(range.upperBound)).rounded())
  }
}

/// A text with espeak's commands (docs/markup.md of espeak-ng): a stressed word is a fifth slower, 2.5 semitones
/// higher and 2 dB louder.
struct StressedText {
  /// The text with the commands.
  private(set) var sent: String
  /// The text of the request.
  let text: String
  /// The place in the text of each scalar that is sent, and of the end; empty without commands.
  private var places: [Int] = []

  var hasCommands: Bool { !places.isEmpty }

  init(_ request: VoiceEngineRequest) {
    (sent, text) = (request.text, request.text)
    let ranges = request.stressedRanges
    guard !ranges.isEmpty else { return }
    var options = request.options
    options.pitch += 2.5
    options.rate /= 1.2
    let raised = EspeakSettings(options: options).commands(level: 126)
    let plain = EspeakSettings(options: request.options).commands(level: 100)
    let letters = Array(request.text.unicodeScalars)
    var scalars = String.UnicodeScalarView()
    var isRaised = false
    for token in Self.tokens(of: letters, hasPhonemes: request.isPhonemes) {
      let isStressed = ranges.contains { $0.overlaps(token) }
      if isStressed != isRaised {
        scalars += (isStressed ? raised : plain).unicodeScalars
        places += repeatElement(token.lowerBound, count: scalars.count - places.count)
        isRaised = isStressed
      }
      // A 0x01 of the author is no command.
      scalars += letters[token].map { $0.value == 1 ? " " : $0 }
      places += token
    }
    places.append(letters.count)
    sent = String(scalars)
  }

  /// Returns the place in the text of a place in what is sent.
  func place(_ sent: Int) -> Int {
    places.isEmpty ? sent : places[min(max(sent, 0), places.count - 1)]
  }

  /// Returns the words, each with the space after it.
  /// Commands before a quotation mark, or between `[[` and `]]`, would change more than the pitch.
  private static func tokens(of letters: [Unicode.Scalar], hasPhonemes: Bool) -> [Range<Int>] {
    var tokens: [Range<Int>] = []
    var (start, isPhonemes) = (0, false)
    for place in letters.indices.dropFirst() {
      if hasPhonemes, letters[place - 1] == letters[place] {
        if letters[place] == "[" { isPhonemes = true }
        if letters[place] == "]" { isPhonemes = false }
      }
      guard letters[place - 1].properties.isWhitespace, !isPhonemes else { continue }
      tokens.append(start..<place)
      start = place
    }
    return tokens + [start..<letters.count]
  }
}

struct EspeakClause: Sendable, Equatable {
  /// The phonemes in the International Phonetic Alphabet.
  /// `^` ties the letters of one sound.
  var phonemes: String
  /// How far espeak has read into the text, in bytes: to the end of the clause and at most
  /// two characters further.
  var end: Int

  /// Parses a line of the worker's response.
  /// Nil if the line is invalid.
  init?(_ line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let end = Int(parts[0]) else { return nil }
    (self.end, phonemes) = (end, String(parts[1]))
  }

  /// Returns a text as one line.
  /// Each line break and control character becomes a space, so that positions do not change.
  static func line(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isBreak = scalar.value < 0x20 || scalar.value == 0x7F
      scalars.append(isBreak ? " " : scalar)
    }
    return String(scalars)
  }
}

/// Reads word timings from a worker's slot.
enum EspeakWords {
  private static let wordSize = 12

  /// Returns the offset of the samples in the slot for a text of this length in bytes.
  static func samplesOffset(textBytes: Int) -> Int {
    WorkerProtocol.recordsOffset(payloadBytes: textBytes) + (2 * textBytes + 16) * wordSize
  }

  /// Reads `count` records of `struct word` and returns the plausible timings.
  static func read(
    from slot: WorkerSlot, count: Int, text: StressedText, samples: Int
  ) throws(VoiceProviderError) -> [WordTiming] {
    if count == 0 { return [] }
    let size = wordSize
    let data = try slot.read(
      at: WorkerProtocol.recordsOffset(payloadBytes: text.sent.utf8.count), count: count * size)
    let bytes = [UInt8](data)
    let span = bytes.span
    let timings = (0..<count).map { index in
      let start = Int(span.little32(at: index * size))
      let end = start + Int(span.little32(at: index * size + 4))
      return WordTiming(
        location: text.place(start), length: text.place(end) - text.place(start),
        sample: Int(span.little32(at: index * size + 8)))
    }
    return plausible(timings, text: text.text, samples: samples)
  }

  /// Returns the timings that fall on words of the text, in order.
  /// If espeak 1.51 reads a character as several words (`👍` as "thumbs up"), espeak loses its
  /// position in the text. The later words then overlap, fall on spaces or lie beyond the end. Such
  /// timings are dropped.
  static func plausible(_ timings: [WordTiming], text: String, samples: Int) -> [WordTiming] {
    let scalars = Array(text.unicodeScalars)
    var end = 0
    var sample = 0
    return timings.compactMap { timing in
      guard timing.location >= end, timing.location < scalars.count, timing.sample >= sample,
        timing.sample < samples, !scalars[timing.location].properties.isWhitespace
      else { return nil }
      let word = scalars[timing.location...].prefix(timing.length)
        .prefix { !$0.properties.isWhitespace }
      end = timing.location + word.count
      sample = timing.sample
      return WordTiming(location: timing.location, length: word.count, sample: timing.sample)
    }
  }
}
