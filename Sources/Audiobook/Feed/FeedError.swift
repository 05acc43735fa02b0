public import FoundationEssentials

/// Why there is no feed: everything that is wrong with folders and settings.
public struct FeedError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// What kind of thing is wrong, and so who can mend it.
  public enum Kind: Sendable {
    /// The settings do not fit the folders.
    case wrongRequest
    /// A folder or a file in it cannot be read.
    case missingInput
    /// A manifest is wrong.
    case wrongInput
  }

  /// One thing that is wrong.
  public struct Fault: Sendable, Equatable {
    /// What kind of thing it is.
    public var kind: Kind
    /// What is wrong, where, and what to do.
    public var message: FeedMessage

    init(_ kind: Kind, _ message: FeedMessage) { (self.kind, self.message) = (kind, message) }
  }

  /// The faults, in the order of the folders; never empty.
  public var faults: [Fault]

  /// The messages, a line each.
  public var description: String { description(.library) }

  /// The same with names for the settings.
  public func description(_ names: SettingNames) -> String {
    faults.map { $0.message.text(names) }.joined(separator: "\n")
  }

  /// The message for people.
  public var errorDescription: String? { description }
}
