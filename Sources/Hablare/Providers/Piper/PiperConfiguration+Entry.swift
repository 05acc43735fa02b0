import Basics

extension PiperConfiguration: ProviderConfiguration {
  enum Key: String, CaseIterable {
    case program, voices, reproducible, timeout, concurrency
  }

  static let type = "piper"
  static let isBuiltIn = true

  static func field(_ key: Key) -> SettingField {
    switch key {
    case .program:
      SettingField(
        "Program", .list(of: .text(), allowsSingle: true),
        help: "The program, and the arguments before Piper's options")
    case .voices:
      SettingField("Voices", .list(of: .path), help: "Folders with voices, and voice files (.onnx)")
    case .reproducible:
      SettingField(
        "Reproducible", .toggle, help: "Whether a line sounds the same each time")
    case .timeout: .timeout
    case .concurrency: .concurrency("processes")
    }
  }

  mutating func set(_ key: Key, to value: JSONValue) {
    switch key {
    case .program: program = value.strings ?? program
    case .voices: voices = value.strings ?? []
    case .reproducible: isReproducible = value.flag ?? isReproducible
    case .timeout: timeout = value.integer ?? timeout
    case .concurrency: concurrency = value.integer
    }
  }

  func value(of key: Key) -> JSONValue? {
    switch key {
    case .program: JSONValue(program)
    case .voices: JSONValue(voices)
    case .reproducible: .bool(isReproducible)
    case .timeout: .int(timeout)
    case .concurrency: concurrency.map(JSONValue.int)
    }
  }

  /// Whether the user has configured a Piper program, or voices for a Piper program.
  ///
  /// If false, the installed voices are used.
  private var namesProgram: Bool { !voices.isEmpty || program != Self().program }

  func displayName(of id: String) -> String { id == Self.type ? "Piper" : "Piper (\(id))" }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    if entry.id == Self.type, !namesProgram {
      return PiperModelProvider(
        folders: VoiceFolders(environment: workshop.environment), parts: workshop.neuralParts,
        advice: workshop.advice)
    }
    return PiperVoiceProvider(
      id: entry.id, name: entry.displayName, configuration: self,
      spending: workshop.pricedAccount(of: entry))
  }
}

extension ProviderSettings.Kind {
  /// Piper: a program that the user configures, or the installed voices.
  public static func piper(_ configuration: PiperConfiguration) -> Self { Self(configuration) }
}
