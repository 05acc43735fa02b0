import FoundationEssentials

extension WorkerProgram {
  /// The worker that speaks with libespeak-ng.
  static let espeak = WorkerProgram(
    name: "guion2audio-espeak", pathVariable: "GUION2AUDIO_ESPEAK",
    variables: ["ESPEAK_DATA_PATH"], needs: "espeak-ng-data")
}

/// The worker's result for one utterance.
struct EspeakSound {
  var data: Data
  var sampleRate: Int
  var words: [WordTiming]
}

/// The interface to espeak's worker.
struct EspeakWorker: Sendable {
  private let pool: WorkerPool

  init(workerPath: String?, slots: Int, limit: WorkerTimeLimit = WorkerTimeLimit()) {
    pool = WorkerPool(.espeak, workerPath: workerPath, slots: slots, limit: limit)
  }

  /// The worker's process id, if a worker is running.
  ///
  /// For tests.
  var workerPid: Int32? { get async { await pool.workerPid } }

  /// Ends the worker.
  ///
  /// The next request starts a new worker.
  func shutdown() async { await pool.shutdown() }

  /// Returns the audio of one utterance: headerless samples after the bytes that `header` returns.
  ///
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
  ///
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
  ///
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
    let payload = Array(request.text.utf8)
    let message = WorkerRequest(
      operation: .speak, settings: settings.fields, flags: request.isPhonemes ? 1 : 0,
      voice: identifier)
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
        from: slot, count: reply.records, text: request.text, samples: reply.samples))
  }

  private static func error(_ refusal: WorkerRefusal) -> VoiceProviderError {
    switch refusal.status {
    case .voiceUnknown: .voiceNotFound(nearest: [])
    case .tooLong: .invalidRequest("the text would take more than two hours to speak; split it")
    default: .engineCrashed(reason: "espeak reported error \(refusal.detail)")
    }
  }
}
