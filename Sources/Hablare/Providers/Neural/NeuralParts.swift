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
  /// `folder` can contain ONNX Runtime. `slots` is the number of lines spoken at the same time.
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
    // espeak needs only one slot: few words are missing from the lexicons, and espeak answers
    // quickly. A build requests up to `slots` lines at the same time. One of these lines waits in
    // the worker until another line has been spoken, because another process for a model would need
    // 45 MB or more.
    shared.part {
      NeuralParts(speller: EspeakNGVoiceEngine(slots: 1), slots: max(1, slots - 1), memory: memory)
    }
  }
}
