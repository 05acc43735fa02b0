import Basics

/// The target of a link, or of an entry in the table of contents.
struct EPUBLink: Hashable {
  /// The path of the page in the archive.
  var path: String
  /// The `id` of an element on the page; nil for the beginning of the page.
  var fragment: String?

  init(path: String, fragment: String?) { (self.path, self.fragment) = (path, fragment) }

  /// Resolves a reference in a file of the book; nil if the reference points outside the book.
  init?(_ reference: String, from file: String) {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let (path, fragment) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    if path.isEmpty {
      self.path = file
    } else {
      guard !path.prefix(while: { $0 != "/" }).contains(":"),
        let resolved = ArchiveName.resolve(path.withoutEscapes, from: file)
      else { return nil }
      self.path = resolved
    }
    self.fragment = fragment.isEmpty ? nil : fragment.withoutEscapes
  }
}

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
