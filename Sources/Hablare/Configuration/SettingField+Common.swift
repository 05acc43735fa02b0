import Basics

// Fields that every provider of a user's configuration has.
extension SettingField {
  /// Whether the provider may be used.
  static let enabled = SettingField(
    key: "enabled", label: "Enabled", help: "Whether the provider may be used", kind: .toggle)

  /// The name shown to people.
  static let name = SettingField(
    key: "name", label: "Name", help: "The name shown to people", kind: .text())

  /// What the provider charges.
  static let prices = SettingField(
    key: "prices", label: "Prices", help: "What the provider charges; no price is built in",
    kind: .dictionary([perThousandCharacters, currency]))

  private static let perThousandCharacters = SettingField(
    key: "perThousandCharacters", label: "Price of 1,000 characters",
    help: "The price of 1,000 billed characters", kind: .number(0...1_000), isRequired: true)

  /// Three capitals, as ISO 4217 has them.
  private static let currency = SettingField(
    key: "currency", label: "Currency", help: "The currency of the price, such as USD",
    kind: .text(
      .pattern(
        TextPattern(
          "[A-Z]{3}", code: "bad-currency",
          message: "\"{value}\" is not a currency such as USD or EUR"))),
    isRequired: true)
}

// Fields that several kinds of providers have. Their keys are those of the kind.
extension SettingField {
  /// Makes a field of a kind of providers, which says its key and its default.
  init(_ label: String, _ kind: Kind, help: String, isRequired: Bool = false) {
    self.init(key: "", label: label, help: help, kind: kind, isRequired: isRequired)
  }

  /// The address of a service.
  static func address(_ rule: URLRule, help: String) -> SettingField {
    SettingField("Address", .url(rule), help: help)
  }

  /// The model of a service.
  static let model = SettingField(
    "Model", .text(), help: "The model that speaks if a voice names none")

  /// How many requests or processes may be under way at once.
  static func concurrency(_ unit: String) -> SettingField {
    SettingField(
      "At once", .number(1...64, isWhole: true, unit: unit),
      help: "How many \(unit) may be under way at once")
  }

  /// Seconds, a day at most: a line that takes longer than that is no line.
  static let timeout = SettingField(
    "Time limit", .number(1...86_400, isWhole: true, unit: "seconds"),
    help: "How long a line may take")

  /// The rates that files can have.
  static let sampleRate = SettingField(
    "Sample rate", .number(8_000...192_000, isWhole: true, unit: "Hz"),
    help: "The sample rate of sound that comes without a header")
}
