package import Guion

/// Finds the source element of spoken text, among elements that were read together.
///
/// Items and spans know their line. Elements created by code have no line; then the first element of the right kind is
/// used.
enum SpokenOrigin {
  /// Returns the index of the element that an item begins with: the first of its kind on its line, otherwise the first
  /// on that line.
  ///
  /// Nil if no element is on that line.
  static func index(of item: SpokenItem, in elements: ArraySlice<GuionElement>) -> Int? {
    let onLine = elements.indices.filter { elements[$0].line == Int(item.line) }
    let ofKind = onLine.first { index in
      let type = elements[index].elementType
      return item.kind == (type == .character ? .announcement : .element(type))
    }
    // A partly sung speech is dialogue, and a note may be on the same line.
    let said = item.kind == .element(.dialogue) ? onLine.first { elements[$0].isSaid } : nil
    return ofKind ?? said ?? onLine.first
  }

  /// Returns the index of the element that contains the text of a span.
  ///
  /// A speech can have several dialogue elements, each with its own spans.
  static func index(
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
  /// Returns the distinct indices of the elements whose text is spoken, in order.
  ///
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
