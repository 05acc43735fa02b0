public import FoundationEssentials

/// Texts that belong together, in order: a scene, a list, an article.
///
/// A group need not be Sendable: it is often a view of a model that lives on one actor, and only its
/// items leave the actor.
public protocol SpeakableGroup {
  /// The name shown to people.
  var groupName: String { get }
  /// More about the group, such as how many items of which kind it has; nil if there is no more to
  /// show.
  var groupDescription: String? { get }
  /// Returns the items in order; a group can expand the groups inside it.
  func getGroupedElements() -> [any SpeakableItem]
}

extension SpeakableGroup {
  /// Nil by default.
  public var groupDescription: String? { nil }

  /// The number of items, including those without words; creates the items to count them.
  public var itemCount: Int { getGroupedElements().count }

  /// Speaks the items in sequence, as `speakAll()` of a collection of items does.
  nonisolated(nonsending) public func speakAll() async throws -> [Data] {
    try await getGroupedElements().speakAll()
  }
}
