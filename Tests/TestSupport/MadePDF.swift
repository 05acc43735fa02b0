/// Pages of a typewriter: 7.2 points for a letter and 12 points for a line, from the top left corner at (72, 72).
/// A line that begins with `^18 ` has letters of 18 points.
package struct MadePDF {
  private struct Piece {
    var text: String
    var left: Double
    var top: Double
    var size: Double
  }

  private let pages: [[Piece]]

  package init(_ pages: [String]) {
    self.pages = pages.map { page in
      page.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap {
        Self.pieces(of: String($1), top: 72 + 12 * Double($0))
      }
    }
  }

  /// Cuts a line at four blanks, as programs write it.
  private static func pieces(of line: String, top: Double) -> [Piece] {
    var (size, line) = (12.0, line)
    if line.hasPrefix("^"), let end = line.firstIndex(of: " ") {
      size = Double(line.dropFirst().prefix { $0 != " " }) ?? 12
      line = String(line[line.index(after: end)...])
    }
    var (found, column): ([Piece], Int) = ([], 0)
    for part in line.split(separator: "    ", omittingEmptySubsequences: false) {
      let blanks = part.prefix { $0 == " " }.count
      let text = part.dropFirst(blanks)
      if !text.isEmpty {
        let left = 72 + 7.2 * Double(column + blanks)
        found.append(Piece(text: String(text), left: left, top: top, size: size))
      }
      column += part.count + 4
    }
    return found
  }

  /// The XML that `pdftohtml` prints for the pages.
  package var xml: [UInt8] {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pdf2xml>\n"
    for (number, page) in pages.enumerated() {
      text += "<page number=\"\(number + 1)\" top=\"0\" left=\"0\" height=\"792\" width=\"612\">\n"
      for size in Set(page.map(\.size)).sorted() {
        text +=
          "\t<fontspec id=\"\(Int(size))\" size=\"\(size)\" family=\"Courier\" color=\"#000000\"/>\n"
      }
      for piece in page {
        let width = Double(Self.count(piece.text)) * 0.6 * piece.size
        text += "<text top=\"\(piece.top)\" left=\"\(piece.left)\" width=\"\(width)\" "
        text += "height=\"\(piece.size)\" font=\"\(Int(piece.size))\">\(piece.text)</text>\n"
      }
      text += "</page>\n"
    }
    return Array((text + "</pdf2xml>\n").utf8)
  }

  /// Returns the number of characters, without tags.
  private static func count(_ text: String) -> Int {
    guard text.contains(where: { "<&".contains($0) }) else { return text.count }
    return text.replacing(/<[^>]*>/, with: "").replacing(/&[a-z]+;/, with: "&").count
  }

  /// A PDF of the pages, in ASCII.
  package var bytes: [UInt8] {
    var objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "",
      "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
    ]
    var kids = ""
    for page in pages {
      let drawing = page.map { piece in
        let text = piece.text.replacing("\\", with: "\\\\").replacing("(", with: "\\(")
          .replacing(")", with: "\\)")
        return "BT /F \(piece.size) Tf \(piece.left) \(783 - piece.top) Td (\(text)) Tj ET\n"
      }.joined()
      objects.append("<</Length \(drawing.utf8.count)>>stream\n\(drawing)endstream")
      objects.append(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>"
          + "/Contents \(objects.count) 0 R>>")
      kids += "\(objects.count) 0 R "
    }
    objects[1] = "<</Type/Pages/Kids[\(kids)]/Count \(pages.count)>>"
    var (file, places) = ("%PDF-1.4\n", [Int]())
    for (index, object) in objects.enumerated() {
      places.append(file.utf8.count)
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for place in places {
      file += String(repeating: "0", count: 10 - "\(place)".count) + "\(place) 00000 n \n"
    }
    file += "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    return Array(file.utf8)
  }
}
