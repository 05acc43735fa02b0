/// A sentence for people that names settings.
public struct FeedMessage: Sendable, Hashable, CustomStringConvertible {
  fileprivate enum Part: Sendable, Hashable {
    case text(String)
    case setting(BuildSetting)
  }

  private var parts: [Part]

  /// The sentence with the library's names of settings.
  public var description: String { text(.library) }

  /// The sentence with names for the settings.
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
  /// Collects the parts of a sentence.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Starts a sentence.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words.
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

  /// Makes a sentence of words.
  public init(stringLiteral value: String) { parts = [.text(value)] }

  /// Makes a sentence of words, values and names of settings.
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
}
