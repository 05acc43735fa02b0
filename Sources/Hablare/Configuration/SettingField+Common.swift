import Basics

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

  /// Returns the field for the address of a service.
  static func address(_ rule: URLRule, help: String) -> SettingField {
    SettingField("Address", .url(rule), help: help)
  }

  /// The model of a service.
  static let model = SettingField(
    "Model", .text(), help: "The model to use if a voice does not name one")

  /// Returns the field for the maximum number of concurrent requests or processes.
  static func concurrency(_ unit: String) -> SettingField {
    SettingField(
      "At once", .number(1...64, isWhole: true, unit: unit),
      help: "How many \(unit) can run at once")
  }

  /// The time limit for a line, in seconds.
  ///
  /// The maximum is a day, far longer than any line takes.
  static let timeout = SettingField(
    "Time limit", .number(1...86_400, isWhole: true, unit: "seconds"),
    help: "The longest time for a line")

  /// The sample rate in Hz, within the range that audio files can have.
  static let sampleRate = SettingField(
    "Sample rate", .number(8_000...192_000, isWhole: true, unit: "Hz"),
    help: "The sample rate of audio without a header")
}
