import Phonemes

/// A request's text as readers take it: words, and between `[[` and `]]` IPA.
enum PhonemeParts {
  static func parts(of text: String, hasPhonemes: Bool) -> [PhonemePart] {
    guard hasPhonemes else { return [.text(text)] }
    var parts: [PhonemePart] = []
    var rest = text[...]
    while let open = rest.firstRange(of: "[["),
      let close = rest[open.upperBound...].firstRange(of: "]]")
    {
      if open.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<open.lowerBound]))) }
      // The brackets count too: places of words are places in the request's text.
      parts.append(
        .ipa(
          String(rest[open.upperBound..<close.lowerBound]),
          written: String(rest[open.lowerBound..<close.upperBound])))
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }
}
