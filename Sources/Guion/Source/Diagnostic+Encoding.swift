extension Diagnostic {
  /// What is worth saying about bytes that are no UTF-8, at their first place; `start` is the byte
  /// of the first column of the first line.
  static func undecodable(in text: Bytes, from start: Int) -> [Self] {
    guard let found = text.undecodable(from: start) else { return [] }
    var places = PositionCounter(text, from: start)
    let count = found.count == 1 ? "1 place" : "\(found.count) places, the first of them here,"
    return [
      Self(
        code: "invalid-utf8", severity: .warning,
        message: "\(count) cannot be decoded as UTF-8 and will be read as U+FFFD; "
          + "save the file as UTF-8",
        position: places.position(of: found.first))
    ]
  }
}
