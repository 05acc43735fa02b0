import FoundationEssentials

/// The forms in which ElevenLabs is asked for sound, by its own names.
enum ElevenLabsFormat: String, Sendable {
  /// Bare samples at 24 kHz, the best that every plan gives.
  case pcm = "pcm_24000"
  /// MP3 of 128 kbit/s, which every plan gives.
  case mp3 = "mp3_44100_128"

  /// The rate of `pcm`, in hertz.
  static let pcmRate = 24_000
}

/// Sound as the service gives it, checked by its first bytes.
struct ElevenLabsSound: Sendable, Equatable {
  enum Form: Sendable, Equatable {
    case pcm
    case mp3(MPEGAudio)
  }

  var bytes: [UInt8]
  var form: Form

  /// The frames per second.
  var sampleRate: Int {
    switch form {
    case .pcm: ElevenLabsFormat.pcmRate
    case .mp3(let stream): stream.sampleRate
    }
  }

  var channels: Int {
    switch form {
    case .pcm: 1
    case .mp3(let stream): stream.channels
    }
  }

  /// The number of frames.
  var samples: Int {
    switch form {
    case .pcm: bytes.count / 2
    case .mp3(let stream): stream.samples
    }
  }

  var audioFormat: VoiceEngineAudioFormat { form == .pcm ? .pcm16 : .mp3 }

  /// Why bytes are not sound; the message of the verdict that has them asked for again.
  struct Fault: Error, Equatable {
    var reason: String
  }

  /// Looks at the bytes of an answer.
  ///
  /// Samples have no header, so that all else must be known by its beginning. MP3 is taken for what it
  /// is whatever was asked for.
  init(_ bytes: [UInt8], asked format: ElevenLabsFormat) throws(Fault) {
    self.bytes = bytes
    if bytes.isEmpty { throw Fault(reason: "there is no sound in it") }
    if let name = ForeignContent.name(of: bytes) {
      throw Fault(reason: "it is \(name), not sound")
    }
    if let kind = SoundSignature(bytes), kind != .format(.mp3) {
      throw Fault(reason: "it is \(kind.name), which was not asked for")
    }
    if let stream = MPEGAudio(bytes) {
      form = .mp3(stream)
      return
    }
    guard format == .pcm else { throw Fault(reason: "it is not MP3, or not all of it") }
    guard bytes.count.isMultiple(of: 2) else { throw Fault(reason: "it ends within a sample") }
    form = .pcm
  }

  /// Refuses samples of less than 10 ms, a hundredth of a second, for a text with a letter or a digit.
  func check(for text: String) throws(Fault) {
    guard form == .pcm, samples < ElevenLabsFormat.pcmRate / 100,
      text.contains(where: { $0.isLetter || $0.isNumber })
    else { return }
    throw Fault(reason: "it is too short for its text")
  }

  /// Looks at an answer: its type, then its bytes.
  init(_ response: HTTPResponse, asked format: ElevenLabsFormat) throws(Fault) {
    if let type = response.mediaType, !type.hasPrefix("audio/"), !Self.neutralTypes.contains(type) {
      throw Fault(reason: "it is of type \(ServiceMessage.shown(type, limit: 60)), not sound")
    }
    // Noise, were it taken for samples.
    if response.mediaType == "audio/mpeg", MPEGAudio.isBeginning(of: response.body),
      MPEGAudio(response.body) == nil
    {
      throw Fault(reason: "it is not all of an MP3")
    }
    try self.init(response.body, asked: format)
  }

  /// One sound of several in a row; nil where they do not fit together.
  static func joined(_ parts: [ElevenLabsSound]) -> ElevenLabsSound? {
    guard parts.count > 1, var whole = parts.first else { return parts.first }
    switch whole.form {
    case .pcm:
      guard parts.allSatisfy({ $0.form == .pcm }) else { return nil }
      whole.bytes = parts.flatMap(\.bytes)
    case .mp3:
      let streams = parts.compactMap { part in
        if case .mp3(let stream) = part.form { stream } else { nil }
      }
      guard streams.count == parts.count, let stream = MPEGAudio.joined(streams) else { return nil }
      whole = ElevenLabsSound(bytes: Array(stream.frames), form: .mp3(stream))
    }
    return whole
  }

  private init(bytes: [UInt8], form: Form) {
    self.bytes = bytes
    self.form = form
  }

  private static let neutralTypes: Set<String> = [
    "application/octet-stream", "binary/octet-stream",
  ]
}

extension HTTPResponse {
  /// The type that the answer says it has, in lower case and without parameters.
  var mediaType: String? {
    headers["content-type"].map { type in
      String(type.prefix { $0 != ";" }.filter { !$0.isWhitespace }).lowercased()
    }
  }
}
