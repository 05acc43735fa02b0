import Audio
import Hablare

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

  /// Shapes the pauses of an engine's audio, trims the audio, converts it to a rate in hertz, and moves the word timings.
  /// If the clip fades in, it begins without a step. The effect is applied last. The end of an echo is a part of the
  /// silence after the clip.
  init(
    _ pcm: consuming PCM, words: [WordTiming], sampleRate: Int, effect: SoundEffect? = nil,
    shaping: ClipShaping? = nil, fadesIn: Bool = false
  ) throws(AudioError) {
    var words = words
    if let shaping { (pcm, words) = shaping.applied(to: pcm, words: words) }
    let (native, first) = (pcm.sampleRate, pcm.soundingRange().lowerBound)
    let trimmed = pcm.trimmed()
    let removed = first - trimmed.head
    var sound = try Resampler.convert(trimmed, to: sampleRate)
    let length = sound.pcm.samples.count
    if fadesIn { sound.pcm.fadeIn() }
    if let effect {
      dry = sound.pcm
      let (clip, added) = effect.applied(to: sound.pcm)
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
