/// What the natural voices of a program share: one worker, so that they never speak more lines at once than the machine
/// has cores, and one espeak that spells for all.
struct NeuralParts: Sendable {
  let engine: NeuralEngine
  let speller: EspeakNGVoiceEngine
  let reader: EspeakReader

  /// Makes the parts.
  ///
  /// `folder` may hold ONNX Runtime. `slots` is how many lines are spoken at once, `memory` what the models may take.
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
  /// The parts of a registry's natural voices.
  var neuralParts: NeuralParts {
    // The speller has one line at a time: words that no lexicon has are few, and its answers are quick. The line that a
    // build has ready beside those that are spoken waits in the worker: a process of a model takes 45 MB and more.
    shared.part {
      NeuralParts(speller: EspeakNGVoiceEngine(slots: 1), slots: max(1, slots - 1), memory: memory)
    }
  }
}
