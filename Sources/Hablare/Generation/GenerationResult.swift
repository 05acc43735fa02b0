public import FoundationEssentials

/// A text that was spoken.
public struct GenerationResult: Sendable, Equatable {
  /// The sound, of type `mimeType`.
  public var audioData: Data
  /// The form of `audioData`.
  public var audioFormat: VoiceEngineAudioFormat
  /// The text as it was asked for.
  public var originalText: String
  /// The voice, by the provider's own name for it.
  public var voiceId: String
  /// The name shown to people.
  public var voiceName: String
  /// Who spoke.
  public var providerId: String
  /// The MIME type of `audioData`.
  public var mimeType: String
  /// The BCP 47 tag of the text's language.
  public var languageCode: String
  /// How it was to be spoken.
  public var options: VoiceOptions
  /// The length in seconds, measured; 0 where the form cannot be measured without decoding it.
  public var duration: TimeInterval
  /// The length in seconds that the provider guessed.
  public var estimatedDuration: TimeInterval
  /// Frames per second, where known.
  public var sampleRate: Int?
  /// Number of channels, where known.
  public var channels: Int?
  /// Where words begin, in order; empty if the engine does not say.
  public var wordTimings: [WordTiming]
  /// The characters that the provider billed for the sound; 0 if speaking is free, or if the sound is
  /// a kept clip.
  public var billedCharacters: Int
  /// Whether the sound is a clip of an earlier request, so that no engine was asked for it.
  public var isKeptClip: Bool
  /// What the engine reports beside the sound.
  public var metadata: [String: String]
  /// A name for this generation that no other has; the record's id.
  public var requestId: String
  /// The element that the text belongs to, by its id; nil if it belongs to none.
  public var owningElement: String?
}

extension GenerationResult {
  /// The result as a record for a store, without its sound.
  public func toTypedDataStorage(requestorID: String? = nil) -> TypedDataStorage {
    TypedDataStorage(
      id: requestId, providerId: providerId, requestorID: requestorID, mimeType: mimeType,
      audioFormat: audioFormat, prompt: originalText,
      characterCount: billedCharacters > 0 || isKeptClip ? billedCharacters : nil,
      durationSeconds: duration,
      sampleRate: sampleRate ?? 0, channels: channels ?? 1, voiceID: voiceId,
      voiceName: voiceName, languageCode: languageCode, voiceOptions: options,
      metadata: metadata.mapValues { .string($0) }, owningElement: owningElement)
  }
}
