public import FoundationEssentials

/// The sound of one utterance.
public struct VoiceEngineOutput: Sendable {
  /// The bytes in `audioFormat`; `pcm16` is little-endian signed 16-bit.
  public var audioData: Data
  /// The form of `audioData`.
  public var audioFormat: VoiceEngineAudioFormat
  /// The file extension for `audioData`, without the dot.
  public var fileExtension: String
  /// The MIME type of `audioData`.
  public var mimeType: String
  /// Frames per second, where known without decoding.
  public var sampleRate: Int?
  /// Number of channels, where known without decoding.
  public var channels: Int?
  /// Where words begin, in order; empty if the engine does not say.
  public var wordTimings: [WordTiming]
  /// What else the engine reports, such as a request id.
  public var metadata: [String: String]

  /// Makes an output; extension and MIME type are the format's unless given.
  public init(
    audioData: Data, audioFormat: VoiceEngineAudioFormat, fileExtension: String? = nil,
    mimeType: String? = nil, sampleRate: Int? = nil, channels: Int? = nil,
    wordTimings: [WordTiming] = [], metadata: [String: String] = [:]
  ) {
    self.audioData = audioData
    self.audioFormat = audioFormat
    self.fileExtension = fileExtension ?? audioFormat.fileExtension
    self.mimeType = mimeType ?? audioFormat.mimeType
    self.sampleRate = sampleRate
    self.channels = channels
    self.wordTimings = wordTimings
    self.metadata = metadata
  }
}

/// Where a word of the text begins in the sound.
public struct WordTiming: Codable, Hashable, Sendable {
  /// Offset of the word in the text, in Unicode scalars from 0.
  public var location: Int
  /// Length of the word, in Unicode scalars.
  public var length: Int
  /// The frame at which the word begins, from 0 at the output's sample rate.
  public var sample: Int

  /// Makes the timing of one word.
  public init(location: Int, length: Int, sample: Int) {
    self.location = location
    self.length = length
    self.sample = sample
  }
}
