import Guion

/// Diagnostics as JSON.
enum FindingsDocument {
  /// One object with all of them, one a line.
  static func json(of diagnostics: [Diagnostic]) -> [UInt8] {
    var json = JSONWriter(style: .pretty)
    json.beginObject()
    json.key("findings")
    json.beginArray()
    for diagnostic in diagnostics {
      json.beginObject(.inline)
      json.members(of: diagnostic)
      json.end()
    }
    json.end()
    json.end()
    json.endLine()
    return json.take()
  }

  /// One of them as an event among those of progress.
  static func event(_ diagnostic: Diagnostic) -> String {
    var json = JSONWriter()
    json.beginObject()
    json.key("event")
    json.string("diagnostic")
    json.members(of: diagnostic)
    json.end()
    return String(decoding: json.take(), as: UTF8.self)
  }
}

extension JSONWriter {
  fileprivate mutating func members(of diagnostic: Diagnostic) {
    for (key, value) in [
      ("severity", diagnostic.severity.rawValue), ("code", diagnostic.code),
      ("message", diagnostic.message), ("file", diagnostic.file ?? ""),
    ] where !value.isEmpty {
      self.key(key)
      string(value)
    }
    if let position = diagnostic.position {
      key("line")
      integer(position.line)
      key("column")
      integer(position.column)
    }
  }
}
