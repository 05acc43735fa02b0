import Basics

/// The settings of a provider of Piper voices: where the voices are.
public struct PiperConfiguration: Sendable, Equatable {
  /// Folders with voices, and voice files (`.onnx`), in addition to the installed voices.
  ///
  /// Folders are searched with their subfolders. A leading `~` is expanded when the voices are
  /// searched for. Only the provider with the id `piper` also has the installed voices.
  public var voices: [String] = []

  /// Creates the configuration of the installed voices.
  public init() {}
}

extension PiperConfiguration: ProviderConfiguration {
  enum Key: String, CaseIterable {
    case voices
  }

  static let type = "piper"
  static let isBuiltIn = true
  static let hasPrices = false
  /// The settings of Piper as a program of its own, which earlier versions started.
  static let retiredKeys = ["prices", "program", "reproducible", "timeout", "concurrency"]
  static let retirement = "this program speaks Piper's voices itself and for free"

  static func field(_ key: Key) -> SettingField {
    SettingField("Voices", .list(of: .path), help: "Folders with voices, and voice files (.onnx)")
  }

  mutating func set(_ key: Key, to value: JSONValue) { voices = value.strings ?? [] }

  func value(of key: Key) -> JSONValue? { JSONValue(voices) }

  func displayName(of id: String) -> String { id == Self.type ? "Piper" : "Piper (\(id))" }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    let installed = entry.id == Self.type ? VoiceFolders(environment: workshop.environment) : nil
    return PiperModelProvider(
      id: entry.id, name: entry.displayName, places: PiperPlaces(own: voices, installed: installed),
      parts: workshop.neuralParts, advice: workshop.advice)
  }
}

extension ProviderSettings.Kind {
  /// Piper: the installed voices, and voices in the user's own folders.
  public static func piper(_ configuration: PiperConfiguration) -> Self { Self(configuration) }
}
