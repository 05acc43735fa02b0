public import FoundationEssentials

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

  /// The size of the audio in bytes; nil if there is no audio.
  var byteCount: Int? {
    switch self {
    case .none: nil
    case .held(let data): data.count
    case .stored(let reference, _): reference.byteCount
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

  /// Returns the record with audio that is held in memory.
  package func holding(_ data: Data) -> TypedDataStorage {
    var record = self
    record.audio = .held(data)
    return record
  }
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
