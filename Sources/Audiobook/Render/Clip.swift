import Audio
import Foundation
import Hablare
import Narration

/// The audio of one span, ready for mixing, with its word timings.
struct Clip: Sendable {
  /// The trimmed audio, at the book's rate.
  var sound: TrimmedClip
  /// The starts of words, in samples from the start of the clip; captions are built from them.
  var words: [WordTiming]
  /// The fallback voice that spoke the clip; nil if the span's own voice spoke.
  /// The gain of the fallback voice is added to the gain of the span.
  var fallback: VoiceURI?
  /// The fault of an earlier take that was rejected; nil if there was none.
  var badTake: TakeFault?
  /// The clip before its effect; nil if it has none.
  var dry: PCM?
  /// The gain in decibels that brings the voice to the level of other voices.
  var levelling = 0.0

  /// Creates a clip of sound that is ready, without the times of its words.
  init(_ sound: TrimmedClip, words: [WordTiming] = []) { (self.sound, self.words) = (sound, words) }

  /// Shapes the pauses of an engine's audio, trims the audio, converts it to a rate in hertz, and moves the word timings.
  /// If the clip fades in, it begins without a step. The effect is applied last. From rule set 1.2 on, the effect keeps
  /// the loudness. The end of an echo is a part of the silence after the clip.
  init(
    _ pcm: consuming PCM, words: [WordTiming], sampleRate: Int, effect: SoundEffect? = nil,
    keepsLoudness: Bool, shaping: ClipShaping? = nil, gasps: Bool = false, fadesIn: Bool = false
  ) throws(AudioError) {
    var words = words
    if let shaping { (pcm, words) = shaping.applied(to: pcm, words: words) }
    if gasps { (pcm, words) = ClipShaping.gasping(pcm, words: words) }
    let (native, first) = (pcm.sampleRate, pcm.soundingRange().lowerBound)
    let trimmed = pcm.trimmed()
    let removed = first - trimmed.head
    var sound = try Resampler.convert(trimmed, to: sampleRate)
    let length = sound.pcm.samples.count
    if fadesIn { sound.pcm.fadeIn() }
    if let effect {
      dry = sound.pcm
      let (clip, added) = try effect.applied(to: sound.pcm, keepingLoudness: keepsLoudness)
      sound.pcm = clip
      sound.tail += added
    }
    self.sound = sound
    self.words = words.map { word in
      var moved = word
      moved.sample = min(max(0, word.sample - removed) * sampleRate / native, length)
      return moved
    }
  }
}

// MARK: - Rehearsal

extension Clip {
  /// The number of audible samples.
  private var heard: Int { max(0, sound.pcm.samples.count - sound.head - sound.tail) }

  /// Returns silence for the time of the clip, times the gap, after a beep if the rehearsal has one.
  /// The beep is in the pause before the line, so the time for the line begins where the line would begin.
  func silenced(_ rehearsal: Rehearsal) -> Clip {
    let rate = sound.pcm.sampleRate
    let beep = rehearsal.form == .beep ? Self.beep(sampleRate: rate) : []
    let length = Int((Double(heard) * rehearsal.gap).rounded())
    let silence = PCM(
      samples: beep + [Int16](repeating: 0, count: length), sampleRate: rate)
    return Clip(
      TrimmedClip(pcm: silence, head: beep.count, tail: 0),
      words: words.map { word in
        var moved = word
        moved.sample = beep.count + Int(Double(max(0, word.sample - sound.head)) * rehearsal.gap)
        return moved
      })
  }

  /// Returns the clip with silence at its end, so that its audible part is longer by a factor.
  func lengthened(by factor: Double) -> Clip {
    var clip = self
    let end = sound.head + Int((Double(heard) * factor).rounded())
    let missing = end - sound.pcm.samples.count
    clip.sound.pcm.samples += [Int16](repeating: 0, count: max(0, missing))
    clip.sound.tail = clip.sound.pcm.samples.count - end
    return clip
  }

  /// Returns a soft beep and the silence after it: 0.12 s of 880 Hz at -30 dBFS, faded at both ends, and 0.1 s.
  private static func beep(sampleRate: Int) -> [Int16] {
    let (length, rate) = (sampleRate * 12 / 100, Double(sampleRate))
    let fade = rate * 0.02
    let tone = (0..<length).map { index -> Int16 in
      let edge = min(1, Double(min(index, length - 1 - index)) / fade)
      return Int16((sin(2 * .pi * 880 * Double(index) / rate) * edge * 1036).rounded())
    }
    return tone + [Int16](repeating: 0, count: sampleRate / 10)
  }
}

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
