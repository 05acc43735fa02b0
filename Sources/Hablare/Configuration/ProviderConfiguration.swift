import Basics
import Synchronization

/// A kind of provider: its settings, their keys in the user's configuration, and the creation of the
/// provider.
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
  /// Empty if a provider with these settings needs no key; nil if no provider of this kind needs a key.
  var keyVariables: [String]? { get }

  /// Whether the settings decide if a provider needs a key: a user's own server can work without a key.
  static var keyDependsOnSettings: Bool { get }

  /// Returns whether this is a built-in service that costs money, rather than a server or program that
  /// the user configured.
  func isPaidService(_ id: String) -> Bool

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

/// A user's settings for one provider, under its id.
public struct ProviderSettings: Sendable, Equatable {
  /// The id: the scheme of its voices' URIs.
  public var id: String
  /// The name shown to people; nil for the usual name.
  public var name: String?
  /// Whether the provider can be used (`enabled` in the file); nil if the file has no `enabled`.
  ///
  /// The switch that `guion2audio providers` sets overrides this value.
  public var isEnabled: Bool?
  /// The prices, if the user has entered any.
  public var prices: ProviderPrices?
  /// The kind of provider, with the settings of its kind.
  public var kind: Kind

  /// A kind of provider with its settings, such as `.openAI(OpenAIConfiguration())`.
  public struct Kind: Sendable, Equatable {
    let configuration: any ProviderConfiguration

    init(_ configuration: any ProviderConfiguration) { self.configuration = configuration }

    /// Returns whether two values have the same kind and the same settings.
    public static func == (left: Kind, right: Kind) -> Bool {
      left.configuration.isEqual(to: right.configuration)
    }
  }

  /// Creates settings.
  public init(
    id: String, name: String? = nil, isEnabled: Bool? = nil, prices: ProviderPrices? = nil,
    kind: Kind
  ) {
    self.id = id
    self.name = name
    self.isEnabled = isEnabled
    self.prices = prices
    self.kind = kind
  }
}

extension ProviderSettings {
  /// Returns whether a text can be a provider's id.
  /// An id consists of ASCII letters, digits, `-`, `_` and `.`, as in `VoiceURI`, and does not
  /// begin with `.`. Its limit of 100 bytes leaves room for other parts of a file name.
  package static func isWellFormed(id: String) -> Bool {
    (1...100).contains(id.utf8.count) && !id.hasPrefix(".")
      && id.utf8.allSatisfy(PercentEncoding.provider.contains)
  }
}

extension ProviderSettings {
  /// The name shown to people: the user's, else the usual name.
  package var displayName: String { name ?? kind.configuration.displayName(of: id) }

  /// Whether the provider cannot speak without a key.
  package var requiresKey: Bool { kind.configuration.keyVariables?.isEmpty == false }
}

extension ProviderConfiguration {
  fileprivate func isEqual(to other: any ProviderConfiguration) -> Bool { (other as? Self) == self }
}

/// The shared parts and limits from which providers are created.
struct ProviderWorkshop: Sendable {
  let credentials: CredentialStore
  let client: HTTPClient
  let spending: SpendingMeter
  /// How many lines each engine on this machine can speak at once.
  let slots: Int
  /// The memory limit for the models of natural voices.
  let memory: VoiceMemory
  /// The source of the advice in errors.
  let advice: ProviderAdvice
  /// The environment of the program.
  let environment: [String: String]
  /// The parts that several providers share.
  let shared = SharedParts()

  /// Returns a function that reads a provider's key from the store when a request is sent.
  func key(of provider: ProviderSettings) -> @Sendable () async throws -> SecureString? {
    let key = CredentialStore.key(for: provider.id)
    return { [credentials] in try await credentials.get(key: key) }
  }

  func account(of provider: ProviderSettings) -> SpendingAccount {
    spending.account(of: provider.id)
  }

  /// Returns the spending account of a program; nil if the user has set no price for the program.
  func pricedAccount(of provider: ProviderSettings) -> SpendingAccount? {
    provider.prices.map { _ in account(of: provider) }
  }

  /// Parts that several providers of a registry share: one part for each type, created on first use.
  /// With this class, the code in one provider's folder can share parts with other providers and does
  /// not depend on their folders. The folder `Configuration` does not depend on the types of the parts.
  final class SharedParts: Sendable {
    private let parts = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// Returns the shared part of the type `Part`.
    /// The first call creates the part with `make`.
    func part<Part: Sendable>(_ make: () -> Part) -> Part {
      parts.withLock { parts in
        if let part = parts[ObjectIdentifier(Part.self)] as? Part { return part }
        let part = make()
        parts[ObjectIdentifier(Part.self)] = part
        return part
      }
    }
  }
}

// Fields that entries of all kinds can have; `prices` only if the kind has prices.
extension SettingField {
  /// Whether the provider can be used.
  static let enabled = SettingField(
    key: "enabled", label: "Enabled", help: "Whether the provider can be used", kind: .toggle)

  /// The name shown to people.
  static let name = SettingField(
    key: "name", label: "Name", help: "The name shown to people", kind: .text())

  /// What the provider charges.
  static let prices = SettingField(
    key: "prices", label: "Prices", help: "The provider's prices; no price is built in",
    kind: .dictionary([perThousandCharacters, currency]))

  private static let perThousandCharacters = SettingField(
    key: "perThousandCharacters", label: "Price of 1,000 characters",
    help: "The price of 1,000 billed characters", kind: .number(0...1_000), isRequired: true)

  /// The currency as three capital letters (ISO 4217).
  private static let currency = SettingField(
    key: "currency", label: "Currency", help: "The currency of the price, such as USD",
    kind: .text(
      .pattern(
        TextPattern(
          "[A-Z]{3}", code: "bad-currency",
          message: "\"{value}\" is not a currency such as USD or EUR"))),
    isRequired: true)
}

// Fields that several kinds of providers have. Each kind chooses the field's key.
extension SettingField {
  /// Creates a field without key and default; `ProviderConfiguration.completeField` adds both.
  init(_ label: String, _ kind: Kind, help: String, isRequired: Bool = false) {
    self.init(key: "", label: label, help: help, kind: kind, isRequired: isRequired)
  }

  static func address(_ rule: URLRule, help: String) -> SettingField {
    SettingField("Address", .url(rule), help: help)
  }

  static let model = SettingField(
    "Model", .text(), help: "The model to use if a voice does not name one")

  /// Returns the field for the maximum number of concurrent requests or processes.
  static func concurrency(_ unit: String) -> SettingField {
    SettingField(
      "At once", .number(1...64, isWhole: true, unit: unit),
      help: "How many \(unit) can run at once")
  }

  /// The time limit for a line, in seconds.
  /// The maximum is a day, far longer than any line takes.
  static let timeout = SettingField(
    "Time limit", .number(1...86_400, isWhole: true, unit: "seconds"),
    help: "The longest time for a line")

  /// The sample rate in Hz, within the range that audio files can have.
  static let sampleRate = SettingField(
    "Sample rate", .number(8_000...192_000, isWhole: true, unit: "Hz"),
    help: "The sample rate of audio without a header")
}

// Settings as JSON values, after a reader has checked their types.
extension JSONValue {
  /// The Boolean; nil for any other value.
  var flag: Bool? { if case .bool(let isOn) = self { isOn } else { nil } }

  /// A whole number; nil for any other value.
  var integer: Int? { if case .int(let number) = self { number } else { nil } }

  /// A number; nil for any other value.
  var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The strings of a list; nil for any other value.
  var strings: [String]? { values?.compactMap(\.text) }

  /// Creates an integer if the number is whole, else a double.
  init(number: Double) { self = Int(exactly: number).map(JSONValue.int) ?? .double(number) }

  /// Creates a list of strings; nil for an empty list, which is not valid for any setting.
  init?(_ strings: [String]) {
    if strings.isEmpty { return nil }
    self = .array(strings.map(JSONValue.string))
  }
}

extension JSONNode {
  /// Creates a node for a value that is not from a file; all parts of the node get the position.
  init(_ value: JSONValue, at position: SourcePosition) {
    func node(_ value: JSONValue) -> JSONNode { JSONNode(value, at: position) }
    let content: Value =
      switch value {
      case .null: .null
      case .bool(let isOn): .bool(isOn)
      case .int(let number): .number(Double(number))
      case .double(let number): .number(number)
      case .string(let text): .string(text)
      case .array(let values): .array(values.map(node))
      case .object(let members):
        .object(
          members.sorted { $0.key < $1.key }.map { member in
            Member(key: member.key, keyPosition: position, value: node(member.value))
          })
      }
    self.init(position: position, value: content)
  }
}

/// The user's settings for all projects: providers, and defaults for command-line options.
public struct UserConfiguration: Sendable, Equatable {
  /// The providers, sorted by id.
  public var providers: [ProviderSettings] = []
  /// Values of options as typed on the command line, by the option's name without dashes.
  ///
  /// A flag has an empty value if it is on, and is missing if it is off.
  public var defaults: [String: String] = [:]

  /// Creates an empty configuration.
  public init() {}

  /// The prices of providers, by their ids.
  public var prices: [String: ProviderPrices] {
    Dictionary(
      providers.compactMap { provider in provider.prices.map { (provider.id, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the settings of a provider.
  public func provider(_ id: String) -> ProviderSettings? { providers.first { $0.id == id } }
}

/// The folder of this user's configuration and list of enabled providers.
///
/// It also contains the keys if there is no keyring.
public enum ConfigurationFolder {
  /// Returns the folder: `$XDG_CONFIG_HOME/guion2audio`, else `~/.config/guion2audio`.
  ///
  /// A relative path in the variable is ignored (XDG Base Directory Specification 0.8). If `HOME`
  /// is unset, as in containers and cron, the home folder comes from the system.
  public static func path(environment: [String: String]) -> String {
    XDGFolders.path(XDGFolders(environment: environment).config, "guion2audio")
  }
}
