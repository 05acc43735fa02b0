import FoundationEssentials

/// The audio formats to request, by ElevenLabs' names.
enum ElevenLabsFormat: String, Sendable {
  /// Samples at 24 kHz without a header. A plan may refuse this format.
  case pcm = "pcm_24000"
  /// MP3 at 128 kbit/s, which every plan includes.
  case mp3 = "mp3_44100_128"

  /// The rate of `pcm`, in hertz.
  static let pcmRate = 24_000
}

/// The audio of a response, usually in the requested format.
///
/// If the service sends another format, the bytes show which format it is.
struct ElevenLabsSound: Sendable, Equatable {
  typealias Problem = SpokenSoundReader.Problem

  private var sound: SpokenSound
  /// The MP3 frames.
  ///
  /// Nil if the audio is not MP3, or has other bytes between or after the frames.
  private var stream: MPEGAudio?

  /// Detects the format from the bytes of a response, or from its content type if the bytes do not
  /// show the format.
  init(_ response: HTTPResponse, asked format: ElevenLabsFormat) throws(Problem) {
    do throws(Problem) {
      sound = try SpokenSoundReader.sound(
        in: response, rate: format == .pcm ? ElevenLabsFormat.pcmRate : nil)
    } catch {
      // `unknownRate` means that samples were not requested and that the bytes have no known
      // signature.
      throw error == .unknownRate ? .damaged : error
    }
    guard sound.form == .encoded(.mp3) else { return }
    stream = MPEGAudio(response.body)
  }

  /// Throws if the audio is shorter than 10 ms although the text has a letter or a digit.
  func check(for text: String) throws(Problem) {
    guard case .pcm16(let rate) = sound.form, sound.bytes.count / 2 < rate / 100,
      text.contains(where: { $0.isLetter || $0.isNumber })
    else { return }
    throw .cutOff
  }

  /// The sample rate in hertz and the number of samples of each channel.
  ///
  /// Nil if only decoding the audio would show these numbers.
  var measure: (sampleRate: Int, samples: Int)? {
    switch (sound.form, stream) {
    case (.pcm16(let rate), _): (rate, sound.bytes.count / 2)
    case (_, let stream?): (stream.sampleRate, stream.samples)
    default: nil
    }
  }

  /// Returns the engine output for this audio.
  func output(words: [WordTiming], metadata: [String: String]) -> VoiceEngineOutput {
    var output = sound.output(metadata: metadata)
    if let stream { (output.sampleRate, output.channels) = (stream.sampleRate, stream.channels) }
    output.wordTimings = words
    return output
  }

  /// Joins parts into one piece of audio.
  ///
  /// Returns nil if their formats differ.
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
