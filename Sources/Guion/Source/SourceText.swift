/// The bytes of a document as UTF-8, with the warnings that do not depend on its format.
struct SourceText {
  /// The text; empty if the file is not text.
  let bytes: [UInt8]
  /// The warnings and errors about the bytes.
  let diagnostics: [Diagnostic]

  /// Uses UTF-8 without copying it, and decodes UTF-16 that has a byte order mark.
  init(_ bytes: [UInt8]) {
    if let text = UTF16Text(bytes) {
      self.bytes = text.bytes
      diagnostics = text.diagnostics + Self.nuls(in: text.bytes)
    } else if let found = BinaryFile.detect(bytes) {
      self.bytes = []
      diagnostics = [.binaryFile(found)]
    } else {
      self.bytes = bytes
      diagnostics = Self.nuls(in: bytes)
    }
  }

  private static func nuls(in bytes: [UInt8]) -> [Diagnostic] {
    bytes.withUnsafeBufferPointer { text in
      guard let first = text.first(0, in: 0..<text.count) else { return [] }
      let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      var places = PositionCounter(text, from: start)
      let count = text[first...].reduce(0) { $0 + ($1 == 0 ? 1 : 0) }
      return [.nulBytes(count: count, first: places.position(of: first))]
    }
  }
}

extension Diagnostic {
  fileprivate static func nulBytes(count: Int, first: SourcePosition) -> Self {
    let bytes = count == 1 ? "1 NUL byte here" : "\(count) NUL bytes (the first is here)"
    return Self(
      code: "nul-byte", severity: .warning,
      message: "this text contains \(bytes); delete every NUL byte",
      position: first)
  }

  fileprivate static func binaryFile(_ found: BinaryFile) -> Self {
    Self(
      code: "binary-file", severity: .error,
      message: "this is not text: it looks like \(found.name); \(found.advice)")
  }
}
