package import Guion

/// Finds the element that something said comes from, among elements that were read as one.
///
/// Items and spans know their line. An element that was made by hand has none, and is taken for the first
/// of its kind.
enum SpokenOrigin {
  /// The index of the element that an item begins with: the first of its kind on its line, else the first on
  /// that line; nil if no element is there.
  static func index(of item: SpokenItem, in elements: ArraySlice<GuionElement>) -> Int? {
    let onLine = elements.indices.filter { elements[$0].line == Int(item.line) }
    let ofKind = onLine.first { index in
      let type = elements[index].elementType
      return item.kind == (type == .character ? .announcement : .element(type))
    }
    // A speech that is sung in part is dialogue, and a note may stand on the same line.
    let said = item.kind == .element(.dialogue) ? onLine.first { elements[$0].isSaid } : nil
    return ofKind ?? said ?? onLine.first
  }

  /// The index of the element that has the words of a span: a speech may be several lines of dialogue, each
  /// with spans of its own.
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
  /// The places in a list of the elements whose words are said, in order and each once; `unit` are the elements that
  /// were read as one with the item.
  package func origins(in unit: ArraySlice<GuionElement>) -> [Int] {
    var seen: Set<Int> = []
    return spans.compactMap { SpokenOrigin.index(of: $0, of: self, in: unit) ?? unit.indices.first }
      .filter { seen.insert($0).inserted }
  }
}

extension GuionElement {
  /// Whether these are the words of a speech.
  fileprivate var isSaid: Bool { elementType == .dialogue || elementType == .lyrics }
}
