/// A key of a provider's entry in a user's configuration.
enum ProviderKey: String, CaseIterable {
  case type, enabled, name, prices
  case baseURL, model, concurrency, context, keyVariable, voices, sampleRate
  case command, input, output, channels, keepRunning, timeout, maximumBytes
  case program, reproducible
}

/// What kind of provider an entry describes: the word behind `type`.
enum ProviderType: String, CaseIterable {
  case espeak, elevenlabs, openai, command, piper

  /// The keys of an entry of this type.
  var keys: [ProviderKey] {
    let common: [ProviderKey] = [.type, .enabled, .name]
    return switch self {
    case .espeak: common
    case .elevenlabs: common + [.prices, .baseURL, .model, .concurrency, .context]
    case .openai:
      common + [.prices, .baseURL, .model, .concurrency, .keyVariable, .voices, .sampleRate]
    case .command:
      common + [
        .prices, .command, .input, .output, .voices, .sampleRate, .channels, .keepRunning,
        .timeout, .maximumBytes, .concurrency,
      ]
    case .piper: common + [.prices, .program, .voices, .reproducible, .timeout, .concurrency]
    }
  }

  /// The types whose entries have a key.
  static func having(_ key: ProviderKey) -> [ProviderType] {
    allCases.filter { $0.keys.contains(key) }
  }
}
