import Basics

extension PiperConfiguration: ProviderConfiguration {
  enum Key: String, CaseIterable {
    case program, voices, reproducible, timeout, concurrency
  }

  static let type = "piper"

  mutating func read(_ key: Key, _ value: JSONNode, of entry: inout ProviderEntryReader) {
    switch key {
    case .program: program = Self.program(value, &entry) ?? program
    case .voices: voices = entry.texts(value, "voices") ?? []
    case .reproducible: isReproducible = entry.values.bool(value, "reproducible") ?? isReproducible
    case .timeout: timeout = entry.timeout(value) ?? timeout
    case .concurrency: concurrency = entry.concurrency(value)
    }
  }

  /// A program alone, or with what stands before its options.
  private static func program(_ node: JSONNode, _ entry: inout ProviderEntryReader) -> [String]? {
    if case .string = node.value { return entry.text(node, "program").map { [$0] } }
    return entry.texts(node, "program")
  }

  func displayName(of id: String) -> String { id == Self.type ? "Piper" : "Piper (\(id))" }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    PiperVoiceProvider(
      id: entry.id, name: entry.displayName, configuration: self,
      spending: workshop.pricedAccount(of: entry))
  }
}

extension ProviderSettings.Kind {
  /// Piper, or a program with its options.
  public static func piper(_ configuration: PiperConfiguration) -> Self { Self(configuration) }
}
