import Guion

/// Diagnostics as JSON.
enum FindingsDocument {
  /// Returns one object that contains all diagnostics, each on its own line.
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

  /// Returns a diagnostic as a progress event.
  ///
  /// `state` is `new` or `gone`, or nil if that is unknown.
  static func event(_ diagnostic: Diagnostic, state: String? = nil) -> String {
    var json = JSONWriter()
    json.beginObject()
    json.key("event")
    json.string("diagnostic")
    if let state { json.member("state", state) }
    json.members(of: diagnostic)
    json.end()
    return String(decoding: json.take(), as: UTF8.self)
  }
}

extension JSONWriter {
  fileprivate mutating func members(of diagnostic: Diagnostic) {
    member("severity", diagnostic.severity.rawValue)
    member("code", diagnostic.code)
    member("message", diagnostic.message)
    if let file = diagnostic.file { member("file", file) }
    if let position = diagnostic.position {
      member("line", position.line)
      member("column", position.column)
    }
  }
}
