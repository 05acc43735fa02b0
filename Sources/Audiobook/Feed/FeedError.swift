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

  /// One problem.
  public struct Fault: Sendable, Equatable {
    /// The kind of problem.
    public var kind: Kind
    /// What is wrong, where, and how to fix it.
    public var message: FeedMessage

    init(_ kind: Kind, _ message: FeedMessage) { (self.kind, self.message) = (kind, message) }
  }

  /// The faults, in the order of the folders; never empty.
  public var faults: [Fault]

  /// The messages, one per line.
  public var description: String { description(.library) }

  /// Returns the messages with the given names for the settings.
  public func description(_ names: SettingNames) -> String {
    faults.map { $0.message.text(names) }.joined(separator: "\n")
  }

  /// The messages, identical to `description`.
  public var errorDescription: String? { description }
}
