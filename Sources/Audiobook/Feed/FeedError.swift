public import FoundationEssentials

/// The reasons why a feed cannot be written: all problems with folders and settings.
public struct FeedError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The kind of problem, which decides who can fix it.
  public enum Kind: Sendable {
    /// The settings do not fit the folders.
    case wrongRequest
    /// A folder or a file in it cannot be read.
    case missingInput
    /// A manifest is wrong.
    case wrongInput
  }

  package struct Fault: Sendable, Equatable {
    package var kind: Kind
    /// What is wrong, where, and how to fix it.
    package var message: FeedMessage

    init(_ kind: Kind, _ message: FeedMessage) { (self.kind, self.message) = (kind, message) }
  }

  /// The faults, in the order of the folders; never empty.
  package var faults: [Fault]

  /// The messages, one per line.
  public var description: String { description(.library) }

  /// Returns the messages with the given names for the settings.
  package func description(_ names: SettingNames) -> String {
    faults.map { $0.message.text(names) }.joined(separator: "\n")
  }

  /// The messages, identical to `description`.
  public var errorDescription: String? { description }
}

/// A message that can contain names of settings.
package struct FeedMessage: Sendable, Hashable, CustomStringConvertible {
  fileprivate enum Part: Sendable, Hashable {
    case text(String)
    case setting(BuildSetting)
  }

  private var parts: [Part]

  /// The message with the library's names for settings.
  package var description: String { text(.library) }

  package func text(_ names: SettingNames) -> String {
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
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Starts a message.
    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text.
    package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.text(value.description))
    }

    /// Adds the name of a setting.
    package mutating func appendInterpolation(setting: BuildSetting) {
      parts.append(.setting(setting))
    }
  }

  package init(stringLiteral value: String) { parts = [.text(value)] }

  /// Creates a message from text, values and names of settings.
  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
}
