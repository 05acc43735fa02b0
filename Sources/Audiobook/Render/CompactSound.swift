import Audio
import FoundationEssentials
import Hablare

extension VoiceEngineOutput {
  /// The same sound in the form in which clips are kept.
  ///
  /// Bare samples become FLAC, whoever sent them: the same samples in half the room. A natural voice on this machine speaks
  /// an hour in some 170 MB of them, and encoding takes about a hundredth of the time in which it speaks. Other forms
  /// stay as they came.
  var compact: VoiceEngineOutput {
    guard audioFormat == .pcm16, let pcm = try? ClipSource.pcm(of: self),
      let bytes = try? pcm.flac(), bytes.count < audioData.count
    else { return self }
    return VoiceEngineOutput(
      audioData: Data(bytes), audioFormat: .flac, sampleRate: sampleRate, channels: 1,
      wordTimings: wordTimings, metadata: metadata)
  }
}
