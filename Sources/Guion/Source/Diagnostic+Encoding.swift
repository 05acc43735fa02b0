import Basics

extension Diagnostic {
  /// Returns a warning if some bytes are not UTF-8, at the first such position.
  /// `start` is the offset of the first column of the first line.
  static func undecodable(in text: Bytes, from start: Int) -> [Self] {
    guard let found = text.undecodable(from: start) else { return [] }
    var places = PositionCounter(text, from: start)
    return [.undecodable(as: .utf8, count: found.count, at: places.position(of: found.first))]
  }

  /// A text encoding, by its name.
  enum Encoding: String {
    case utf8 = "UTF-8"
    case utf16 = "UTF-16"
  }

  /// The warning that `count` byte sequences of a text cannot be decoded; `position` is the position
  /// of the first one.
  static func undecodable(as encoding: Encoding, count: Int, at position: SourcePosition) -> Self {
    let places =
      count == 1 ? "1 byte sequence is" : "\(count) byte sequences (the first is here) are"
    return Self(
      code: encoding == .utf8 ? "invalid-utf8" : "invalid-utf16", severity: .warning,
      message: "\(places) not valid \(encoding.rawValue), so characters are lost; save the file as "
        + "UTF-8",
      position: position)
  }
}

extension Diagnostic {
  /// The error for a document that is not in the expected format.
  static func wrongFormat(_ found: String, as format: DocumentFormat, advice: String) -> Self {
    Self(
      code: "wrong-format", severity: .error,
      message: "this is \(found) and cannot be read as \(format.displayName); \(advice)")
  }

  /// The error for bytes that are in another format, with the way to read them.
  static func wrongContent(_ bytes: [UInt8], as format: DocumentFormat) -> Self {
    let isOffice = [.docx, .odt, .officeScript].contains(format)
    let isLock = isOffice && [162, 165].contains(bytes.count) && (bytes.first ?? 0) <= 54
    let kind = BinaryFile.detect(bytes)
    if bytes.isEmpty {
      return .wrongFormat("an empty file", as: format, advice: "choose another file")
    }
    if isLock {
      return .wrongFormat(
        "the lock file of an open document", as: format,
        advice: "close the document, and give its own file")
    }
    let real = DocumentFormat(content: bytes)
    if real == nil, ContentKind(bytes) == .xml {
      return .wrongFormat(
        "an XML document", as: format, advice: "export it as Markdown or plain text")
    }
    let name = real == .fdx ? "a Final Draft script" : kind?.name ?? "text"
    let ending = real.flatMap(\.fileExtensions.first)
    let advice = ending.map { "rename it to end in .\($0), or choose the format \($0)" }
    return .wrongFormat(
      name, as: format, advice: advice ?? kind?.advice ?? "choose its real format with --from")
  }
}
