import Basics

/// A kind of provider: its settings, the keys by which an entry of the user's configuration has them, and
/// the provider that is made from them.
///
/// Each kind is a folder of `Providers` and a line of `ProviderKinds.all`. The fields are the one table of what
/// can be set: the reader of `config.json` takes types and ranges from it, and settings panels are drawn from it.
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
  /// Whether an entry of another type may have the id of a built-in provider that is the only one of its kind.
  static var isReplaceable: Bool { get }
  /// Whether an entry whose id is the type needs no `type`.
  static var isKnownByID: Bool { get }
  /// Whether an entry may have `prices`.
  static var hasPrices: Bool { get }
  /// What can be tried before settings are kept.
  static var loginCheck: ProviderPanel.LoginCheck { get }

  /// Makes the settings of an entry that says nothing more.
  init()

  /// What a key takes; the key itself and its default are filled in by `fields`.
  static func field(_ key: Key) -> SettingField

  /// Takes the value of a key, which follows the rules of its field.
  mutating func set(_ key: Key, to value: JSONValue)

  /// The value of a key; nil if nothing is set and nothing holds in its place.
  func value(of key: Key) -> JSONValue?

  /// Complains of values that are right one by one and do not fit together.
  func check(_ entry: inout ProviderEntryReader)

  /// The usual name, shown to people, of a provider with this id.
  func displayName(of id: String) -> String

  /// The environment variables that hold the key, of which the first that is set counts.
  ///
  /// Empty if the provider of these settings needs no key, and nil if no provider of this kind does.
  var keyVariables: [String]? { get }

  /// Whether it depends on the settings that a provider needs a key: a server of the user's may do without.
  static var mayNeedNoKey: Bool { get }

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
  static var isReplaceable: Bool { false }
  static var isKnownByID: Bool { true }
  static var hasPrices: Bool { true }
  static var mayNeedNoKey: Bool { false }
  static var loginCheck: ProviderPanel.LoginCheck { .local }

  /// The fields that entries of all kinds have.
  static var commonFields: [SettingField] { [.enabled, .name] + (hasPrices ? [.prices] : []) }

  /// The field of a key, complete.
  static func wholeField(_ key: Key) -> SettingField {
    var field = field(key)
    field.key = key.rawValue
    field.defaultValue = Self().value(of: key)
    return field
  }

  /// All fields of an entry but `type`, in the order in which messages list them.
  static var fields: [SettingField] { commonFields + Key.allCases.map(wholeField) }

  /// All keys of an entry, in the order in which messages list them.
  static var keys: [String] {
    ["type"] + commonFields.map(\.key) + Key.allCases.map(\.rawValue)
  }

  func check(_ entry: inout ProviderEntryReader) {}
  func displayName(of id: String) -> String { id }
  var keyVariables: [String]? { nil }
  func isPaidService(_ id: String) -> Bool { false }

  /// The values that differ from those of an entry that says nothing more, by key.
  var values: [String: JSONValue] {
    let usual = Self()
    let set: [(String, JSONValue)] = Key.allCases.compactMap { key in
      guard let value = value(of: key), value != usual.value(of: key) else { return nil }
      return (key.rawValue, value)
    }
    return Dictionary(set) { first, _ in first }
  }
}

/// The keys of a kind of provider that has no settings of its own: there is no such key.
struct NoKey: CaseIterable, RawRepresentable {
  static let allCases: [NoKey] = []
  private let never: Never

  var rawValue: String { switch never {} }
  /// The field of a key that cannot be.
  var field: SettingField { switch never {} }

  init?(rawValue: String) { nil }
}

extension ProviderConfiguration where Key == NoKey {
  static func field(_ key: NoKey) -> SettingField { key.field }
  mutating func set(_ key: NoKey, to value: JSONValue) {}
  func value(of key: NoKey) -> JSONValue? { nil }
}
