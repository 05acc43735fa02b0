import Basics

/// What an element is known by while lines around it are edited.
enum ElementIdentity {
  /// Counts for each element how many identical ones stand before it.
  static func count(_ elements: inout [GuionElement]) {
    var seen: [Key: Int] = [:]
    for index in elements.indices {
      elements[index].ordinal = ElementOrdinal(
        count: take(&seen[Key(elements[index]), default: 0]))
    }
  }

  /// Looks up once what is read and counted on.
  private static func take(_ count: inout Int) -> Int {
    defer { count += 1 }
    return count
  }

  /// The id of an element with as many identical ones before it.
  ///
  /// The length of the text keeps a text and an extension from passing for another text.
  static func id(of element: GuionElement, ordinal: Int) -> String {
    let type = "\(element.elementType.identifier) \(element.elementType.level)"
    let text = "\(element.elementText.utf8.count)\n\(element.elementText)"
    let suffix = element.extension.map { "\n\($0)" } ?? ""
    return SHA256.hash("element\n\(type)\n\(ordinal)\n\(text)\(suffix)").hex
  }

  /// What makes elements identical.
  ///
  /// Place, marks and numbers do not count: an item inserted in a list renumbers those below it.
  private struct Key: Hashable {
    var type: ElementType
    var text: String
    var suffix: String?

    init(_ element: GuionElement) {
      (type, text, suffix) = (element.elementType, element.elementText, element.extension)
    }

    /// Compares bytes, as the digest does: Swift's equality takes two spellings of é for one.
    static func == (left: Self, right: Self) -> Bool {
      left.type == right.type && left.text.utf8.elementsEqual(right.text.utf8)
        && (left.suffix == nil) == (right.suffix == nil)
        && (left.suffix ?? "").utf8.elementsEqual((right.suffix ?? "").utf8)
    }
  }
}
