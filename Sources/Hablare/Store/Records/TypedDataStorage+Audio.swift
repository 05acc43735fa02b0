public import FoundationEssentials

extension TypedDataStorage {
  /// Creates a record of audio from another source, such as a recording or a file of another app.
  ///
  /// The record holds the audio. Duration, sample rate and channels are measured. If no format is
  /// given, it is detected from the bytes. Headerless samples (`pcm16`) have no detectable format.
  /// For these, state the format, the sample rate, and the number of channels if there are several.
  /// Throws `StoreError.notAudio` if the bytes cannot be measured.
  ///
  /// ```swift
  /// let record = try TypedDataStorage(audio: data, prompt: "A door.", owningElement: element.id)
  /// try await store.save(record, audio: data)
  /// ```
  public init(
    audio: Data, format: VoiceEngineAudioFormat? = nil, sampleRate: Int? = nil,
    channels: Int? = nil, id: String = UUID().uuidString, providerId: String = "recording",
    requestorID: String? = nil, prompt: String = "", voiceID: String = "",
    voiceName: String? = nil, languageCode: String = "", metadata: [String: JSONValue] = [:],
    createdAt: Date = Date(), owningElement: String? = nil
  ) throws {
    let form = try format ?? Self.format(of: audio)
    let output = VoiceEngineOutput(
      audioData: audio, audioFormat: form, sampleRate: sampleRate, channels: channels)
    guard let measure = SoundMeasure(output) else {
      throw StoreError.notAudio(
        reason: form == .pcm16
          ? "raw samples need a sample rate"
          : "its length as \(form.rawValue) cannot be determined")
    }
    self.init(
      id: id, providerId: providerId, requestorID: requestorID ?? "\(providerId).audio",
      audioFormat: form, prompt: prompt, characterCount: 0, durationSeconds: measure.duration,
      sampleRate: measure.sampleRate, channels: measure.channels, voiceID: voiceID,
      voiceName: voiceName, languageCode: languageCode, metadata: metadata, createdAt: createdAt,
      owningElement: owningElement)
    self.audio = .held(audio)
  }

  private static func format(of audio: Data) throws(StoreError) -> VoiceEngineAudioFormat {
    switch SoundSignature(audio) {
    case .format(let format)?: return format
    case .other(let name)?: throw .notAudio(reason: "\(name) cannot be read")
    case nil: throw .notAudio(reason: "its format is unknown")
    }
  }
}
