import Guion

/// A source in which the positions of elements are marked: ⟦ before the first byte of each element, ⟧ after
/// the last.
struct MarkedSource {
  /// The text without its marks.
  let text: String
  /// The ranges between the marks.
  let ranges: [SourceRange]

  init(_ source: String) {
    var text = String.UnicodeScalarView()
    var (place, start, end) = (
      SourcePosition(line: 1, column: 1), SourcePosition?.none, SourcePosition?.none
    )
    var ranges: [SourceRange] = []
    for scalar in source.unicodeScalars {
      switch scalar {
      case "⟦": start = place
      case "⟧":
        if let start, let end { ranges.append(SourceRange(start: start, end: end)) }
      default:
        if scalar == "\n", text.last == "\r" {
          place = SourcePosition(line: place.line, column: 1)
        } else if scalar == "\n" || scalar == "\r" {
          place = SourcePosition(line: place.line + 1, column: 1)
        } else if scalar != "\u{FEFF}" {
          let length = String(scalar).utf8.count
          end = SourcePosition(line: place.line, column: place.column + length - 1)
          place.column += length
        }
        text.append(scalar)
      }
    }
    self.text = String(text)
    self.ranges = ranges
  }
}

extension [GuionElement] {
  /// The position of each element: `line:column-line:column`, in bytes.
  var places: [String] { map { $0.sourceRange?.place ?? "nowhere" } }
}

extension SourceRange {
  /// The range as `line:column-line:column`, in bytes.
  var place: String { "\(start.line):\(start.column)-\(end.line):\(end.column)" }
}
