/// Writes JSON (RFC 8259) piece by piece into a buffer that the caller can empty at any time.
/// The caller opens and closes objects and arrays and writes a key before each value of an object. The
/// writer adds commas, line breaks and escapes.
package struct JSONWriter: Sendable {
  /// The formatting of the text.
  package enum Style: Sendable {
    /// One line, no blanks.
    case compact
    /// Two spaces for each level, one value per line.
    case pretty
  }

  /// Whether the values of an object or array in pretty style are on separate lines.
  package enum Layout: Sendable {
    case lines
    /// All values on one line, including everything inside them.
    case inline
  }

  private struct Container {
    let close: UInt8
    let isInline: Bool
    var isEmpty = true
  }

  private let style: Style
  private var bytes: [UInt8] = []
  private var open: [Container] = []
  private var isAfterKey = false

  /// Creates a writer with an empty buffer.
  package init(style: Style = .compact) {
    self.style = style
  }

  /// The number of bytes in the buffer.
  package var count: Int { bytes.count }

  /// Returns the bytes written since the last call and empties the buffer.
  package mutating func take() -> [UInt8] {
    let taken = bytes
    bytes = []
    return taken
  }

  package mutating func beginObject(_ layout: Layout = .lines) {
    begin(UInt8(ascii: "{"), close: UInt8(ascii: "}"), layout)
  }

  package mutating func beginArray(_ layout: Layout = .lines) {
    begin(UInt8(ascii: "["), close: UInt8(ascii: "]"), layout)
  }

  /// Closes the most recently opened object or array.
  package mutating func end() {
    guard let closed = open.popLast() else { return }
    if !closed.isEmpty, style == .pretty, !closed.isInline { breakLine() }
    bytes.append(closed.close)
  }

  package mutating func key(_ key: String) {
    separate()
    appendQuoted(key)
    bytes.append(UInt8(ascii: ":"))
    if style == .pretty { bytes.append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  /// Ends a document with a line feed, as tools that read line by line expect.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func begin(_ opening: UInt8, close: UInt8, _ layout: Layout) {
    separate()
    bytes.append(opening)
    let isInline = layout == .inline || open.last?.isInline == true
    open.append(Container(close: close, isInline: isInline))
  }

  /// Writes the separator before a value or a key: nothing after a key, a comma after another value.
  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      return
    }
    guard let last = open.indices.last else { return }
    let (isFirst, isInline) = (open[last].isEmpty, open[last].isInline)
    open[last].isEmpty = false
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    guard style == .pretty else { return }
    if !isInline {
      breakLine()
    } else if !isFirst {
      bytes.append(UInt8(ascii: " "))
    }
  }

  private mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * open.count))
  }
}

// MARK: - Values

extension JSONWriter {
  package mutating func string(_ value: String) {
    separate()
    appendQuoted(value)
  }

  /// Writes a whole number.
  package mutating func integer(_ value: some BinaryInteger) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes `true` or `false`.
  package mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  package mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes a finite number in the shortest form that can be read back exactly.
  package mutating func double(_ value: Double) {
    precondition(value.isFinite, "JSON has no number that is not finite")
    separate()
    bytes.append(contentsOf: "\(value)".utf8)
  }

  /// Writes a fraction, such as samples over a rate, with at most six decimals.
  /// The last decimal is rounded, a half away from zero, and trailing zeros are left out. The same
  /// fraction has the same bytes on every machine, because it is computed with integers.
  package mutating func decimal(_ numerator: Int, over denominator: Int) {
    precondition(denominator > 0, "a denominator is positive")
    separate()
    let divisor = denominator.magnitude
    let (quotient, rest) = numerator.magnitude.quotientAndRemainder(dividingBy: divisor)
    var whole = quotient
    let scaled = rest.multipliedFullWidth(by: 1_000_000)
    var (millionths, left) = divisor.dividingFullWidth(scaled)
    if left >= divisor - left { millionths += 1 }
    if millionths == 1_000_000 { (whole, millionths) = (whole + 1, 0) }
    if numerator < 0, whole > 0 || millionths > 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(contentsOf: String(whole).utf8)
    guard millionths > 0 else { return }
    var decimals = String(1_000_000 + millionths).utf8.dropFirst()
    while decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
    bytes.append(UInt8(ascii: "."))
    bytes.append(contentsOf: decimals)
  }

  /// Writes a string in quotes, with the escapes that RFC 8259, section 7 requires.
  private mutating func appendQuoted(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { text in
      var next = 0
      for offset in text.indices where Self.needsEscape(text[offset]) {
        bytes.append(contentsOf: text[next..<offset])
        appendEscape(text[offset])
        next = offset + 1
      }
      bytes.append(contentsOf: text[next...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      let digits = String(byte, radix: 16)
      bytes.append(contentsOf: "u00\(digits.count == 1 ? "0" : "")\(digits)".utf8)
    default: bytes.append(byte)
    }
  }
}

extension JSONWriter {
  package mutating func member(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  /// Writes a member whose value is a whole number.
  package mutating func member(_ key: String, _ value: Int) {
    self.key(key)
    integer(value)
  }

  /// Writes a list of strings on one line.
  package mutating func strings(_ values: [String]) {
    beginArray(.inline)
    for value in values { string(value) }
    end()
  }
}

extension JSONWriter {
  /// Writes a value with sorted keys.
  /// Objects and arrays in the outer `levels` levels have one value per line. Deeper values are on one
  /// line.
  package mutating func value(_ value: JSONValue, lines levels: Int) {
    let layout: Layout = levels > 0 ? .lines : .inline
    switch value {
    case .null: null()
    case .bool(let isOn): bool(isOn)
    case .int(let number): integer(number)
    case .double(let number): double(number)
    case .string(let text): string(text)
    case .array(let values):
      beginArray(layout)
      for value in values { self.value(value, lines: levels - 1) }
      end()
    case .object(let members):
      beginObject(layout)
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        self.key(key)
        self.value(value, lines: levels - 1)
      }
      end()
    }
  }
}

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
