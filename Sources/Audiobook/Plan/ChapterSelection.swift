/// The chapters that `--only` selects: by number, range or words of the title.
public struct ChapterSelection: Sendable, Equatable {
  private enum Term: Sendable, Equatable {
    case range(ClosedRange<Int>)
    case words(String)
  }

  private let terms: [Term]
  /// The selection as the user wrote it.
  public let text: String

  /// Reads terms separated by commas: `3`, `2-5`, `7-`, `-4` or words.
  ///
  /// Returns nil if the text has no term.
  public init?(_ text: String) {
    let parts = text.split(separator: ",").map { part in
      part.split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }
    guard !parts.isEmpty else { return nil }
    self.text = text
    terms = parts.map { Self.range($0).map(Term.range) ?? .words($0.lowercased()) }
  }

  /// Returns whether a chapter is selected.
  public func contains(index: Int, title: String) -> Bool {
    terms.contains { term in
      switch term {
      case .range(let range): range.contains(index)
      case .words(let words): title.lowercased().contains(words)
      }
    }
  }

  /// The first term with a first number above its last number, such as `5-2`; nil if there is no such term.
  /// Such a term is not a range: it selects chapters by title, as words do.
  var reversedRange: (first: Int, last: Int)? {
    for case .words(let words) in terms {
      if let ends = Self.ends(of: words) { return ends }
    }
    return nil
  }

  private static func range(_ text: String) -> ClosedRange<Int>? {
    guard let (first, last) = ends(of: text), first <= last else { return nil }
    return first...last
  }

  /// Returns the first and the last number of a range, in the order in which they are written.
  private static func ends(of text: String) -> (first: Int, last: Int)? {
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard text != "-", let first = ends[0].isEmpty ? 1 : Int(ends[0]),
      let last = ends.count == 1 ? first : ends[1].isEmpty ? Int.max : Int(ends[1]),
      first > 0, last > 0
    else { return nil }
    return (first, last)
  }
}
