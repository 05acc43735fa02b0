import Basics

/// A document in the making, which knows on which of its lines each element begins.
struct WrittenText {
  private(set) var bytes: [UInt8] = []
  /// For each element in order, its first line, from 1.
  private(set) var starts: [Int] = []
  private var line = 1

  var isEmpty: Bool { bytes.isEmpty }

  /// The next element begins at the end of what is written.
  mutating func begin() { starts.append(line) }

  /// The next element is in what the last one has written.
  mutating func beginWithLast() { starts.append(starts.last ?? line) }

  mutating func append(_ text: String) {
    for byte in text.utf8 {
      bytes.append(byte)
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
  }

  /// Takes the last line end back, so that the line goes on.
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
