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
}

extension GenerationResult {
  /// Returns the result as a record for a store, without its audio.
  public func toTypedDataStorage(requestorID: String? = nil) -> TypedDataStorage {
    TypedDataStorage(
      id: requestId, providerId: providerId, requestorID: requestorID, mimeType: mimeType,
      audioFormat: audioFormat, prompt: originalText,
      characterCount: billedCharacters > 0 || isCachedClip ? billedCharacters : nil,
      durationSeconds: duration,
      sampleRate: sampleRate ?? 0, channels: channels ?? 1, voiceID: voiceId,
      voiceName: voiceName, languageCode: languageCode, voiceOptions: options,
      metadata: metadata.mapValues { .string($0) }, owningElement: owningElement)
  }
}
