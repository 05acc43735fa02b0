public import FoundationEssentials

/// The audio of one utterance.
public struct VoiceEngineOutput: Sendable {
  /// The bytes in `audioFormat`; `pcm16` is little-endian signed 16-bit.
  public var audioData: Data
  /// The format of `audioData`.
  public var audioFormat: VoiceEngineAudioFormat
  /// The file extension for `audioData`, without the dot.
  public var fileExtension: String
  /// The MIME type of `audioData`.
  public var mimeType: String
  /// Frames per second; nil if only decoding would show it.
  public var sampleRate: Int?
  /// The number of channels; nil if only decoding would show it.
  public var channels: Int?
  /// Where words begin, in order; empty if the engine does not report it.
  public var wordTimings: [WordTiming]
  /// Other data from the engine, such as a request id.
  public var metadata: [String: String]

  /// Creates an output; the extension and MIME type default to the format's.
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

/// The position in the audio where a word of the text begins.
public struct WordTiming: Codable, Hashable, Sendable {
  /// Offset of the word in the text, in Unicode scalars from 0.
  public var location: Int
  /// Length of the word, in Unicode scalars.
  public var length: Int
  /// The frame at which the word begins, from 0 at the output's sample rate.
  public var sample: Int

  /// Creates the timing of one word.
  public init(location: Int, length: Int, sample: Int) {
    self.location = location
    self.length = length
    self.sample = sample
  }
}
