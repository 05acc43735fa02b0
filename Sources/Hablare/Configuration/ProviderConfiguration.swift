import Basics

/// A kind of provider: its settings, the keys by which an entry of the user's configuration has them, and
/// the provider that is made from them.
///
/// Each kind is a folder of `Providers` and a line of `ProviderKinds.all`.
protocol ProviderConfiguration: Sendable, Equatable {
  /// The keys that belong to this kind, in the order in which messages list them.
  associatedtype Key: CaseIterable & RawRepresentable<String>

  /// The value of `type`.
  static var type: String { get }
  /// Whether a provider whose id is the type is there without an entry.
  static var isBuiltIn: Bool { get }
  /// Whether the built-in provider cannot be disabled.
  static var isAlwaysThere: Bool { get }
  /// Whether the built-in provider is the only one of its kind.
  static var isSole: Bool { get }
  /// Whether an entry whose id is the type needs no `type`.
  static var isKnownByID: Bool { get }
  /// Whether an entry may have `prices`.
  static var hasPrices: Bool { get }

  /// Makes the settings of an entry that says nothing more.
  init()

  /// Takes the value of a key, or complains of it.
  mutating func read(_ key: Key, _ value: JSONNode, of entry: inout ProviderEntryReader)

  /// Complains of values that are right one by one and do not fit together.
  func check(_ entry: inout ProviderEntryReader)

  /// The usual name, shown to people, of a provider with this id.
  func displayName(of id: String) -> String

  /// The environment variables that hold the key, of which the first that is set counts.
  ///
  /// Empty if the provider of these settings needs no key, and nil if no provider of this kind does.
  var keyVariables: [String]? { get }

  /// Whether this is a built-in service that costs money, and not a server or a program that the user
  /// has taken the trouble to configure.
  func isPaidService(_ id: String) -> Bool

  /// Makes the provider of an entry with these settings.
  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) throws -> any VoiceProvider
}

extension ProviderConfiguration {
  static var isBuiltIn: Bool { false }
  static var isAlwaysThere: Bool { false }
  static var isSole: Bool { false }
  static var isKnownByID: Bool { true }
  static var hasPrices: Bool { true }

  /// All keys of an entry, in the order in which messages list them.
  static var keys: [String] {
    ["type", "enabled", "name"] + (hasPrices ? ["prices"] : []) + Key.allCases.map(\.rawValue)
  }

  func check(_ entry: inout ProviderEntryReader) {}
  func displayName(of id: String) -> String { id }
  var keyVariables: [String]? { nil }
  func isPaidService(_ id: String) -> Bool { false }
}
