import Audio
import Hablare

/// The sound of one span, ready to be mixed, with the places of its words.
struct Clip: Sendable {
  /// The trimmed sound, at the book's rate.
  var sound: TrimmedClip
  /// Where words begin, in samples from the clip's first; captions are made from them.
  var words: [WordTiming]
  /// The voice that speaks in place of the span's own; its gain adds to the span's.
  var standIn: VoiceURI?
  /// What was wrong with a take before it, which was not kept; nil if nothing was.
  var badTake: TakeFault?
  /// The decibels that bring the voice level with the others.
  var levelling = 0.0

  /// Trims an engine's sound, brings it to a rate in hertz, and moves the words along.
  ///
  /// An effect is applied last, and changes no length.
  init(
    _ pcm: consuming PCM, words: [WordTiming], sampleRate: Int, effect: SoundEffect? = nil
  ) throws(AudioError) {
    let (native, first) = (pcm.sampleRate, pcm.soundingRange().lowerBound)
    let trimmed = pcm.trimmed()
    let removed = first - trimmed.head
    var sound = try Resampler.convert(trimmed, to: sampleRate)
    if let effect { sound.pcm = effect.applied(to: sound.pcm) }
    self.sound = sound
    let length = sound.pcm.samples.count
    self.words = words.map { word in
      var moved = word
      moved.sample = min(max(0, word.sample - removed) * sampleRate / native, length)
      return moved
    }
  }
}
