import Basics

/// A document under construction that records the line on which each element begins.
struct WrittenText {
  private(set) var bytes: [UInt8] = []
  /// The first line of each element, in order, counted from 1.
  private(set) var starts: [Int] = []
  private var line = 1

  var isEmpty: Bool { bytes.isEmpty }

  /// Records that the next element begins at the end of the text so far.
  mutating func begin() { starts.append(line) }

  /// Records that the next element begins on the same line as the previous element.
  mutating func beginWithLast() { starts.append(starts.last ?? line) }

  /// Records that the last element begins at the end of the text so far.
  mutating func moveLastStart() {
    starts.removeLast()
    begin()
  }

  mutating func append(_ text: String) {
    for byte in text.utf8 {
      bytes.append(byte)
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
  }

  /// Removes the last line end, so that the line continues.
  mutating func reopenLine() {
    guard bytes.last == UInt8(ascii: "\n") else { return }
    bytes.removeLast()
    line -= 1
  }
}

extension String {
  /// The lines without their ends.
  var writtenLines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}

extension JSONWriter {
  /// Writes a node with its members in order.
  mutating func node(_ node: JSONNode) {
    switch node.value {
    case .object(let members):
      beginObject(.inline)
      for member in members {
        key(member.key)
        self.node(member.value)
      }
      end()
    case .array(let nodes):
      beginArray(.inline)
      for node in nodes { self.node(node) }
      end()
    case .string(let text): string(text)
    case .number(let number):
      if let whole = Int(exactly: number) { integer(whole) } else { double(number) }
    case .bool(let isOn): bool(isOn)
    case .null: null()
    }
  }
}
