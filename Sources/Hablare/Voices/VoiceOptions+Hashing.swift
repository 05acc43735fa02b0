import Basics

extension FieldHasher {
  /// Adds all of a manner of speaking.
  mutating func add(_ options: VoiceOptions) {
    add(options.rate)
    add(options.pitch)
    add(options.gain)
    add(options.style)
    add(options.model)
    add(options.seed != nil)
    if let seed = options.seed { add(seed) }
    add(options.parameters.count)
    for (name, value) in options.parameters.sorted(by: { $0.key < $1.key }) {
      add(name)
      add(value)
    }
  }
}
