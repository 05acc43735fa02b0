/// A message that can contain names of settings.
public struct FeedMessage: Sendable, Hashable, CustomStringConvertible {
  fileprivate enum Part: Sendable, Hashable {
    case text(String)
    case setting(BuildSetting)
  }

  private var parts: [Part]

  /// The message with the library's names for settings.
  public var description: String { text(.library) }

  /// Returns the message with the given names for settings.
  public func text(_ names: SettingNames) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .setting(let setting): names.name(setting)
      }
    }.joined()
  }
}

extension FeedMessage: ExpressibleByStringInterpolation {
  /// Collects the parts of a message.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Starts a message.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text.
    public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

    /// Adds a value.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.text(value.description))
    }

    /// Adds the name of a setting.
    public mutating func appendInterpolation(setting: BuildSetting) {
      parts.append(.setting(setting))
    }
  }

  /// Creates a message from text.
  public init(stringLiteral value: String) { parts = [.text(value)] }

  /// Creates a message from text, values and names of settings.
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
}
