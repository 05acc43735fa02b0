package import Guion

/// Finds the source element of spoken text, among elements that were read together.
/// Items and spans have a line number. Elements created by code have no line number. For these, the first element of
/// the right kind is used.
package enum SpokenOrigin {
  /// Returns the index of the element that an item begins with; nil if no element is on the item's line.
  /// This is the first element of the item's kind on the line. If no element on the line has this kind, it is the first
  /// element on the line.
  package static func index(of item: SpokenItem, in elements: ArraySlice<GuionElement>) -> Int? {
    let onLine = elements.indices.filter { elements[$0].line == Int(item.line) }
    let ofKind = onLine.first { index in
      let type = elements[index].elementType
      return item.kind == (type == .character ? .announcement : .element(type))
    }
    // A speech with spoken and sung lines is dialogue, but can begin with lyrics. A note can be on the same line.
    let said = item.kind == .element(.dialogue) ? onLine.first { elements[$0].isSaid } : nil
    return ofKind ?? said ?? onLine.first
  }

  /// Returns the index of the element that contains the text of a span.
  /// A speech can have several dialogue elements, each with its own spans.
  package static func index(
    of span: SpokenSpan, of item: SpokenItem, in elements: ArraySlice<GuionElement>
  ) -> Int? {
    guard span.line > 0, span.line != item.line else { return index(of: item, in: elements) }
    let own = elements.indices.first { index in
      elements[index].line == Int(span.line) && elements[index].isSaid
    }
    return own ?? index(of: item, in: elements)
  }
}

extension SpokenItem {
  /// Returns the indices of the elements that contain the text of the item, in order and without duplicates.
  /// `unit` contains the elements that were read together with the item.
  package func origins(in unit: ArraySlice<GuionElement>) -> [Int] {
    var seen: Set<Int> = []
    return spans.compactMap { SpokenOrigin.index(of: $0, of: self, in: unit) ?? unit.indices.first }
      .filter { seen.insert($0).inserted }
  }
}

extension GuionElement {
  /// Whether the element is part of the text of a speech.
  fileprivate var isSaid: Bool { elementType == .dialogue || elementType == .lyrics }
}
