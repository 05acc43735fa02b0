/// Edits a JSON text that a person wrote.
/// Bytes outside the edits stay unchanged.
package struct JSONInserter {
  private let text: [UInt8]
  /// The offsets at which the lines begin.
  private let lines: [Int]
  private let lineEnd: String
  private var changes: [(range: Range<Int>, text: String)] = []

  /// Creates an inserter for a text that `JSONDocument` has read.
  package init(_ bytes: [UInt8]) {
    text = bytes
    lines = Self.lines(of: bytes)
    lineEnd = Self.lineEnd(of: bytes)
  }

  /// The text with all changes applied.
  package var bytes: [UInt8] {
    var (result, start) = ([UInt8](), 0)
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += text[start..<change.range.lowerBound]
      result += change.text.utf8
      start = change.range.upperBound
    }
    return result + text[start...]
  }

  /// Adds members at the end of an object in the text.
  /// Each value must be valid JSON and is inserted unchanged.
  /// New members are formatted like the last member: on separate lines with the same indentation, or
  /// on the same line. An object can be changed only once, and its existing members are not replaced.
  package mutating func add(_ members: [(key: String, value: String)], to object: JSONNode) {
    guard case .object(let old) = object.value, !members.isEmpty else { return }
    let texts = members.map { "\(Self.quoted($0.key)): \($0.value)" }
    let start = offset(of: object.position)
    if let last = old.last {
      let indent = indent(before: offset(of: last.keyPosition), last.keyPosition)
      let between = indent.map { ",\(lineEnd)\($0)" } ?? ", "
      let end = end(ofValueAt: offset(of: last.value.position))
      changes.append((end..<end, texts.map { between + $0 }.joined()))
    } else {
      let blanks = self.start(of: object.position, upTo: start)
        .prefix { $0 == 0x20 || $0 == 0x09 }
      let outer = String(decoding: blanks, as: UTF8.self)
      let inner = outer + "  "
      let text =
        "{\(lineEnd)" + texts.map { inner + $0 }.joined(separator: ",\(lineEnd)")
        + "\(lineEnd)\(outer)}"
      changes.append((start..<end(ofValueAt: start), text))
    }
  }

  /// Replaces a value of the text.
  /// The closure gets the JSON of the old value and returns the JSON of the new value.
  package mutating func replace(_ node: JSONNode, with change: (String) -> String) {
    let start = offset(of: node.position)
    let old = start..<end(ofValueAt: start)
    changes.append((old, change(String(decoding: text[old], as: UTF8.self))))
  }

  /// Adds a value at the end of a list in the text.
  /// The value must be valid JSON and is inserted unchanged.
  /// The new value is formatted like the last value: on a separate line with the same indentation, or
  /// on the same line. A list can be changed only once.
  package mutating func append(_ value: String, to list: JSONNode) {
    guard case .array(let old) = list.value else { return }
    let start = offset(of: list.position)
    if let last = old.last {
      let place = offset(of: last.position)
      let indent = indent(before: place, last.position)
      let between = indent.map { ",\(lineEnd)\($0)" } ?? ", "
      let end = end(ofValueAt: place)
      changes.append((end..<end, between + value))
    } else {
      let blanks = self.start(of: list.position, upTo: start).prefix { $0 == 0x20 || $0 == 0x09 }
      let outer = String(decoding: blanks, as: UTF8.self)
      changes.append(
        (start..<end(ofValueAt: start), "[\(lineEnd)\(outer)  \(value)\(lineEnd)\(outer)]"))
    }
  }

  /// Removes a member of an object, with the comma that becomes superfluous.
  package mutating func remove(member index: Int, of object: JSONNode) {
    guard case .object(let members) = object.value else { return }
    remove(
      index, starts: members.map(\.keyPosition), values: members.map(\.value.position),
      of: object, empty: "{}")
  }

  /// Removes a value of a list, with the comma that becomes superfluous.
  package mutating func remove(value index: Int, of list: JSONNode) {
    guard case .array(let values) = list.value else { return }
    let places = values.map(\.position)
    remove(index, starts: places, values: places, of: list, empty: "[]")
  }

  private mutating func remove(
    _ index: Int, starts: [SourcePosition], values: [SourcePosition], of node: JSONNode,
    empty: String
  ) {
    if index > 0 {
      let before = end(ofValueAt: offset(of: values[index - 1]))
      changes.append((before..<end(ofValueAt: offset(of: values[index])), ""))
    } else if starts.count > 1 {
      changes.append((offset(of: starts[0])..<offset(of: starts[1]), ""))
    } else {
      let start = offset(of: node.position)
      changes.append((start..<end(ofValueAt: start), empty))
    }
  }

  package static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return String(decoding: json.take(), as: UTF8.self)
  }

  // MARK: Places

  /// Returns the offset of a position.
  /// Positions are counted as `JSONScanner` counts them: after a byte order mark, with CR LF, LF and
  /// CR each ending one line.
  private func offset(of position: SourcePosition) -> Int {
    guard position.line <= lines.count else { return text.count }
    return lines[position.line - 1] + position.column - 1
  }

  /// Returns the offsets at which the lines of a text begin.
  private static func lines(of text: [UInt8]) -> [Int] {
    var starts = [text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (place, byte) in text.enumerated() where byte == 0x0A || byte == 0x0D {
      let isPair = byte == 0x0D && place + 1 < text.count && text[place + 1] == 0x0A
      if !isPair { starts.append(place + 1) }
    }
    return starts
  }

  private static func lineEnd(of text: [UInt8]) -> String {
    guard let first = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return "\n" }
    if text[first] == 0x0A { return "\n" }
    return text[(first + 1)...].first == 0x0A ? "\r\n" : "\r"
  }

  /// Returns the text from the beginning of a position's line to an offset on that line.
  private func start(of position: SourcePosition, upTo place: Int) -> ArraySlice<UInt8> {
    text[(lines[min(position.line, lines.count) - 1])..<place]
  }

  /// Returns the blanks before an offset; nil if there is other text before the offset on its line.
  private func indent(before place: Int, _ position: SourcePosition) -> String? {
    let before = start(of: position, upTo: place)
    return before.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      ? String(decoding: before, as: UTF8.self) : nil
  }

  /// Returns the offset after a value.
  private func end(ofValueAt start: Int) -> Int {
    var (depth, isInString) = (0, false)
    var place = start
    while place < text.count {
      let byte = text[place]
      if isInString {
        if byte == UInt8(ascii: "\\") {
          place += 1
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          if depth == 0 { return place + 1 }
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          // A bare value ends before the bracket that closes its container.
          if depth < 0 { return place }
          if depth == 0 { return place + 1 }
        case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D: if depth == 0 { return place }
        default: break
        }
      }
      place += 1
    }
    return place
  }
}
