extension MarkedText {
  /// Returns the text of a note without the number or symbol at its beginning.
  func withoutLabel(_ label: String) -> MarkedText {
    let signs: (Character) -> Bool = { " .:)]\u{A0}\t".contains($0) }
    var rest = text[...]
    let opened = rest.drop { "[(".contains($0) }
    if !label.isEmpty, opened.hasPrefix(label) {
      let after = opened.dropFirst(label.count)
      if after.first.map(signs) ?? true { rest = after }
    }
    rest = rest.drop(while: signs)
    let count = text.utf8.count - rest.utf8.count
    guard count > 0, !rest.isEmpty else { return self }
    let spans = inlines.compactMap { span -> InlineSpan? in
      let own = max(0, span.range.lowerBound - count)..<max(0, span.range.upperBound - count)
      return own.isEmpty && !span.range.isEmpty ? nil : InlineSpan(span.kind, own)
    }
    return MarkedText(String(rest), inlines: spans)
  }
}
