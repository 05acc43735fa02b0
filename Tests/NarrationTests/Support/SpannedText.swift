import Guion

/// Text with spans, written in one line: `It costs ⟨s ten⟩ nine⟨1 Note.⟩`.
///
/// `s` is struck through, `c` code, `i` an image, `m` a formula. A number is that of a footnote, with the
/// footnote's text; such a span covers no text. Spans may be nested.
struct SpannedText {
  private(set) var text = ""
  private(set) var inlines: [InlineSpan] = []

  init(_ marked: String) {
    var rest = marked[...]
    read(&rest)
  }

  private mutating func read(_ rest: inout Substring) {
    while let next = rest.first, next != "⟩" {
      rest.removeFirst()
      if next == "⟨" { readSpan(&rest) } else { text.append(next) }
    }
  }

  private mutating func readSpan(_ rest: inout Substring) {
    let kind = rest.prefix { $0 != " " && $0 != "⟩" && $0 != "⟨" }
    rest = rest.dropFirst(kind.count)
    if rest.first == " " { rest.removeFirst() }
    let (start, place) = (text.utf8.count, inlines.count)
    if let number = Int(kind) {
      let note = rest.prefix { $0 != "⟩" }
      rest = rest.dropFirst(note.count + 1)
      inlines.append(
        InlineSpan(.footnote(number: number, text: MarkedText(String(note))), start..<start))
      return
    }
    read(&rest)
    rest = rest.dropFirst()
    let kinds: [Substring: InlineSpan.Kind] = [
      "s": .strikethrough, "c": .code, "i": .image, "m": .math,
    ]
    // In the list, spans are in the order of their beginnings, as front ends write them.
    inlines.insert(InlineSpan(kinds[kind] ?? .code, start..<text.utf8.count), at: place)
  }
}
