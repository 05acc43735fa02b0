package import Guion
import Narration

/// Creates the texts of a chapter's elements, as readers see these texts.
package struct PageTexts {
  let format: DocumentFormat
  /// Returns the name of the file that shows a picture, from the picture's path in the document; nil if the picture is
  /// not shown.
  let image: (_ path: String, _ element: GuionElement) -> String?

  /// Creates the texts of a document.
  /// `image` returns the names of picture files.
  package init(
    format: DocumentFormat,
    image: @escaping (_ path: String, _ element: GuionElement) -> String? = { _, _ in nil }
  ) {
    (self.format, self.image) = (format, image)
  }

  /// Returns the text of an element.
  /// A cue includes its extension, and a parenthetical includes its parentheses.
  package func text(of element: GuionElement) -> PageText {
    switch element.elementType {
    case .character:
      let cue = FountainEmphasis.plainText(element.elementText)
      return PageText(text: [cue, element.extension].compactMap(\.self).joined(separator: " "))
    case .parenthetical:
      var text = text(element.elementText, element.inlines, of: element)
      text.text = "(\(text.text))"
      for index in text.formatting.indices {
        let range = text.formatting[index].range
        text.formatting[index].range = range.lowerBound + 1..<range.upperBound + 1
      }
      return text
    default:
      if case .code = element.mark { return PageText(text: element.elementText) }
      return text(element.elementText, element.inlines, of: element)
    }
  }

  /// Returns a text of an element, such as a cell, with its formatting.
  package func text(_ words: String, _ inlines: [InlineSpan], of element: GuionElement) -> PageText
  {
    var shown = DisplayedText.text(words, inlines, format: format)
    if format == .markdown { shown.text = withSoftBreaks(shown) }
    let places = ScalarPlaces(of: shown.text)
    return PageText(
      text: shown.text,
      formatting: shown.inlines.sorted(by: InlineSpan.isInOrder).compactMap { span in
        formatting(span.kind, of: element).map {
          PageFormatting(kind: $0, range: places[span.range])
        }
      }.filter { part in
        if case .footnote = part.kind { true } else { !part.range.isEmpty }
      })
  }

  /// Replaces soft line breaks with blanks.
  /// Only hard line breaks stay.
  private func withSoftBreaks(_ shown: MarkedText) -> String {
    guard shown.text.utf8.contains(0x0A) else { return shown.text }
    let hard = shown.inlines.filter { $0.kind == .lineBreak }.map(\.range)
    var bytes = Array(shown.text.utf8)
    for place in bytes.indices where bytes[place] == 0x0A {
      if !hard.contains(where: { $0.contains(place) }) { bytes[place] = 0x20 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func formatting(_ kind: InlineSpan.Kind, of element: GuionElement) -> PageFormatting.Kind?
  {
    switch kind {
    case .emphasis: .emphasis
    case .strong: .strong
    case .underline: .underline
    case .strikethrough: .strikethrough
    case .code: .code
    case .link(let target): Self.isShown(target) ? .link(target) : nil
    case .imageFile(let path): image(path, element).map { .image(file: $0) }
    case .footnote(let number, _): .footnote(number: number)
    case .image, .badge, .contentsLink, .lineBreak, .math, .raised, .language: nil
    }
  }

  /// Returns whether the page may link to an address.
  private static func isShown(_ target: String) -> Bool {
    let target = target.lowercased()
    return ["https://", "http://", "mailto:"].contains { target.hasPrefix($0) }
  }

  /// Converts positions in a text from UTF-8 bytes to Unicode scalars.
  struct ScalarPlaces {
    private let places: [Int]?
    private let count: Int

    init(of text: String) {
      count = text.utf8.count
      // In ASCII text, each scalar is one byte.
      guard !text.utf8.allSatisfy({ $0 < 0x80 }) else {
        places = nil
        return
      }
      var scalars = -1
      var places = text.utf8.map { byte in
        if byte & 0xC0 != 0x80 { scalars += 1 }
        return scalars
      }
      places.append(scalars + 1)
      self.places = places
    }

    /// Converts a range of bytes to a range of scalars.
    subscript(range: Range<Int>) -> Range<Int> {
      let range = range.clamped(to: 0..<count)
      guard let places else { return range }
      return places[range.lowerBound]..<places[range.upperBound]
    }
  }
}
