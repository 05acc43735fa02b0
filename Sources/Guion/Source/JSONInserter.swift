/// Changes a JSON text that a person wrote where that is asked for; every other byte stays.
public struct JSONInserter {
  /// The text, as far as it is changed.
  public private(set) var bytes: [UInt8]

  /// Begins with a text that `JSONDocument` has read.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Adds members at the end of an object, which must be of the text as it is now; values are JSON.
  ///
  /// They stand as the last member does: on lines of their own, as far in, or behind it.
  public mutating func add(_ members: [(key: String, value: String)], to object: JSONNode) {
    guard case .object(let old) = object.value, !members.isEmpty else { return }
    let texts = members.map { "\(Self.quoted($0.key)): \($0.value)" }
    let start = offset(of: object.position)
    if let last = old.last {
      let key = offset(of: last.keyPosition)
      let indent = indent(before: key)
      let between = indent.map { ",\(lineEnd)\($0)" } ?? ", "
      let end = end(ofValueAt: offset(of: last.value.position))
      bytes.insert(contentsOf: texts.map { between + $0 }.joined().utf8, at: end)
    } else {
      let outer = String(
        decoding: line(of: start).prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
      let inner = outer + "  "
      let text =
        "{\(lineEnd)" + texts.map { inner + $0 }.joined(separator: ",\(lineEnd)")
        + "\(lineEnd)\(outer)}"
      bytes.replaceSubrange(start..<end(ofValueAt: start), with: text.utf8)
    }
  }

  /// Puts another value in the place of one, which must be of the text as it is now; the text that is given
  /// the old one's makes the new one's.
  public mutating func replace(_ node: JSONNode, with text: (String) -> String) {
    let start = offset(of: node.position)
    let old = start..<end(ofValueAt: start)
    let new = text(String(decoding: bytes[old], as: UTF8.self))
    bytes.replaceSubrange(old, with: new.utf8)
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
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 1
    var place = start
    while line < position.line, place < bytes.count {
      let byte = bytes[place]
      place += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, place < bytes.count, bytes[place] == 0x0A { place += 1 }
      (line, start) = (line + 1, place)
    }
    return start + position.column - 1
  }

  /// What the text ends its lines with.
  private var lineEnd: String {
    guard let first = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return "\n" }
    if bytes[first] == 0x0A { return "\n" }
    return bytes[(first + 1)...].first == 0x0A ? "\r\n" : "\r"
  }

  private func line(of place: Int) -> ArraySlice<UInt8> {
    let start = bytes[..<place].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    return bytes[start...]
  }

  /// The blanks before a place, where nothing else stands before it on its line.
  private func indent(before place: Int) -> String? {
    let before = line(of: place)[..<place]
    return before.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      ? String(decoding: before, as: UTF8.self) : nil
  }

  /// The place behind a value.
  private func end(ofValueAt start: Int) -> Int {
    var (depth, isInString) = (0, false)
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
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
