/// Changes a JSON text that a person wrote where that is asked for; every other byte stays.
public struct JSONInserter {
  private let text: [UInt8]
  /// Where the lines begin.
  private let lines: [Int]
  private let lineEnd: String
  /// What stands in place of a stretch of the text.
  private var changes: [(range: Range<Int>, text: String)] = []

  /// Begins with a text that `JSONDocument` has read.
  public init(_ bytes: [UInt8]) {
    text = bytes
    lines = Self.lines(of: bytes)
    lineEnd = Self.lineEnd(of: bytes)
  }

  /// The text with all changes.
  public var bytes: [UInt8] {
    var (result, start) = ([UInt8](), 0)
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += text[start..<change.range.lowerBound]
      result += change.text.utf8
      start = change.range.upperBound
    }
    return result + text[start...]
  }

  /// Adds members at the end of an object of the text; values are JSON.
  ///
  /// They stand as the last member does: on lines of their own, as far in, or behind it. An object is changed
  /// once, and nothing in it is replaced.
  public mutating func add(_ members: [(key: String, value: String)], to object: JSONNode) {
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

  /// Puts another value in the place of one of the text; the closure makes the new value's JSON from the old
  /// one's.
  public mutating func replace(_ node: JSONNode, with change: (String) -> String) {
    let start = offset(of: node.position)
    let old = start..<end(ofValueAt: start)
    changes.append((old, change(String(decoding: text[old], as: UTF8.self))))
  }

  /// Adds a value at the end of a list of the text; the value is JSON.
  ///
  /// It stands as the last value does: on a line of its own, as far in, or behind it. A list is changed once.
  public mutating func append(_ value: String, to list: JSONNode) {
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

  /// Removes a member of an object, with the comma that is needed no more.
  public mutating func remove(member index: Int, of object: JSONNode) {
    guard case .object(let members) = object.value else { return }
    remove(
      index, starts: members.map(\.keyPosition), values: members.map(\.value.position),
      of: object, empty: "{}")
  }

  /// Removes a value of a list, with the comma that is needed no more.
  public mutating func remove(value index: Int, of list: JSONNode) {
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

  /// A text as a JSON string.
  public static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return String(decoding: json.take(), as: UTF8.self)
  }

  // MARK: Places

  /// Where a place is, counted as the reader of JSON counts: behind a byte order mark, with CR LF, LF and CR each the
  /// end of one line.
  private func offset(of position: SourcePosition) -> Int {
    guard position.line <= lines.count else { return text.count }
    return lines[position.line - 1] + position.column - 1
  }

  /// Where the lines of a text begin.
  private static func lines(of text: [UInt8]) -> [Int] {
    var starts = [text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (place, byte) in text.enumerated() where byte == 0x0A || byte == 0x0D {
      let isPair = byte == 0x0D && place + 1 < text.count && text[place + 1] == 0x0A
      if !isPair { starts.append(place + 1) }
    }
    return starts
  }

  /// What a text ends its lines with.
  private static func lineEnd(of text: [UInt8]) -> String {
    guard let first = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return "\n" }
    if text[first] == 0x0A { return "\n" }
    return text[(first + 1)...].first == 0x0A ? "\r\n" : "\r"
  }

  /// The text from the beginning of the line of a position to a place on that line.
  private func start(of position: SourcePosition, upTo place: Int) -> ArraySlice<UInt8> {
    text[(lines[min(position.line, lines.count) - 1])..<place]
  }

  /// The blanks before a place, where nothing else stands before it on its line.
  private func indent(before place: Int, _ position: SourcePosition) -> String? {
    let before = start(of: position, upTo: place)
    return before.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      ? String(decoding: before, as: UTF8.self) : nil
  }

  /// The place behind a value.
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
          // A bare value ends before what closes the object about it.
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
