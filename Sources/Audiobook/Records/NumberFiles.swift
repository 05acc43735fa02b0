import Basics

/// Stores a few numbers under each name, in one small file per name.
/// Safe for concurrent processes.
/// A file is one line: the numbers, and a check value of the name and the numbers. The file is replaced as a whole.
/// Damaged files, and files without a check value from earlier versions of the program, are treated as missing. Write
/// errors are ignored, because no build depends on these files.
struct NumberFiles: Sendable {
  let folder: String

  /// Returns the numbers under a name; nil if the file is missing or damaged.
  func numbers(of name: String) -> [Double]? {
    let limit = InputLimit.numbers.maximum
    guard let bytes = try? Files<FileError>.contents(of: path(of: name), limit: limit) else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace).dropLast().map { Double($0) }
    let numbers = words.compactMap(\.self).filter(\.isFinite)
    // Each number has only one valid spelling, so comparing the bytes finds any damage.
    guard numbers.count == words.count, bytes == line(of: numbers, name) else {
      return nil
    }
    return numbers
  }

  /// Stores numbers under a name.
  func store(_ numbers: [Double], of name: String) {
    // The file is not flushed, because a file damaged by a power cut is treated as missing.
    try? Files<FileError>.write([line(of: numbers, name)], to: path(of: name), isFlushed: false)
  }

  private func line(of numbers: [Double], _ name: String) -> [UInt8] {
    let words = Array(numbers.map { "\($0) " }.joined().utf8)
    return words + CheckValue.of(Array(name.utf8) + [0] + words) + [UInt8(ascii: "\n")]
  }

  func path(of name: String) -> String { folder + "/" + name }
}
