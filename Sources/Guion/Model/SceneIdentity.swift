import Basics

/// Assigns each scene heading an identity that edits elsewhere do not change.
enum SceneIdentity {
  /// Assigns the ids.
  /// Equal headings are distinguished by their order.
  static func assign(to elements: inout [GuionElement]) {
    var seen: [String: Int] = [:]
    for index in elements.indices where elements[index].elementType == .sceneHeading {
      let text = elements[index].elementText
      let ordinal = seen[text, default: 0]
      seen[text] = ordinal + 1
      elements[index].sceneId = SHA256.hash("scene\n\(ordinal)\n\(text)").hex
    }
  }
}

/// The number of identical elements before an element in its document.
/// All ordinals compare equal, so that they do not affect the comparison of elements.
struct ElementOrdinal: Sendable, Equatable {
  private var number: Int32 = -1

  /// The count, from 0; nil if it has not been determined.
  var count: Int? { number < 0 ? nil : Int(number) }

  /// Creates an ordinal without a count.
  init() {}

  init(count: Int) { number = Int32(clamping: count) }

  static func == (left: Self, right: Self) -> Bool { true }
}
