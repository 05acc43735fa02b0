/// A Piper voice as its files describe it: an ONNX model, its phonemes and its parameters.
struct PiperModel: Sendable {
  let voice: InstalledVoice
  let alphabet: PiperAlphabet
  /// The espeak voice that converts text to phonemes.
  let espeakVoice: String
  let clock: NeuralClock
  /// The voice's own variation.
  let variation: NeuralVariation
  /// The factor of all durations, relative to the model's own tempo.
  let slowness: Double

  /// Reads the files of a voice.
  ///
  /// Throws `engineUnavailable` or `notSupported` if the voice cannot speak.
  init(_ voice: InstalledVoice) throws(VoiceProviderError) {
    guard let path = voice.descriptionPath else {
      throw .engineUnavailable(
        "the description of the voice \(voice.id) (.onnx.json) is missing; install the voice again")
    }
    let description: PiperVoiceDescription
    do throws(InstalledVoiceProblem) {
      description = try PiperVoiceDescription(at: path)
    } catch {
      throw .engineUnavailable(error.description)
    }
    if let obstacle = Self.obstacle(in: description, of: voice) { throw .notSupported(obstacle) }
    guard let alphabet = description.phoneme_id_map.flatMap(PiperAlphabet.init) else {
      throw .engineUnavailable("\(path) has no usable list of phonemes (\"phoneme_id_map\")")
    }
    self.voice = voice
    self.alphabet = alphabet
    espeakVoice = description.espeak?.voice ?? ""
    clock = NeuralClock(
      sampleRate: description.audio.sample_rate, unit: description.hop_length ?? Self.defaultUnit)
    variation = NeuralVariation(
      noise: description.inference?.noise_scale ?? 0.667,
      width: description.inference?.noise_w ?? 0.8)
    slowness = description.inference?.length_scale ?? 1
  }

  /// The number of samples in a unit of duration, for voices whose description does not state the
  /// number.
  private static let defaultUnit = 256

  /// Returns the reason why the program cannot find the phonemes for a voice, or nil if the program
  /// can find them.
  static func obstacle(in description: PiperVoiceDescription, of voice: InstalledVoice) -> String? {
    let kind = description.phoneme_type ?? "espeak"
    if kind != "espeak" {
      return
        "the voice \(voice.id) needs phonemes of the type \"\(kind)\"; only those of espeak-ng are available"
    }
    return description.languageTag.flatMap(UnreadableLanguage.reason)
  }

  /// Returns the engine's request for a line.
  func request(_ line: NeuralLine, speaker: Int?, _ parameters: PiperParameters) -> NeuralRequest {
    NeuralRequest(
      family: .piper, model: NeuralModel(path: voice.modelPath, sha256: voice.modelSHA256),
      clock: clock,
      ids: line.ids, speaker: speaker,
      variation: NeuralVariation(
        noise: parameters.noise ?? variation.noise, width: parameters.width ?? variation.width),
      speed: parameters.rate / slowness, gain: parameters.gain)
  }
}
