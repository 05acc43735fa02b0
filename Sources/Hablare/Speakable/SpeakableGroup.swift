public import FoundationEssentials

/// Texts that belong together, in order: a scene, a list, an article.
///
/// A group need not be Sendable. It is often a view of a model that belongs to one actor, and only
/// the group's items leave this actor.
public protocol SpeakableGroup {
  /// The name shown to people.
  var groupName: String { get }
  /// More about the group, such as the numbers of its items by kind; nil if there is no more to
  /// show.
  var groupDescription: String? { get }
  /// Returns the items in order.
  ///
  /// A group that contains other groups can return the items of these groups.
  func getGroupedElements() -> [any SpeakableItem]
}

extension SpeakableGroup {
  /// Nil by default.
  public var groupDescription: String? { nil }

  /// The number of items, including items without words; calls `getGroupedElements()`.
  public var itemCount: Int { getGroupedElements().count }

  /// Speaks the items in sequence and returns the audio of each, like `speakAll()` of a collection.
  nonisolated(nonsending) public func speakAll() async throws -> [Data] {
    try await getGroupedElements().speakAll()
  }
}
