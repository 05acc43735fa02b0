/// The parts that all natural voices share.
///
/// Because all natural voices use one worker, they never speak more than `slots` lines at the same
/// time. One espeak transcribes the words for all voices.
struct NeuralParts: Sendable {
  let engine: NeuralEngine
  let speller: EspeakNGVoiceEngine
  let reader: EspeakReader

  /// Creates the parts.
  ///
  /// `folder` may hold ONNX Runtime. `slots` is the number of lines spoken at the same time.
  /// `memory` is the limit for loaded models.
  init(
    speller: EspeakNGVoiceEngine, folder: String? = nil, slots: Int,
    memory: VoiceMemory = VoiceMemory()
  ) {
    engine = NeuralEngine(folder: folder, slots: slots, memory: memory)
    self.speller = speller
    reader = EspeakReader(speller: speller)
  }
}

extension ProviderWorkshop {
  /// The parts for a registry's natural voices.
  var neuralParts: NeuralParts {
    // One line at a time is enough for espeak: few words are missing from the lexicons, and its
    // answers are quick. A build prepares one line more than are spoken at the same time. The
    // additional line waits in the worker, because another process for a model would need 45 MB or
    // more.
    shared.part {
      NeuralParts(speller: EspeakNGVoiceEngine(slots: 1), slots: max(1, slots - 1), memory: memory)
    }
  }
}
