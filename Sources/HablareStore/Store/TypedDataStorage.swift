import Basics
public import FoundationEssentials
public import Hablare

/// A record of generated speech: the text, the voice, and details of the audio.
///
/// A record is small. Its audio stays in the store until `getBinary()` reads it.
public struct TypedDataStorage: Sendable, Identifiable {
  /// The id of the record.
  ///
  /// For generated speech, it is the id of the request.
  public var id: String
  /// The id of the provider that spoke.
  public var providerId: String
  /// The kind of request for the audio, by default `<provider>.audio.tts`.
  public var requestorID: String
  /// The MIME type of the audio.
  public var mimeType: String
  /// The format of the audio.
  public var audioFormat: VoiceEngineAudioFormat
  /// The spoken words.
  public var prompt: String
  /// The number of charged characters.
  ///
  /// If the provider charges nothing, this is the length of `prompt`. If the audio came from an
  /// earlier request, this is 0.
  public var characterCount: Int
  /// The measured length of the audio, in seconds.
  public var durationSeconds: TimeInterval
  /// Frames per second.
  public var sampleRate: Int
  /// The number of channels.
  public var channels: Int
  /// The id that the provider uses for the voice.
  public var voiceID: String
  /// The voice's name as shown to people.
  public var voiceName: String
  /// The language of the words.
  public var languageCode: String
  /// The manner of speaking.
  ///
  /// `existingAudio(for:)` returns only audio with the same manner.
  public var voiceOptions: VoiceOptions
  /// Any other data.
  public var metadata: [String: JSONValue]
  /// The time at which the audio was generated.
  public var createdAt: Date
  /// The id of the element that the audio belongs to.
  ///
  /// If an element has several records, they are versions.
  public var owningElement: String?
  /// The id of the document that contains the element; nil if it is unknown.
  public var owningDocument: String?

  var audio: RecordAudio = .none

  /// Creates a record without audio.
  public init(
    id: String = UUID().uuidString, providerId: String, requestorID: String? = nil,
    mimeType: String? = nil, audioFormat: VoiceEngineAudioFormat, prompt: String,
    characterCount: Int? = nil, durationSeconds: TimeInterval, sampleRate: Int,
    channels: Int = 1, voiceID: String, voiceName: String? = nil, languageCode: String,
    voiceOptions: VoiceOptions = VoiceOptions(), metadata: [String: JSONValue] = [:],
    createdAt: Date = Date(), owningElement: String? = nil, owningDocument: String? = nil
  ) {
    self.id = id
    self.providerId = providerId
    self.requestorID = requestorID ?? "\(providerId).audio.tts"
    self.mimeType = mimeType ?? audioFormat.mimeType
    self.audioFormat = audioFormat
    self.prompt = prompt
    self.characterCount = characterCount ?? prompt.unicodeScalars.count
    self.durationSeconds = durationSeconds
    self.sampleRate = sampleRate
    self.channels = channels
    self.voiceID = voiceID
    self.voiceName = voiceName ?? voiceID
    self.languageCode = languageCode
    self.voiceOptions = voiceOptions
    self.metadata = metadata
    self.createdAt = createdAt
    self.owningElement = owningElement
    self.owningDocument = owningDocument
  }

  /// The location of a record's audio.
  enum RecordAudio: Sendable {
    case none
    case held(Data)
    case stored(AudioReference, in: AudioArchive)

    /// The size of the audio in bytes; nil if there is no audio.
    var byteCount: Int? {
      switch self {
      case .none: nil
      case .held(let data): data.count
      case .stored(let reference, _): reference.byteCount
      }
    }
  }
}

extension TypedDataStorage {
  /// Returns the audio.
  ///
  /// Reads the audio from the store and checks that the audio has not changed.
  ///
  /// Throws `StoreError.noAudio` if there is no audio yet. Throws another `StoreError`, with the
  /// name of the file, if the audio is missing or damaged.
  public func getBinary() throws -> Data {
    switch audio {
    case .none: throw StoreError.noAudio(record: id)
    case .held(let data): return data
    case .stored(let reference, let archive): return try archive.read(reference)
    }
  }

  /// The size of the audio in bytes, found without reading the audio; nil if there is no audio.
  public var byteCount: Int? { audio.byteCount }
}

extension TypedDataStorage: Equatable {
  /// Returns whether all properties except the audio itself are equal.
  public static func == (one: TypedDataStorage, other: TypedDataStorage) -> Bool {
    one.id == other.id && one.providerId == other.providerId
      && one.requestorID == other.requestorID && one.mimeType == other.mimeType
      && one.audioFormat == other.audioFormat && one.prompt == other.prompt
      && one.characterCount == other.characterCount
      && one.durationSeconds == other.durationSeconds && one.sampleRate == other.sampleRate
      && one.channels == other.channels && one.voiceID == other.voiceID
      && one.voiceName == other.voiceName && one.languageCode == other.languageCode
      && one.voiceOptions == other.voiceOptions && one.metadata == other.metadata
      && one.createdAt == other.createdAt && one.owningElement == other.owningElement
  }
}

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

  /// Creates a record of audio in the way of SwiftCompartido.
  /// The audio is measured, so the length is not stated. Throws `StoreError.notAudio` if `mimeType` is
  /// not a type of audio, or the bytes cannot be measured.
  @available(
    *, deprecated, message: "use TypedDataStorage(audio:prompt:), which measures the audio"
  )
  public init(
    providerId: String, requestorID: String, mimeType: String, binaryValue: Data,
    prompt: String = "", voiceID: String = "", voiceName: String? = nil
  ) throws {
    guard VoiceEngineAudioFormat(mimeType: mimeType) != nil else {
      throw StoreError.notAudio(mimeType: mimeType)
    }
    try self.init(
      audio: binaryValue, providerId: providerId, requestorID: requestorID, prompt: prompt,
      voiceID: voiceID, voiceName: voiceName)
  }

  private static func format(of audio: Data) throws(StoreError) -> VoiceEngineAudioFormat {
    switch SoundSignature(audio) {
    case .format(let format)?: return format
    case .other(let name)?: throw .notAudio(reason: "\(name) cannot be read")
    case nil: throw .notAudio(reason: "its format is unknown")
    }
  }
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
