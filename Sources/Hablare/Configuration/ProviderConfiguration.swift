import Basics

/// A kind of provider: its settings, their keys in the user's configuration, and the creation of the
/// provider.
///
/// Each kind is a folder in `Providers` and a line in `ProviderKinds.all`. The fields are the single
/// table of all settings: the reader of `config.json` takes types and ranges from it, and settings
/// panels are drawn from it.
protocol ProviderConfiguration: Sendable, Equatable {
  /// The keys that belong to this kind, in the order in which messages list them.
  associatedtype Key: CaseIterable & RawRepresentable<String>

  /// The value of `type` in an entry of this kind.
  static var type: String { get }
  /// Whether a provider of this kind exists without an entry. Its id is the type.
  static var isBuiltIn: Bool { get }
  /// Whether the built-in provider cannot be disabled.
  static var isAlwaysEnabled: Bool { get }
  /// Whether the built-in provider is the only one of its kind.
  static var isSole: Bool { get }
  /// Whether an entry of another type can have the id of this built-in provider.
  ///
  /// This property matters only if `isSole` is true.
  static var isReplaceable: Bool { get }
  /// Whether an entry may omit the key `type` if its id is the name of the type.
  static var isKnownByID: Bool { get }
  /// Whether an entry can have `prices`.
  static var hasPrices: Bool { get }
  /// Keys of earlier versions: an entry may contain them, but they have no effect.
  static var retiredKeys: [String] { get }
  /// The reason why retired keys have no effect, for a note.
  static var retirement: String { get }
  /// What a page tells people about the built-in provider, in short sentences; nil for kinds without a
  /// built-in provider.
  static var summary: String? { get }
  /// The maximum number of characters in one request of the built-in provider; nil if there is no such
  /// limit. If the limits of models differ, this is the lowest.
  static var textLimit: Int? { get }
  /// The check that can be run before settings are saved.
  static var loginCheck: ProviderPanel.LoginCheck { get }

  /// Creates the default settings.
  init()

  /// Returns the field for a key; `completeField` adds the key itself and the default value.
  static func field(_ key: Key) -> SettingField

  /// Sets the value of a key. The value must follow the rules of the key's field.
  mutating func set(_ key: Key, to value: JSONValue)

  /// Returns the value of a key; nil if the key is not set and has no default.
  func value(of key: Key) -> JSONValue?

  /// Reports values that are valid separately but not in combination.
  func check(_ entry: inout ProviderEntryReader)

  /// Returns the usual display name of a provider with this id.
  func displayName(of id: String) -> String

  /// The environment variables for the key; the first that is set is used.
  ///
  /// Empty if a provider with these settings needs no key; nil if no provider of this kind needs a key.
  var keyVariables: [String]? { get }

  /// Whether the settings decide if a provider needs a key: a user's own server can work without a key.
  static var keyDependsOnSettings: Bool { get }

  /// Returns whether this is a built-in service that costs money, rather than a server or program that
  /// the user configured.
  func isPaidService(_ id: String) -> Bool

  /// Creates the provider of an entry with these settings.
  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) throws -> any VoiceProvider
}

extension ProviderConfiguration {
  static var isBuiltIn: Bool { false }
  static var isAlwaysEnabled: Bool { false }
  static var isSole: Bool { false }
  static var isReplaceable: Bool { false }
  static var isKnownByID: Bool { true }
  static var hasPrices: Bool { true }
  static var retiredKeys: [String] { [] }
  static var retirement: String { "" }
  static var summary: String? { nil }
  static var textLimit: Int? { nil }
  static var keyDependsOnSettings: Bool { false }
  static var loginCheck: ProviderPanel.LoginCheck { .local }

  /// The fields that entries have in common; `prices` only if the kind has prices.
  static var commonFields: [SettingField] { [.enabled, .name] + (hasPrices ? [.prices] : []) }

  /// Returns the field for a key, with its key and default.
  static func completeField(_ key: Key) -> SettingField {
    var field = field(key)
    field.key = key.rawValue
    field.defaultValue = Self().value(of: key)
    return field
  }

  /// All fields of an entry except `type`, in the order in which messages list them.
  static var fields: [SettingField] { commonFields + Key.allCases.map(completeField) }

  /// All keys of an entry, in the order in which messages list them.
  static var keys: [String] {
    ["type"] + commonFields.map(\.key) + Key.allCases.map(\.rawValue)
  }

  func check(_ entry: inout ProviderEntryReader) {}
  func displayName(of id: String) -> String { id }
  var keyVariables: [String]? { nil }
  func isPaidService(_ id: String) -> Bool { false }

  /// The values that differ from the defaults, by key.
  var values: [String: JSONValue] {
    let defaults = Self()
    let set: [(String, JSONValue)] = Key.allCases.compactMap { key in
      guard let value = value(of: key), value != defaults.value(of: key) else { return nil }
      return (key.rawValue, value)
    }
    return Dictionary(set) { first, _ in first }
  }
}

/// The key type for a kind of provider that has only the common fields.
///
/// The type has no values.
struct NoKey: CaseIterable, RawRepresentable {
  static let allCases: [NoKey] = []
  private let never: Never

  var rawValue: String { switch never {} }
  /// The field of a key that cannot exist.
  var field: SettingField { switch never {} }

  init?(rawValue: String) { nil }
}

extension ProviderConfiguration where Key == NoKey {
  static func field(_ key: NoKey) -> SettingField { key.field }
  mutating func set(_ key: NoKey, to value: JSONValue) {}
  func value(of key: NoKey) -> JSONValue? { nil }
}
