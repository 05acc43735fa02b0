import Phonemes

/// Splits a request's text into plain text and the IPA between `[[` and `]]`.
enum PhonemeParts {
  static func parts(of text: String, hasPhonemes: Bool) -> [PhonemePart] {
    guard hasPhonemes else { return [.text(text)] }
    var parts: [PhonemePart] = []
    var rest = text[...]
    while let open = rest.firstRange(of: "[["),
      let close = rest[open.upperBound...].firstRange(of: "]]")
    {
      if open.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<open.lowerBound]))) }
      // `written` includes the brackets, because word positions refer to the request's text.
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
