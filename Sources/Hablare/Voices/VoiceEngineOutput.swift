public import FoundationEssentials

/// The audio of one utterance.
public struct VoiceEngineOutput: Sendable {
  /// The audio, in `audioFormat`.
  ///
  /// Samples in `pcm16` are little-endian signed 16-bit integers.
  public var audioData: Data
  /// The format of `audioData`.
  public var audioFormat: VoiceEngineAudioFormat
  /// The file extension for `audioData`, without the dot.
  public var fileExtension: String
  /// The MIME type of `audioData`.
  public var mimeType: String
  /// Frames per second; nil if the rate is unknown until the audio is decoded.
  public var sampleRate: Int?
  /// The number of channels; nil if the number is unknown until the audio is decoded.
  public var channels: Int?
  /// The places of the words in the text and in the audio, in order; empty if the engine reports no
  /// places.
  public var wordTimings: [WordTiming]
  /// Other data from the engine, such as a request id.
  public var metadata: [String: String]

  /// Creates an output.
  ///
  /// By default, the extension and the MIME type are those of the format.
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

/// A word of the text, and the place in the audio where the word begins.
public struct WordTiming: Codable, Hashable, Sendable {
  /// The offset of the word in the text, in Unicode scalars from 0.
  public var location: Int
  /// The length of the word, in Unicode scalars.
  public var length: Int
  /// The frame at which the word begins, counted from 0 at the output's sample rate.
  public var sample: Int

  /// Creates the timing of one word.
  public init(location: Int, length: Int, sample: Int) {
    self.location = location
    self.length = length
    self.sample = sample
  }
}
