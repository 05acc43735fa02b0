import Audio
import Basics
import Foundation
import Guion
import Hablare
import Narration

/// How a book's voices speak: through a service that caches clips, judges takes and knows fallback voices.
struct BookSpeech: Sendable {
  let service: GenerationService
  let directory: VoiceDirectory
  /// The versions of the engines, on which the sound of a voice depends.
  let versions: EngineVersions
  /// The clips of earlier builds, or of this run; nil if no clips are cached.
  let cache: ClipCache?

  /// Creates the speech of a book.
  /// Without a cache, paid clips are cached for this run, so that no line is paid for twice. With a cache for one run,
  /// only these are cached.
  init(
    directory: VoiceDirectory, versions: EngineVersions, cache: ClipCache?, policy: SpeechPolicy
  ) {
    let isPriced = directory.ids.contains(where: directory.isPriced)
    self.cache = cache ?? (isPriced ? ClipCache.forOneRun() : nil)
    var policy = policy
    policy.version = { versions[$0] }
    policy.isPriced = { directory.isPriced($0) }
    policy.provider = { directory.provider($0) }
    policy.compact = { $0.compact }
    policy.keepsFreeSpeech = false
    service = GenerationService(
      registry: VoiceProviderRegistry(), clips: self.cache, policy: policy)
    (self.directory, self.versions) = (directory, versions)
  }

  /// Returns the speech of an item.
  /// Throws a `SpeechFailure` or a `CancellationError`.
  func speech(of item: any SpeakableItem) async throws -> Speech {
    try await service.maker.speech(of: item, in: cache)
  }
}

/// Creates clips: trims the speech of a span and converts it to the book's rate.
struct ClipSource: Sendable {
  let speech: BookSpeech
  /// The sample rate of every clip, in hertz.
  let sampleRate: Int
  /// The gains that level the voices; nil if voices are not levelled.
  let levels: VoiceLevels?
  /// The expected paces of voices, for lines that an actor speaks and that would cost money.
  var pace = ExpectedPace()

  /// Returns the clip of a line, or what is heard in its place; errors contain its position in the script.
  func clip(of line: SpeakableSpan) async throws -> Clip {
    switch line.span.performance.substitute {
    case nil, .prompt: try await spokenClip(of: line)
    case .rehearsal(let rehearsal): try await clip(of: rehearsal, for: line)
    case .take(let take, let start, let end):
      try RecordedClip(take, of: line, self).part(from: start, to: end, of: line.span.text)
    }
  }

  /// Returns the time that an actor has for a line.
  /// A line of a paid voice is not requested to learn its length: a cached clip or the voice's pace tells it.
  private func clip(of rehearsal: Rehearsal, for line: SpeakableSpan) async throws -> Clip {
    if rehearsal.form == .quiet {
      return try await spokenClip(of: line).lengthened(by: max(1, rehearsal.gap))
    }
    if let seconds = rehearsal.seconds { return silence(seconds).silenced(rehearsal) }
    if !speech.directory.isPriced(line.voiceProvider.providerId) {
      return try await spokenClip(of: line).silenced(rehearsal)
    }
    if let known = await speech.service.maker.cachedSpeech(of: line, in: speech.cache),
      let clip = try? await made(known, of: line)
    {
      return clip.silenced(rehearsal)
    }
    let performance = line.span.performance
    let amount = SpeechAmount(line.span.captionText, inside: line.pauses)
    let own = pace.secondsPerUnit(
      of: performance.voice, languageCode: performance.languageCode, options: performance.options,
      isShaped: line.isShaped)
    let seconds = amount.units * own / performance.options.rate + amount.seconds
    return silence(seconds).silenced(rehearsal)
  }

  private func silence(_ seconds: Double) -> Clip {
    let count = Int((seconds * Double(sampleRate)).rounded())
    let sound = PCM(samples: [Int16](repeating: 0, count: count), sampleRate: sampleRate)
    return Clip(TrimmedClip(pcm: sound, head: 0, tail: 0))
  }

  /// Returns the clip of a line's voice.
  private func spokenClip(of line: SpeakableSpan) async throws -> Clip {
    do {
      let first = try await speech.speech(of: line)
      do {
        return try await clip(first, of: line)
      } catch let error as AudioError {
        // The cached data cannot be decoded. The clip is removed, so that later builds do not find it again.
        guard let cache = speech.cache, let key = first.key else { throw error }
        await cache.forget(key)
        return try await clip(try await speech.speech(of: line), of: line)
      }
    } catch let failure as SpeechFailure {
      throw RenderError.line(
        line.position, kind: Self.kind(of: failure.error),
        message: speech.directory.message(about: failure.error, of: failure.providerId))
    } catch let error as AudioError {
      throw RenderError.line(line.position, kind: .unavailable, message: error.description)
    }
  }

  /// Returns the clip of a line.
  /// If the provider goes down while the level of its voice is measured, the fallback voice speaks this line
  /// and all later lines.
  private func clip(_ own: Speech, of line: SpeakableSpan) async throws -> Clip {
    do {
      return try await made(own, of: line)
    } catch let failure as SpeechFailure where own.fallback == nil {
      guard
        let other = try await speech.service.maker.fallback(
          for: line, in: speech.cache, because: failure)
      else { throw failure }
      return try await made(other, of: line)
    }
  }

  private func made(_ speech: Speech, of line: SpeakableSpan) async throws -> Clip {
    let (span, performance) = (line.span, line.span.performance)
    var clip = try Clip(
      try speech.output.pcm(), words: speech.output.wordTimings, sampleRate: sampleRate,
      effect: performance.effect.map(SoundEffect.init), keepsLoudness: line.isShaped,
      shaping: ClipShaping(span.text, hasPhonemes: span.hasPhonemes, pauses: line.pauses),
      gasps: performance.options.colour?.gasps == true, fadesIn: line.isShaped)
    clip.fallback = speech.fallback
    clip.badTake = speech.badTake
    clip.levelling =
      try await levels?.gain(
        of: clip.dry ?? clip.sound.pcm, by: performance, fallback: speech.fallback) ?? 0
    return clip
  }

  private static func kind(of error: any Error) -> RenderError.FailureKind {
    // The stored key cannot be read.
    if error is CredentialError { return .refused }
    if case .unreadable = (error as? BadTakes)?.second { return .unavailable }
    guard let error = error as? VoiceProviderError else { return .engine }
    return switch error {
    case .networkError, .serviceFailed, .engineUnavailable, .rateLimited, .invalidResponse,
      .unusableSound:
      .unavailable
    case .notConfigured, .authenticationFailed, .quotaExceeded, .unsupportedProvider,
      .notSupported:
      .refused
    case .costLimit: .costLimit
    case .invalidRequest, .voiceNotFound, .voiceNotInstalled, .modelNotFound, .textTooLong,
      .engineCrashed, .timedOut:
      .engine
    }
  }
}

extension SoundEffect {
  /// The effect that a delivery requests.
  init(_ effect: Delivery.Effect) {
    switch effect {
    case .telephone: self = .telephone
    case .offScreen: self = .offScreen
    case .microphone: self = .microphone
    case .loudspeaker: self = .loudspeaker
    case .megaphone: self = .megaphone
    case .radio: self = .radio
    case .television: self = .television
    case .nextRoom: self = .nextRoom
    case .distant: self = .distant
    case .underwater: self = .underwater
    case .echo: self = .echo
    case .close: self = .close
    }
  }
}

/// The audio of one span, ready for mixing, with its word timings.
struct Clip: Sendable {
  /// The trimmed audio, at the book's rate.
  var sound: TrimmedClip
  /// The starts of words, in samples from the start of the clip; captions are built from them.
  var words: [WordTiming]
  /// The fallback voice that spoke the clip; nil if the span's own voice spoke.
  /// The gain of the fallback voice is added to the gain of the span.
  var fallback: VoiceURI?
  /// The fault of an earlier take that was rejected; nil if there was none.
  var badTake: TakeFault?
  /// The clip before its effect; nil if it has none.
  var dry: PCM?
  /// The gain in decibels that brings the voice to the level of other voices.
  var levelling = 0.0

  /// Creates a clip of sound that is ready, without the times of its words.
  init(_ sound: TrimmedClip, words: [WordTiming] = []) { (self.sound, self.words) = (sound, words) }

  /// Shapes the pauses of an engine's audio, trims the audio, converts it to a rate in hertz, and moves the word timings.
  /// If the clip fades in, it begins without a step. The effect is applied last. From rule set 1.2 on, the effect keeps
  /// the loudness. The end of an echo is a part of the silence after the clip.
  init(
    _ pcm: consuming PCM, words: [WordTiming], sampleRate: Int, effect: SoundEffect? = nil,
    keepsLoudness: Bool, shaping: ClipShaping? = nil, gasps: Bool = false, fadesIn: Bool = false
  ) throws(AudioError) {
    var words = words
    if let shaping { (pcm, words) = shaping.applied(to: pcm, words: words) }
    if gasps { (pcm, words) = ClipShaping.gasping(pcm, words: words) }
    let (native, first) = (pcm.sampleRate, pcm.soundingRange().lowerBound)
    let trimmed = pcm.trimmed()
    let removed = first - trimmed.head
    var sound = try Resampler.convert(trimmed, to: sampleRate)
    let length = sound.pcm.samples.count
    if fadesIn { sound.pcm.fadeIn() }
    if let effect {
      dry = sound.pcm
      let (clip, added) = try effect.applied(to: sound.pcm, keepingLoudness: keepsLoudness)
      sound.pcm = clip
      sound.tail += added
    }
    self.sound = sound
    self.words = words.map { word in
      var moved = word
      moved.sample = min(max(0, word.sample - removed) * sampleRate / native, length)
      return moved
    }
  }
}

// MARK: - Rehearsal

extension Clip {
  /// The number of audible samples.
  private var heard: Int { max(0, sound.pcm.samples.count - sound.head - sound.tail) }

  /// Returns silence for the time of the clip, times the gap, after a beep if the rehearsal has one.
  /// The beep is in the pause before the line, so the time for the line begins where the line would begin.
  func silenced(_ rehearsal: Rehearsal) -> Clip {
    let rate = sound.pcm.sampleRate
    let beep = rehearsal.form == .beep ? Self.beep(sampleRate: rate) : []
    let length = Int((Double(heard) * rehearsal.gap).rounded())
    let silence = PCM(
      samples: beep + [Int16](repeating: 0, count: length), sampleRate: rate)
    return Clip(
      TrimmedClip(pcm: silence, head: beep.count, tail: 0),
      words: words.map { word in
        var moved = word
        moved.sample = beep.count + Int(Double(max(0, word.sample - sound.head)) * rehearsal.gap)
        return moved
      })
  }

  /// Returns the clip with silence at its end, so that its audible part is longer by a factor.
  func lengthened(by factor: Double) -> Clip {
    var clip = self
    let end = sound.head + Int((Double(heard) * factor).rounded())
    let missing = end - sound.pcm.samples.count
    clip.sound.pcm.samples += [Int16](repeating: 0, count: max(0, missing))
    clip.sound.tail = clip.sound.pcm.samples.count - end
    return clip
  }

  /// Returns a soft beep and the silence after it: 0.12 s of 880 Hz at -30 dBFS, faded at both ends, and 0.1 s.
  private static func beep(sampleRate: Int) -> [Int16] {
    let (length, rate) = (sampleRate * 12 / 100, Double(sampleRate))
    let fade = rate * 0.02
    let tone = (0..<length).map { index -> Int16 in
      let edge = min(1, Double(min(index, length - 1 - index)) / fade)
      return Int16((sin(2 * .pi * 880 * Double(index) / rate) * edge * 1036).rounded())
    }
    return tone + [Int16](repeating: 0, count: sampleRate / 10)
  }
}

extension VoiceEngineOutput {
  /// The same audio in the form in which clips are cached.
  /// Raw samples become FLAC, which needs half the space for the same samples. A natural voice that runs on
  /// this machine produces about 170 MB of raw samples per hour of speech. Encoding takes about a hundredth
  /// of the time that the voice needs. Other formats stay unchanged.
  var compact: VoiceEngineOutput {
    guard audioFormat == .pcm16, let pcm = try? pcm(),
      let bytes = try? pcm.flac(), bytes.count < audioData.count
    else { return self }
    return VoiceEngineOutput(
      audioData: Data(bytes), audioFormat: .flac, sampleRate: sampleRate, channels: 1,
      wordTimings: wordTimings, metadata: metadata)
  }
  /// Whether the audio can be mixed.
  var isUsable: Bool { (try? pcm()) != nil }

  /// Decodes the audio, in any format.
  func pcm() throws -> PCM {
    guard audioFormat == .pcm16, channels ?? 1 == 1, let rate = sampleRate else {
      return try SoundFileReader(bytes: [UInt8](audioData), name: "the engine's answer").readAll()
    }
    let count = audioData.count / MemoryLayout<Int16>.size
    let samples = [Int16](unsafeUninitializedCapacity: count) { buffer, initialized in
      audioData.copyBytes(to: UnsafeMutableRawBufferPointer(buffer), count: count * 2)
      initialized = count
    }
    return PCM(samples: samples, sampleRate: rate)
  }
}

/// A person's recording of a line, in place of the speech of a voice.
struct RecordedClip {
  private let clip: Clip
  /// The labels in the file, to which the words of the clip refer.
  private let labels: [String]

  /// Reads, trims and converts a recording, with the effect of the line.
  /// If voices are levelled, the recording gets the level of a voice; a delivery such as "(quietly)" stays.
  init(_ take: RecordedTake, of line: SpeakableSpan, _ source: ClipSource) throws {
    func failure(_ reason: String) -> RenderError {
      .line(line.position, kind: .unavailable, message: "\(take.file): \(reason)")
    }
    do {
      let bytes = try TakeSound.bytes(of: take.path)
      guard SHA256.hash(bytes).hex == take.digest else {
        throw failure("the recording changed during the build; run the build again")
      }
      let pcm = try TakeSound.pcm(bytes, of: take.path)
      let level = source.levels == nil ? 0 : try VoiceLevels.gain(of: pcm) ?? 0
      let marks = try TakeSound.labels(bytes, of: take.path)
      labels = marks.map(\.text)
      let words = marks.enumerated().map { index, mark in
        WordTiming(location: index, length: 0, sample: mark.frame)
      }
      var clip = try Clip(
        pcm, words: words, sampleRate: source.sampleRate,
        effect: line.span.performance.effect.map(SoundEffect.init), keepsLoudness: line.isShaped,
        fadesIn: true)
      clip.levelling = level
      self.clip = clip
    } catch let error as AudioError {
      throw failure(error.description)
    } catch let error as FileError {
      throw failure(error.reason)
    }
  }

  /// Returns the part of the clip between two shares of its audible length, for a text.
  /// The parts of a clip join without a gap. Words begin where labels of the file have the same letters.
  func part(from start: Double, to end: Double, of text: String) -> Clip {
    let samples = clip.sound.pcm.samples
    let heard = max(0, samples.count - clip.sound.head - clip.sound.tail)
    func place(_ share: Double) -> Int {
      clip.sound.head + Int((Double(heard) * share).rounded())
    }
    let isFirst = start <= 0
    let isLast = end >= 1
    let range = (isFirst ? 0 : place(start))..<(isLast ? samples.count : place(end))
    let own = PCM(samples: Array(samples[range]), sampleRate: clip.sound.pcm.sampleRate)
    var part = Clip(
      TrimmedClip(
        pcm: own, head: isFirst ? clip.sound.head : 0, tail: isLast ? clip.sound.tail : 0),
      words: Self.words(of: text, marks(in: range)))
    part.levelling = clip.levelling
    return part
  }
}

extension RecordedClip {
  /// Returns the labels in a part of the clip, in order, with their samples in the part.
  private func marks(in range: Range<Int>) -> [(label: String, sample: Int)] {
    clip.words.filter { range ~= $0.sample }.sorted { $0.sample < $1.sample }
      .map { (labels[$0.location], $0.sample - range.lowerBound) }
  }

  /// Returns the times of the words of a text that labels name, in order.
  static func words(of text: String, _ marks: [(label: String, sample: Int)]) -> [WordTiming] {
    guard !marks.isEmpty else { return [] }
    let scalars = Array(text.unicodeScalars)
    let pieces = scalars.indices.split { scalars[$0].properties.isWhitespace }
    func letters(_ scalars: some Sequence<Unicode.Scalar>) -> String {
      var kept = String.UnicodeScalarView()
      kept.append(contentsOf: scalars.filter { $0.properties.isAlphabetic || $0.isDigit })
      return CharacterNormalizer.folded(String(kept))
    }
    let names = pieces.map { piece in letters(piece.map { scalars[$0] }) }
    var (result, next) = ([WordTiming](), 0)
    for mark in marks {
      let label = letters(mark.label.unicodeScalars)
      guard !label.isEmpty, let place = names[next...].firstIndex(of: label) else { continue }
      let piece = pieces[place]
      result.append(
        WordTiming(location: piece.startIndex, length: piece.count, sample: mark.sample))
      next = place + 1
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { properties.numericType == .decimal }
}

/// Reads the sound file of a recording: everything that libsndfile decodes, and AAC in MPEG-4.
enum TakeSound {
  static func bytes(of path: String) throws(FileError) -> [UInt8] {
    try SourceFile.bytes(of: FilePath(path), shown: path, limit: .recording, isRegular: true)
  }

  /// Returns the labels of a file, such as editors write them into WAV files, with their frames.
  static func labels(
    _ bytes: [UInt8], of path: String
  ) throws -> [(frame: Int, text: String)] {
    guard !BookFileReader.isMPEG4(bytes) else { return [] }
    return try SoundFileReader(bytes: bytes, name: path).labels
  }

  /// Decodes the bytes of a file to one channel.
  static func pcm(_ bytes: [UInt8], of path: String) throws -> PCM {
    guard BookFileReader.isMPEG4(bytes) else {
      return try SoundFileReader(bytes: bytes, name: path).readAll()
    }
    let file = try FileDescriptor(regular: path, followingLinks: true)
    return try BookFileReader(descriptor: file.number, name: path).readAll()
  }
}
