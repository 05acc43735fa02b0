/// Order files that are lists of links: `SUMMARY.md` (mdBook, "SUMMARY.md"), `nav.md`.
enum LinkList {
  static func read(_ bytes: [UInt8]) -> ReadingOrder {
    var order = ReadingOrder(entries: [])
    for (number, line) in OrderText.lines(withoutComments(bytes)).enumerated() {
      let start = LinkLine.contentStart(of: line)
      let link = LinkLine(line[start...])
      if let link, let target = link.target {
        let column = target.lowerBound - line.startIndex + 1
        let raw = line[target]
        let path = LinkLine.decoded(raw)
        if !path.isEmpty, !ReadingOrder.isExternal(raw) {
          order.entries?.append(
            ReadingOrder.Entry(
              path: FilePath(bytes: path), title: words(line[link.label]),
              position: SourcePosition(line: number + 1, column: column)))
        }
      }
      let rest = line[(link?.end ?? start)...]
      if let position = unread(rest) {
        order.diagnostics.append(unreadLink(number + 1, position - line.startIndex + 1))
      }
    }
    return order
  }

  /// Returns the position of a link that is not at the beginning of its line.
  ///
  /// Such a link is not an entry, but the author may have meant it as one.
  private static func unread(_ rest: ArraySlice<UInt8>) -> Int? {
    rest.indices.dropLast().first {
      rest[$0] == UInt8(ascii: "]") && rest[$0 + 1] == UInt8(ascii: "(")
    }
  }

  private static func unreadLink(_ line: Int, _ column: Int) -> Diagnostic {
    Diagnostic(
      code: "unread-link", severity: .warning,
      message: "this link is not read as an entry; write each link on its own line, as "
        + "- [Title](file.md)",
      position: SourcePosition(line: line, column: column))
  }

  /// Returns the text of a link without its markup; nil if there is none.
  private static func words(_ label: ArraySlice<UInt8>) -> String? {
    let heading = CommonMarkParser(bytes: Array("# ".utf8) + label + Array("\n".utf8))
    let words = heading.elements.first?.elementText ?? String(decoding: label, as: UTF8.self)
    return words.inOneLine
  }

  /// Replaces HTML comments with blanks, so that all positions stay the same.
  private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var next = 0
    while let start = find("<!--", in: bytes, from: next) {
      let end = find("-->", in: bytes, from: start + 4).map { $0 + 3 } ?? bytes.count
      for index in start..<end where bytes[index] != UInt8(ascii: "\n") {
        bytes[index] = UInt8(ascii: " ")
      }
      next = end
    }
    return bytes
  }

  private static func find(_ text: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    let count = text.utf8CodeUnitCount
    guard start <= bytes.count - count else { return nil }
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: count)
    return (start...bytes.count - count).first { bytes[$0..<$0 + count].elementsEqual(wanted) }
  }
}
