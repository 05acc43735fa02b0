public import FoundationEssentials

/// Things to say that belong together, in order: a scene, a list, an article.
///
/// Need not be Sendable: a group is often a view of a model that lives on one actor, and only its
/// items travel.
public protocol SpeakableGroup {
  /// The name shown to people.
  var groupName: String { get }
  /// More about the group, such as how many items of which kind it has; nil where there is no more.
  var groupDescription: String? { get }
  /// The items in order; a group may expand the groups inside it.
  func getGroupedElements() -> [any SpeakableItem]
}

extension SpeakableGroup {
  /// None.
  public var groupDescription: String? { nil }

  /// How many items the group has, those without words included; makes them to count them.
  public var itemCount: Int { getGroupedElements().count }

  /// Speaks the items one after the other, by the rules of the collection's `speakAll()`.
  nonisolated(nonsending) public func speakAll() async throws -> [Data] {
    try await getGroupedElements().speakAll()
  }
}
