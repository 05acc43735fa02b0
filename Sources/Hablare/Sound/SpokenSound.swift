import FoundationEssentials
import Glibc

/// Audio from a server, in the simplest form possible without decoding.
struct SpokenSound: Equatable {
  /// The form of the bytes.
  enum Form: Equatable {
    /// One channel of 16-bit samples, at a rate in hertz.
    case pcm16(rate: Int)
    /// Other samples, described by the content of a `fmt ` chunk.
    case samples(format: ArraySlice<UInt8>, rate: Int, channels: Int)
    /// A file in one of the encodings that the mixer decodes.
    case encoded(VoiceEngineAudioFormat)
  }

  var form: Form
  var bytes: ArraySlice<UInt8>

  /// Whether audio of the same form can be appended without a gap.
  var isJoinable: Bool {
    if case .encoded = form { false } else { true }
  }

  /// Returns several clips joined in order; nil if they cannot be joined or if their forms differ.
  static func joined(_ sounds: [SpokenSound]) -> SpokenSound? {
    guard let first = sounds.first else { return nil }
    if sounds.count == 1 { return first }
    guard first.isJoinable, sounds.allSatisfy({ $0.form == first.form }) else { return nil }
    return SpokenSound(form: first.form, bytes: sounds.map(\.bytes).joined().asSlice)
  }

  /// Returns the audio amplified by a number of decibels.
  /// Samples beyond the range of 16 bits are clipped.
  /// Only audio of the form `pcm16` is changed.
  func amplified(by decibels: Double) -> SpokenSound {
    guard decibels != 0, decibels.isFinite, case .pcm16 = form else { return self }
    let factor = pow(10, decibels / 20)
    var result = [UInt8]()
    result.reserveCapacity(bytes.count)
    for index in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
      let sample = Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
      let scaled = (Double(sample) * factor).rounded()
      result.append(little: Int16(min(max(scaled, -32_768), 32_767)))
    }
    return SpokenSound(form: form, bytes: result[...])
  }

  /// Returns the output of an engine with this audio.
  func output(metadata: [String: String]) -> VoiceEngineOutput {
    switch form {
    case .pcm16(let rate):
      VoiceEngineOutput(
        audioData: Data(bytes), audioFormat: .pcm16, sampleRate: rate, channels: 1,
        metadata: metadata)
    case .samples(_, let rate, let channels):
      VoiceEngineOutput(
        audioData: wav ?? Data(), audioFormat: .wav, sampleRate: rate, channels: channels,
        metadata: metadata)
    case .encoded(let format):
      VoiceEngineOutput(audioData: Data(bytes), audioFormat: format, metadata: metadata)
    }
  }

  /// The audio as a WAV file; nil if the audio must be decoded first.
  var wav: Data? {
    switch form {
    case .pcm16(let rate):
      Data(WAVHeader.bytes(samples: bytes.count / 2, sampleRate: rate) + bytes)
    case .samples(let format, _, _):
      Data(WAVHeader.bytes(format: format, size: bytes.count) + bytes)
    case .encoded: nil
    }
  }
}

extension Sequence<UInt8> {
  fileprivate var asSlice: ArraySlice<UInt8> { Array(self)[...] }
}
