public import FoundationEssentials

/// The audio of a spoken text, with its details.
public struct GenerationResult: Sendable, Equatable {
  /// The audio, of type `mimeType`.
  public var audioData: Data
  /// The format of `audioData`.
  public var audioFormat: VoiceEngineAudioFormat
  /// The text as requested.
  public var originalText: String
  /// The id that the provider uses for the voice.
  public var voiceId: String
  /// The voice's name, as shown to people.
  public var voiceName: String
  /// The id of the provider that spoke.
  public var providerId: String
  /// The MIME type of `audioData`.
  public var mimeType: String
  /// The BCP 47 tag of the text's language.
  public var languageCode: String
  /// The requested manner of speaking.
  public var options: VoiceOptions
  /// The measured length in seconds; 0 if the format cannot be measured without decoding.
  public var duration: TimeInterval
  /// The provider's estimate of the length, in seconds.
  public var estimatedDuration: TimeInterval
  /// Frames per second, if known.
  public var sampleRate: Int?
  /// The number of channels, if known.
  public var channels: Int?
  /// The places of the words in the text and in the audio, in order; empty if the engine reports no
  /// places.
  public var wordTimings: [WordTiming]
  /// The characters that the provider billed; 0 if speaking is free or the audio is a cached clip.
  public var billedCharacters: Int
  /// Whether the audio is the cached clip of an earlier request, so that no engine was called.
  public var isCachedClip: Bool
  /// Other data from the engine.
  public var metadata: [String: String]
  /// A unique id of this generation, which is also the id of the record.
  public var requestId: String
  /// The id of the element that the text belongs to; nil if it belongs to no element.
  public var owningElement: String?
  /// The fallback voice that spoke; nil if the requested voice spoke.
  public var fallback: VoiceURI?
  /// The fault of an earlier take that was rejected; nil if there was none.
  public var rejectedTake: TakeFault?

  /// Clips in one format, joined in order.
  private struct JoinedSound {
    private(set) var bytes: [UInt8] = []
    /// The frame at which each clip begins.
    private(set) var starts: [Int] = []
    /// The length in frames.
    /// A frame has one sample for each channel.
    private(set) var frames = 0
    private(set) var sampleRate: Int

    /// Joins clips without decoding them; nil if their formats differ or if joining needs decoding.
    init?(_ results: [GenerationResult], pauses: [Int]) {
      guard let format = results.first?.audioFormat,
        results.allSatisfy({ $0.audioFormat == format })
      else { return nil }
      if format == .mp3 {
        self.init(mpeg: results)
      } else {
        self.init(samples: results, pauses: pauses)
      }
    }

    private init?(mpeg results: [GenerationResult]) {
      let streams = results.compactMap { MPEGAudio([UInt8]($0.audioData)) }
      guard streams.count == results.count, let whole = MPEGAudio.joined(streams) else {
        return nil
      }
      sampleRate = whole.sampleRate
      for stream in streams {
        starts.append(frames)
        frames += stream.samples
      }
      bytes = Array(whole.frames)
    }

    private init?(samples results: [GenerationResult], pauses: [Int]) {
      let parts = results.compactMap(Samples.init)
      guard let first = parts.first, parts.count == results.count,
        parts.allSatisfy({ $0.format == first.format })
      else { return nil }
      sampleRate = first.sampleRate
      for (part, pause) in zip(parts, [0] + pauses.dropFirst()) {
        let silence = max(0, pause) * sampleRate / 1000
        bytes += Array(repeating: first.silence, count: silence * first.frameSize)
        starts.append(frames + silence)
        bytes += part.bytes
        frames += silence + part.bytes.count / part.frameSize
      }
      if first.isFile { bytes = WAVHeader.bytes(format: first.format, size: bytes.count) + bytes }
    }
  }
}

extension GenerationResult {
  /// Returns several results joined into one, in order.
  /// `pauses` contains the silence before each result, in milliseconds; the first is ignored.
  /// Texts, lengths, word timings and billed characters cover all results. `isCachedClip` is true
  /// only if it is true for every result. All other properties come from the first result.
  /// Results can be joined if all contain PCM or floating-point samples in one format, or MP3 with
  /// one sample rate. MP3 is joined without the pauses. Returns nil for any other audio, and for an
  /// empty list.
  package static func joined(_ results: [GenerationResult], pauses: [Int]) -> GenerationResult? {
    guard var whole = results.first, results.count > 1 else { return results.first }
    guard let sound = JoinedSound(results, pauses: pauses) else { return nil }
    whole.audioData = Data(sound.bytes)
    whole.originalText = results.map(\.originalText).joined(separator: " ")
    whole.duration = Double(sound.frames) / Double(sound.sampleRate)
    whole.estimatedDuration = results.reduce(0) { $0 + $1.estimatedDuration }
    whole.wordTimings = []
    var location = 0
    for (result, start) in zip(results, sound.starts) {
      whole.wordTimings += result.wordTimings.map { word in
        WordTiming(
          location: word.location + location, length: word.length, sample: word.sample + start)
      }
      location += result.originalText.unicodeScalars.count + 1
    }
    whole.billedCharacters = results.reduce(0) { $0 + $1.billedCharacters }
    whole.isCachedClip = results.allSatisfy(\.isCachedClip)
    return whole
  }
}

private struct Samples {
  /// The sample format, as in the `fmt ` chunk of a WAV file.
  let format: [UInt8]
  let bytes: ArraySlice<UInt8>
  let sampleRate: Int
  let frameSize: Int
  /// A byte of silence.
  let silence: UInt8
  /// Whether the samples are in a WAV file.
  let isFile: Bool

  init?(_ result: GenerationResult) {
    let data = [UInt8](result.audioData)
    switch result.audioFormat {
    case .pcm16:
      guard let rate = result.sampleRate, rate > 0 else { return nil }
      let channels = max(1, result.channels ?? 1)
      format = WAVHeader.format(sampleRate: rate, channels: channels)
      (sampleRate, frameSize, silence, isFile) = (rate, 2 * channels, 0, false)
      bytes = data[...]
    case .wav:
      // Only PCM and floating point are joined. In other encodings the boundaries between samples
      // are unknown.
      guard let file = try? WAVFile(data), [1, 3].contains(file.encoding) else { return nil }
      format = Array(data[file.format])
      (sampleRate, frameSize, isFile) = (file.sampleRate, file.frameSize, true)
      silence = file.bitsPerSample == 8 ? 0x80 : 0
      bytes = data[file.samples]
    default: return nil
    }
  }
}
