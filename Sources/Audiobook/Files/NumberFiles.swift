import Basics

/// Keeps a few numbers under a name in a folder, a small file each; any number of processes may use it.
///
/// A file is one line: the numbers, and a check of name and numbers. It is replaced as a whole. A file that is
/// not what was written counts as missing, also one of a version that wrote no checks; what cannot be written
/// is not kept. No build depends on them.
struct NumberFiles: Sendable {
  let folder: String

  /// The numbers under a name; nil if there are none, or the file is not what was written under it.
  func numbers(of name: String) -> [Double]? {
    let limit = InputLimit.numbers.most
    guard let bytes = try? Files<FileFault>.contents(of: path(of: name), limit: limit) else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace).dropLast().map { Double($0) }
    let numbers = words.compactMap(\.self).filter(\.isFinite)
    // There is one way to write them.
    guard numbers.count == words.count, bytes == line(of: numbers, name) else {
      return nil
    }
    return numbers
  }

  /// Keeps numbers under a name.
  func keep(_ numbers: [Double], of name: String) {
    // Not flushed: what a loss of power leaves of it counts as missing.
    try? Files<FileFault>.write([line(of: numbers, name)], to: path(of: name), isFlushed: false)
  }

  private func line(of numbers: [Double], _ name: String) -> [UInt8] {
    let words = Array(numbers.map { "\($0) " }.joined().utf8)
    return words + CheckValue.of(Array(name.utf8) + [0] + words) + [UInt8(ascii: "\n")]
  }

  /// The path of the file of a name.
  func path(of name: String) -> String { folder + "/" + name }
}
