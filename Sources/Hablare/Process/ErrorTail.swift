/// The last bytes that a program has written to standard error.
struct ErrorTail: Sendable {
  /// The number of bytes to keep: enough for the last lines of a traceback, and small enough for
  /// thousands of children.
  static let capacity = 4096
  /// The maximum number of characters of a quoted line.
  private static let lineLimit = 300

  private var bytes: [UInt8] = []

  /// Adds bytes.
  ///
  /// Only the last `capacity` bytes are stored.
  mutating func append(_ new: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: new.suffix(Self.capacity))
    if bytes.count > Self.capacity { bytes.removeFirst(bytes.count - Self.capacity) }
  }

  /// The last line that is not blank, without control characters, ready to quote in a message.
  ///
  /// Nil if there is no such line.
  var lastLine: String? {
    for line in bytes.split(separator: UInt8(ascii: "\n")).reversed() {
      let text = String(decoding: line, as: UTF8.self).unicodeScalars.filter {
        $0.properties.generalCategory != .control
      }
      let trimmed = String(String.UnicodeScalarView(text)).trimmed
      if !trimmed.isEmpty { return String(trimmed.prefix(Self.lineLimit)) }
    }
    return nil
  }
}
