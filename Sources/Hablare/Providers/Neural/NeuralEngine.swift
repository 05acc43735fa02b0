import Basics
import FoundationEssentials
import Phonemes

extension WorkerProgram {
  /// Returns the program of the worker for neural voices.
  /// The worker loads ONNX Runtime from the path `library`. The loaded models use at most `memory`
  /// bytes.
  static func neural(library: String, memory: Int) -> WorkerProgram {
    WorkerProgram(
      name: "guion2audio-neural", pathVariable: "GUION2AUDIO_NEURAL",
      arguments: [library, String(memory)],
      needs: "libkissfft-float131")
  }
}

/// The engine for the neural voices of all families, with a separate process for each model.
/// The audio depends only on the request. Copies share one worker. The worker starts with the first
/// request. The worker ends with the last copy, with `shutdown()`, or with this process.
struct NeuralEngine: Sendable {
  /// The version of the signal processing that the worker applies to the output of a model.
  /// A new version means that the audio changes.
  static let signalVersion = 2

  private let worker: FetchOnce<Worker>
  private let libraryVersion = LibraryVersion()

  /// The worker pool, with the path of the library that the worker loads.
  private struct Worker: Sendable {
    var library: String
    var pool: WorkerPool
  }

  /// Creates an engine.
  /// Its worker starts with the first request.
  /// If no paths are given, the worker and the library are searched for. The search for the library
  /// begins in `folder`. `slots` is the number of lines spoken at the same time, 1 to 127. The
  /// worker has a slot for one more line, which waits. The loaded models stay within `memory`.
  init(
    workerPath: String? = nil, libraryPath: String? = nil, folder: String? = nil,
    slots: Int = ProcessInfo.processInfo.activeProcessorCount,
    memory: VoiceMemory = VoiceMemory(), limit: WorkerTimeLimit = WorkerTimeLimit()
  ) {
    worker = FetchOnce {
      let library = try libraryPath ?? NaturalFiles.libraryPath(first: folder)
      let pool = WorkerPool(
        .neural(library: library, memory: memory.forModels), workerPath: workerPath,
        slots: slots + 1, limit: limit)
      return Worker(library: library, pool: pool)
    }
  }

  /// Returns the version of ONNX Runtime, such as `1.28.2`.
  /// The audio from different versions can differ audibly.
  func version() async throws -> String {
    let worker = try await worker.value()
    return try await libraryVersion.text(of: worker.library) {
      try await Self.loading(worker.library) {
        try await worker.pool.withSlot { slot in
          let reply = try await slot.perform(
            WorkerRequest(operation: .list), seconds: slot.limit.listing
          ) { Self.error($0, model: "", worker.library) }
          return try slot.text(of: reply)
        }
      }
    }
  }

  /// The version of the library at a path. A book asks for the version of each of its voices, and each
  /// answer of the worker takes 4 ms.
  private actor LibraryVersion {
    private var known: (file: FileIdentity, text: String)?

    func text(
      of path: String, ask: @Sendable () async throws -> String
    ) async throws -> String {
      let file = FileIdentity(path: path)
      if let known, known.file == file { return known.text }
      let text = try await ask()
      known = file.map { ($0, text) }
      return text
    }
  }

  /// Loads a model and keeps it loaded.
  /// Throws if the model cannot speak.
  func check(_ model: NeuralModel) async throws {
    try await load(NeuralRequest(model: model, ids: []))
  }

  /// Loads the model of a request and keeps it loaded.
  /// Throws if the model cannot speak.
  func load(_ request: NeuralRequest) async throws {
    var request = request
    request.ids = []
    _ = try await Self.loading(request.model.path) { [request] in
      try await answer(to: request, prefix: { _, _ in [] })
    }
  }

  /// Runs `body`, in which the worker loads the file at `path`.
  /// If the worker crashes, the error names that file, because no text caused the crash.
  private static func loading<Result: Sendable>(
    _ path: String, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch VoiceProviderError.engineCrashed(let reason) {
      throw VoiceProviderError.engineUnavailable(
        "the worker crashed while loading \(path): \(reason)")
    }
  }

  /// The message about a line without phonemes.
  private static let nothingToSpeak =
    "nothing in this line can be pronounced; change the text, or spell it with a pronunciation"

  /// Speaks a line and returns its audio.
  /// The data begins with the bytes that `prefix` returns. `prefix` gets the number of samples and
  /// the sample rate.
  func speak(
    _ request: NeuralRequest,
    prefix: @Sendable (_ samples: Int, _ sampleRate: Int) -> [UInt8] = { _, _ in [] }
  ) async throws -> NeuralSpeech {
    if request.ids.count > request.family.maximumIDs {
      throw VoiceProviderError.textTooLong(limit: request.family.maximumIDs)
    }
    if request.ids.isEmpty { throw VoiceProviderError.invalidRequest(Self.nothingToSpeak) }
    return try await answer(to: request, prefix: prefix)
  }

  /// The worker's process id, if a worker is running.
  /// For tests.
  var workerPid: Int32? {
    get async { await worker.cached?.pool.workerPid }
  }

  /// Ends the worker.
  /// A later request starts a new worker.
  func shutdown() async { await worker.cached?.pool.shutdown() }

  private func answer(
    to request: NeuralRequest, prefix: @Sendable (_ samples: Int, _ sampleRate: Int) -> [UInt8]
  ) async throws -> NeuralSpeech {
    let worker = try await worker.value()
    let model = request.processName
    return try await worker.pool.withSlot(of: model) { slot in
      let payload = request.payload
      let message = WorkerRequest(operation: .speak, voice: model)
      let reply = try await slot.perform(
        message, payload: payload,
        seconds: slot.limit.seconds(for: request.ids.count) * request.family.patience
      ) { Self.error($0, model: request.model.path, worker.library) }
      return try Self.speech(reply, payloadBytes: payload.count, in: slot, prefix: prefix)
    }
  }

  private static func speech(
    _ reply: WorkerReply, payloadBytes: Int, in slot: WorkerSlot,
    prefix: (_ samples: Int, _ sampleRate: Int) -> [UInt8]
  ) throws -> NeuralSpeech {
    let (records, bytes) = (reply.records * 4, reply.samples * 2)
    defer { slot.trim(after: bytes) }
    let offset = WorkerProtocol.recordsOffset(payloadBytes: payloadBytes)
    let durations = [UInt8](try slot.read(at: offset, count: records))
    let data = try slot.read(
      at: offset + records, count: bytes, prefix: prefix(reply.samples, reply.sampleRate))
    let span = durations.span
    return NeuralSpeech(
      data: data, sampleRate: reply.sampleRate, sampleCount: reply.samples,
      durations: (0..<reply.records).map { Int(span.little32(at: 4 * $0)) })
  }

  private static func error(
    _ refusal: WorkerRefusal, model: String, _ library: String
  ) -> VoiceProviderError {
    switch refusal.status {
    case .libraryUnusable:
      .engineUnavailable(
        "ONNX Runtime cannot be loaded from \(library): \(refusal.text); install it again")
    case .modelUnreadable: .engineUnavailable("\(model) cannot be read: \(refusal.text)")
    case .modelChanged:
      .engineUnavailable(
        "\(model) does not belong to this voice: \(refusal.text); install the voice again")
    case .modelDamaged:
      .engineUnavailable(
        "\(model) is damaged or not a model: \(refusal.text); install the voice again")
    case .modelForeign:
      .engineUnavailable(
        "\(model) is not a model for this kind of voice: \(refusal.text); use another model")
    case .lineRefused, .tooLong: .invalidRequest(refusal.text)
    default: .engineCrashed(reason: refusal.text)
    }
  }
}

/// The parts that all natural voices share.
/// Because all natural voices use one worker, they never speak more than `slots` lines at the same
/// time. One espeak transcribes the words for all voices.
struct NeuralParts: Sendable {
  let engine: NeuralEngine
  let speller: EspeakNGVoiceEngine
  let reader: EspeakReader

  /// Creates the parts.
  /// `folder` can contain ONNX Runtime. `slots` is the number of lines spoken at the same time.
  /// `memory` is the limit for loaded models.
  init(
    speller: EspeakNGVoiceEngine, folder: String? = nil, slots: Int,
    memory: VoiceMemory = VoiceMemory()
  ) {
    engine = NeuralEngine(folder: folder, slots: slots, memory: memory)
    self.speller = speller
    reader = EspeakReader(speller: speller)
  }
}

extension ProviderWorkshop {
  /// The parts for a registry's natural voices.
  var neuralParts: NeuralParts {
    // espeak needs only one slot: few words are missing from the lexicons, and espeak answers
    // quickly. A build requests up to `slots` lines at the same time. One of these lines waits in
    // the worker until another line has been spoken, because another process for a model would need
    // 45 MB or more.
    shared.part {
      NeuralParts(speller: EspeakNGVoiceEngine(slots: 1), slots: max(1, slots - 1), memory: memory)
    }
  }
}

/// The phonemes for one run of a model, with their words.
struct NeuralLine: Sendable {
  /// The ids of the phonemes.
  var ids: [UInt16]
  /// The word of each id, as an index into `words`.
  /// Nil for padding symbols, punctuation and spaces.
  var owners: [Int?]
  /// The positions of the words, in Unicode scalars of the request's text.
  var words: [Range<Int>]
  /// Whether the line ends a sentence.
  /// A long sentence consists of several lines.
  var endsSentence: Bool

  /// Whether the line contains anything to speak.
  var hasSound: Bool { owners.contains { $0 != nil } }

  /// Whether all words are in a range of the text.
  func isWithin(_ range: Range<Int>) -> Bool {
    !words.isEmpty && words.allSatisfy { range.overlaps($0) }
  }
}

extension NeuralLine {
  /// Creates a line from a text in misaki's phoneme alphabet.
  /// Symbols that are not in the vocabulary are left out.
  init(_ text: PhonemeText, _ vocabulary: PhonemeVocabulary) {
    let ids = text.ids(vocabulary)
    self.init(
      ids: ids.ids.map { UInt16(clamping: $0) }, owners: ids.owners,
      words: text.tokens.map(\.range),
      endsSentence: text.sentenceEnds.last == text.tokens.count - 1)
  }
}

/// The audio of one utterance, built line by line, with the positions of words.
struct NeuralUtterance {
  private(set) var samples = Data()
  private(set) var words: [WordTiming] = []
  private var frames = 0
  private var hasEndedSentence = false

  /// The text of the utterance.
  private let scalars: [Unicode.Scalar]
  /// The pause between two sentences, in frames.
  private let pause: Int

  /// Creates an empty utterance for a text.
  init(of text: String, pause: Int) { (scalars, self.pause) = (Array(text.unicodeScalars), pause) }

  /// Adds the audio of a line.
  mutating func add(_ speech: NeuralSpeech, of line: NeuralLine) {
    if hasEndedSentence {
      samples.append(Data(count: pause * MemoryLayout<Int16>.size))
      frames += pause
    }
    addWords(speech.durations, line)
    samples.append(speech.data)
    frames += speech.data.count / MemoryLayout<Int16>.size
    hasEndedSentence = line.endsSentence
  }

  /// Returns the range of a word without the quotation marks at its ends.
  /// If the word is IPA in `[[…]]`, the range includes the brackets.
  private func word(in range: Range<Int>) -> Range<Int> {
    var range = range.clamped(to: 0..<scalars.count)
    guard scalars[range].first != "[" else { return range }
    while let first = scalars[range].first, first.properties.isQuotationMark {
      range = range.lowerBound + 1..<range.upperBound
    }
    while let last = scalars[range].last, last.properties.isQuotationMark, range.count > 1 {
      range = range.lowerBound..<range.upperBound - 1
    }
    return range
  }

  /// Adds the positions of a line's words.
  /// A word begins at its first phoneme.
  private mutating func addWords(_ durations: [Int], _ line: NeuralLine) {
    var place = frames
    var last: Int?
    for (owner, duration) in zip(line.owners, durations) {
      defer { place += duration }
      guard let owner, owner != last else { continue }
      last = owner
      let range = word(in: line.words[owner])
      words.append(WordTiming(location: range.lowerBound, length: range.count, sample: place))
    }
  }
}
