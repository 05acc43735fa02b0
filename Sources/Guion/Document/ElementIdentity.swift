import Basics

/// The identity of an element, which stays the same while lines around it are edited.
enum ElementIdentity {
  /// Stores in each element the number of identical elements before it.
  static func count(_ elements: inout [GuionElement]) {
    var seen: [Key: Int] = [:]
    for index in elements.indices {
      elements[index].ordinal = ElementOrdinal(
        count: take(&seen[Key(elements[index]), default: 0]))
    }
  }

  /// Returns the count and increments it, with a single dictionary lookup.
  private static func take(_ count: inout Int) -> Int {
    defer { count += 1 }
    return count
  }

  /// Returns the id of an element that has `ordinal` identical elements before it.
  /// The length of the text is hashed too. Otherwise a text plus a cue's extension could have the id of a
  /// longer text.
  static func id(of element: GuionElement, ordinal: Int) -> String {
    let type = "\(element.elementType.identifier) \(element.elementType.level)"
    let text = "\(element.elementText.utf8.count)\n\(element.elementText)"
    let suffix = element.extension.map { "\n\($0)" } ?? ""
    return SHA256.hash("element\n\(type)\n\(ordinal)\n\(text)\(suffix)").hex
  }

  /// The properties that make two elements identical.
  /// Position, marks and numbers are left out, because edits before the element change them. For example,
  /// an item inserted in a list renumbers the items after it.
  private struct Key: Hashable {
    var type: ElementType
    var text: String
    var suffix: String?

    init(_ element: GuionElement) {
      (type, text, suffix) = (element.elementType, element.elementText, element.extension)
    }

    /// Compares bytes, because the id is a digest of bytes.
    /// Swift's string equality treats two encodings of é as equal.
    static func == (left: Self, right: Self) -> Bool {
      left.type == right.type && left.text.utf8.elementsEqual(right.text.utf8)
        && (left.suffix == nil) == (right.suffix == nil)
        && (left.suffix ?? "").utf8.elementsEqual((right.suffix ?? "").utf8)
    }
  }
}

extension GuionElement {
  /// The `id` of the element's model (`GuionElementModel.id`), by which a store finds the audio of the
  /// element.
  ///
  /// Elements of a `GuionDocumentModel` have an id. The speeches that `SpeakerLabels` creates from such an
  /// element have the same id. nil for an element of a bare `GuionParsedElementCollection`, for an element
  /// created by hand, and after a change of type, text or extension. The id is computed on each call, in
  /// about a microsecond.
  public var elementID: String? {
    originID ?? ordinal.count.map { ElementIdentity.id(of: self, ordinal: $0) }
  }

  /// Returns a copy with the id of `other`, the element that this element was created from.
  package func withIdentity(of other: GuionElement) -> GuionElement {
    guard let id = other.elementID else { return self }
    var copy = self
    copy.originID = id
    return copy
  }
}

extension GuionElement {
  /// Whether there is anything to read aloud.
  ///
  /// False for a comment, a boneyard, a page break, a synopsis, and for text without a letter or digit. The
  /// speech rules decide whether a speakable element is read.
  public var isSpeakable: Bool {
    switch elementType {
    case .comment, .boneyard, .pageBreak, .synopsis: false
    default: elementText.unicodeScalars.contains(where: \.isLetterOrNumber)
    }
  }
}
