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

/// Sound as the service gives it: usually what was asked for, else what its bytes say it is.
struct ElevenLabsSound: Sendable, Equatable {
  typealias Problem = SpokenSoundReader.Problem

  private var sound: SpokenSound
  /// The frames, if it is MP3 and nothing else stands between and behind them.
  private var stream: MPEGAudio?

  /// Looks at the bytes of an answer, and at its label where the bytes do not tell.
  init(_ response: HTTPResponse, asked format: ElevenLabsFormat) throws(Problem) {
    do throws(Problem) {
      sound = try SpokenSoundReader.sound(
        in: response, rate: format == .pcm ? ElevenLabsFormat.pcmRate : nil)
    } catch {
      // Nobody asked for samples: it is none of the sounds that have a signature.
      throw error == .unknownRate ? .damaged : error
    }
    guard sound.form == .encoded(.mp3) else { return }
    stream = MPEGAudio(response.body)
  }

  /// Refuses samples of less than 10 ms for a text with a letter or a digit.
  func check(for text: String) throws(Problem) {
    guard case .pcm16(let rate) = sound.form, sound.bytes.count / 2 < rate / 100,
      text.contains(where: { $0.isLetter || $0.isNumber })
    else { return }
    throw .cutOff
  }

  /// Rate in hertz and number of frames; nil if they are known only after decoding.
  var measure: (sampleRate: Int, samples: Int)? {
    switch (sound.form, stream) {
    case (.pcm16(let rate), _): (rate, sound.bytes.count / 2)
    case (_, let stream?): (stream.sampleRate, stream.samples)
    default: nil
    }
  }

  /// What an engine gives.
  func output(words: [WordTiming], metadata: [String: String]) -> VoiceEngineOutput {
    var output = sound.output(metadata: metadata)
    if let stream { (output.sampleRate, output.channels) = (stream.sampleRate, stream.channels) }
    output.wordTimings = words
    return output
  }

  /// One sound of several in a row; nil if they do not fit together.
  static func joined(_ parts: [ElevenLabsSound]) -> ElevenLabsSound? {
    guard parts.count > 1, var whole = parts.first else { return parts.first }
    let streams = parts.compactMap(\.stream)
    if streams.count == parts.count {
      guard let stream = MPEGAudio.joined(streams) else { return nil }
      whole.stream = stream
      whole.sound.bytes = stream.frames
      return whole
    }
    guard let sound = SpokenSound.joined(parts.map(\.sound)) else { return nil }
    whole.sound = sound
    return whole
  }
}
