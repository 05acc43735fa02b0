import Audio
import Basics
import Hablare
import Narration

/// The gains that bring voices level with each other (Documentation/design.md, decision 8).
///
/// A gain is a property of the voice: it is measured on a passage that is always the same, once, and kept.
/// So an edit changes no other line's level, and shards agree without knowing of each other. Priced
/// voices are not measured; their gain is a field of the cast, which `audition --gains` writes.
actor VoiceLevels {
  /// What every voice is brought to, in LUFS: speech has peaks some 20 dB above its loudness (measured
  /// with espeak-ng), and a clip is to stay below its share of full scale where two sound together.
  static let reference = -26.0
  /// No voice is changed by more than this, in dB: what is that far off is no speech.
  static let furthest = 20.0

  private let speech: SpeechSource
  private let store: VoiceLevelStore?
  private var known: [VoiceManner: Task<Double, any Error>] = [:]

  /// Makes a table; what is measured is kept in `store`.
  init(speech: SpeechSource, store: VoiceLevelStore?) {
    (self.speech, self.store) = (speech, store)
  }

  /// The gain in dB that brings a voice to the reference; 0 if the voice is
  /// priced or not on this machine, or if it is too quiet to be measured.
  func gain(of manner: VoiceManner) async throws -> Double {
    if let known = known[manner] { return try await known.value }
    let task = Task { try await find(manner) }
    known[manner] = task
    do {
      return try await task.value
    } catch {
      // The next line tries again: a passage that failed once is no reason for all lines to fail.
      known[manner] = nil
      throw error
    }
  }

  private func find(_ manner: VoiceManner) async throws -> Double {
    guard speech.directory.isFreeToHear(manner.voice.providerId) else { return 0 }
    let passage = MeasuringPassage.text(languageCode: manner.languageCode)
    let key = key(of: manner, passage)
    if let kept = store?.gain(of: key) { return kept }
    guard let output = try await speech.passage(passage, by: manner) else { return 0 }
    let gain = try Self.gain(of: try ClipSource.pcm(of: output)) ?? 0
    store?.keep(gain, of: key)
    return gain
  }

  /// The gain in dB that brings speech to the reference; nil where nothing is heard.
  static func gain(of pcm: PCM) throws(AudioError) -> Double? {
    var meter = try LoudnessMeter(
      sampleRate: pcm.sampleRate, channels: 1, measuresTruePeak: false)
    meter.add(pcm.samples)
    guard let loudness = meter.measurement().integrated else { return nil }
    // To hundredths: what processors differ in is far below, and no ear hears it.
    let gain = ((reference - loudness) * 100).rounded() / 100
    return min(max(gain, -furthest), furthest)
  }

  private func key(of manner: VoiceManner, _ passage: String) -> String {
    var hash = TextFieldHasher()
    hash.add(passage)
    hash.add("\(Self.reference)")
    hash.add(manner.voice.description)
    hash.add(speech.versions[manner.voice])
    hash.add(manner.languageCode)
    let options = manner.options
    for setting in [options.rate, options.pitch] { hash.add("\(setting)") }
    hash.add(options.model ?? "")
    hash.add(options.seed.map(String.init) ?? "")
    for (name, value) in options.parameters.sorted(by: { $0.key < $1.key }) {
      hash.add(name)
      hash.add(value)
    }
    return hash.finish()
  }
}

/// A voice in its own manner: all that its level depends on, beside its engine's version.
struct VoiceManner: Hashable, Sendable {
  /// Provider and id, without query.
  var voice: VoiceURI
  var languageCode: String
  var options: VoiceOptions

  /// The manner of the role that speaks, whatever the delivery: a whisper stays one.
  ///
  /// A voice that stands in has its own.
  init(_ performance: Performance, standIn: VoiceURI? = nil) {
    let own = performance.neutral ?? performance
    voice = (standIn ?? own.voice).plain
    languageCode = standIn?.language ?? own.languageCode
    options = standIn?.options ?? own.options
  }
}

/// Keeps what was measured of voices in a folder, a small file each; any number of processes may use it.
///
/// Where it cannot be read or written, voices are measured again: it holds nothing that is not known.
struct VoiceLevelStore: Sendable {
  let folder: String

  private var files: NumberFiles { NumberFiles(folder: folder) }

  /// The gain in dB that was kept under a key; nil where there is none that is whole.
  func gain(of key: String) -> Double? {
    guard let numbers = files.numbers(of: key), numbers.count == 1,
      abs(numbers[0]) <= VoiceLevels.furthest
    else { return nil }
    return numbers[0]
  }

  /// Keeps a gain; a build that finds no room for it goes on.
  func keep(_ gain: Double, of key: String) { files.keep([gain], of: key) }
}
