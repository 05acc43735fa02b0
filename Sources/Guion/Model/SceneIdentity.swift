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
