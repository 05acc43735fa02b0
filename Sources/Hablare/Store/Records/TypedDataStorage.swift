public import FoundationEssentials

/// A record of generated speech: the text, the voice, and details of the audio.
///
/// The record is small: the audio stays in the store until `getBinary()` reads it.
public struct TypedDataStorage: Sendable, Identifiable {
  /// The request's id.
  public var id: String
  /// The provider that spoke.
  public var providerId: String
  /// What requested the audio, `<provider>.audio.tts` by default.
  public var requestorID: String
  /// The MIME type of the audio.
  public var mimeType: String
  /// The format of the audio.
  public var audioFormat: VoiceEngineAudioFormat
  /// The spoken words.
  public var prompt: String
  /// The characters that were charged.
  ///
  /// If the provider charges nothing, this is the length of `prompt`. It is 0 if the audio came from an
  /// earlier request.
  public var characterCount: Int
  /// The measured length of the audio, in seconds.
  public var durationSeconds: TimeInterval
  /// Frames per second.
  public var sampleRate: Int
  /// The number of channels.
  public var channels: Int
  /// The provider's name for the voice.
  public var voiceID: String
  /// The voice's name as shown to people.
  public var voiceName: String
  /// The language of the words.
  public var languageCode: String
  /// The manner of speaking; `existingAudio(for:)` compares it.
  public var voiceOptions: VoiceOptions
  /// Any other data.
  public var metadata: [String: JSONValue]
  /// When the audio was generated.
  public var createdAt: Date
  /// The id of the element that the audio belongs to; several records of one element are its versions.
  public var owningElement: String?

  var audio: RecordAudio = .none

  /// Creates a record without audio.
  public init(
    id: String = UUID().uuidString, providerId: String, requestorID: String? = nil,
    mimeType: String? = nil, audioFormat: VoiceEngineAudioFormat, prompt: String,
    characterCount: Int? = nil, durationSeconds: TimeInterval, sampleRate: Int,
    channels: Int = 1, voiceID: String, voiceName: String? = nil, languageCode: String,
    voiceOptions: VoiceOptions = VoiceOptions(), metadata: [String: JSONValue] = [:],
    createdAt: Date = Date(), owningElement: String? = nil
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
  }
}

/// The location of a record's audio.
enum RecordAudio: Sendable {
  case none
  case held(Data)
  case stored(AudioReference, in: AudioArchive)

  /// The number of bytes; nil if there is no audio.
  var byteCount: Int? {
    switch self {
    case .none: nil
    case .held(let data): data.count
    case .stored(let reference, _): reference.byteCount
    }
  }
}

extension TypedDataStorage {
  /// Returns the audio, read from the store and checked against what was written.
  ///
  /// Throws `StoreError.noAudio` if there is no audio yet, or another `StoreError` that names the
  /// missing or damaged file.
  public func getBinary() throws -> Data {
    switch audio {
    case .none: throw StoreError.noAudio(record: id)
    case .held(let data): return data
    case .stored(let reference, let archive): return try archive.read(reference)
    }
  }

  /// The size of the audio in bytes, without reading it; nil if there is no audio.
  public var byteCount: Int? { audio.byteCount }

  /// Returns the record with audio that is not stored yet.
  package func holding(_ data: Data) -> TypedDataStorage {
    var record = self
    record.audio = .held(data)
    return record
  }
}

extension TypedDataStorage: Equatable {
  /// Returns whether all metadata is equal; the audio itself is not compared.
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
