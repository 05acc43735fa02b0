public import FoundationEssentials

/// A record of generated speech: what was said, by whom, and what came of it.
///
/// The record is light: the audio stays in the store until `getBinary()` asks for it.
public struct TypedDataStorage: Sendable, Identifiable {
  /// The request's id.
  public var id: String
  /// The provider that spoke.
  public var providerId: String
  /// What asked for the audio, `<provider>.audio.tts` unless set.
  public var requestorID: String
  /// The type of the audio.
  public var mimeType: String
  /// The form of the audio.
  public var audioFormat: VoiceEngineAudioFormat
  /// The words that were spoken.
  public var prompt: String
  /// The characters that were charged; the length of `prompt` if the provider charges nothing, and 0 if
  /// the audio is that of an earlier request.
  public var characterCount: Int
  /// How long the audio is, in seconds, as measured.
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
  /// How the voice was to speak; part of what `existingAudio(for:)` compares.
  public var voiceOptions: VoiceOptions
  /// Whatever else is known.
  public var metadata: [String: JSONValue]
  /// When the audio was generated.
  public var createdAt: Date
  /// The element that the audio belongs to, by its id; several records of one element are its versions.
  public var owningElement: String?

  var audio: RecordAudio = .none

  /// Makes a record without audio.
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

/// Where the audio of a record is.
enum RecordAudio: Sendable {
  case none
  case held(Data)
  case stored(AudioReference, in: AudioArchive)

  /// The number of bytes; nil where there is no audio.
  var byteCount: Int? {
    switch self {
    case .none: nil
    case .held(let data): data.count
    case .stored(let reference, _): reference.byteCount
    }
  }
}

extension TypedDataStorage {
  /// The audio, read from the store and compared with what was written there.
  ///
  /// Throws `StoreError.noAudio` before there is any, and names the file that is gone or damaged.
  public func getBinary() throws -> Data {
    switch audio {
    case .none: throw StoreError.noAudio(record: id)
    case .held(let data): return data
    case .stored(let reference, let archive): return try archive.read(reference)
    }
  }

  /// The size of the audio in bytes, without reading it; nil where there is none.
  public var byteCount: Int? { audio.byteCount }

  /// The record with audio that is in no store yet.
  package func holding(_ data: Data) -> TypedDataStorage {
    var record = self
    record.audio = .held(data)
    return record
  }
}

extension TypedDataStorage: Equatable {
  /// Whether all that is known is the same; the audio itself is not compared.
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
