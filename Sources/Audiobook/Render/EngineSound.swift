import Audio
import Foundation
import Hablare

extension VoiceEngineOutput {
  /// The same audio in the form in which clips are cached.
  /// Raw samples become FLAC, which needs half the space for the same samples. A natural voice that runs on
  /// this machine produces about 170 MB of raw samples per hour of speech. Encoding takes about a hundredth
  /// of the time that the voice needs. Other formats stay unchanged.
  var compact: VoiceEngineOutput {
    guard audioFormat == .pcm16, let pcm = try? pcm(),
      let bytes = try? pcm.flac(), bytes.count < audioData.count
    else { return self }
    return VoiceEngineOutput(
      audioData: Data(bytes), audioFormat: .flac, sampleRate: sampleRate, channels: 1,
      wordTimings: wordTimings, metadata: metadata)
  }
  /// Whether the audio can be mixed.
  var isUsable: Bool { (try? pcm()) != nil }

  /// Decodes the audio, in any format.
  func pcm() throws -> PCM {
    guard audioFormat == .pcm16, channels ?? 1 == 1, let rate = sampleRate else {
      return try SoundFileReader(bytes: [UInt8](audioData), name: "the engine's answer").readAll()
    }
    let count = audioData.count / MemoryLayout<Int16>.size
    let samples = [Int16](unsafeUninitializedCapacity: count) { buffer, initialized in
      audioData.copyBytes(to: UnsafeMutableRawBufferPointer(buffer), count: count * 2)
      initialized = count
    }
    return PCM(samples: samples, sampleRate: rate)
  }
}
