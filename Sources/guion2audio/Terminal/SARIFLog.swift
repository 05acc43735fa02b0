import Audiobook
import Basics
import Foundation
import Guion
import Narration

/// Diagnostics in the Static Analysis Results Interchange Format (OASIS SARIF 2.1.0).
/// Code hosts and editors show such diagnostics beside the source.
struct SARIFLog {
  private let diagnostics: [Diagnostic]
  /// The codes that occur, sorted.
  /// `ruleIndex` in the log is an index into this list.
  private let rules: [String]
  private let lines: SourceLines

  init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
    rules = Set(diagnostics.map(\.code)).sorted()
    lines = SourceLines(of: Set(diagnostics.compactMap(\.file)))
  }

  var json: [UInt8] {
    var json = JSONWriter(style: .pretty)
    json.beginObject()
    json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    json.member("version", "2.1.0")
    json.key("runs")
    json.beginArray()
    json.beginObject()
    writeTool(&json)
    // Diagnostics count columns in bytes. `SourceLines` converts them to code points (section 3.14.17).
    json.member("columnKind", "unicodeCodePoints")
    json.key("results")
    json.beginArray()
    for diagnostic in diagnostics { write(diagnostic, &json) }
    json.end()
    json.end()
    json.end()
    json.end()
    json.endLine()
    return json.take()
  }

  /// Writes the tool with its rules (section 3.18).
  private func writeTool(_ json: inout JSONWriter) {
    json.key("tool")
    json.beginObject()
    json.key("driver")
    json.beginObject()
    json.member("name", "guion2audio")
    json.member("version", Version.number)
    json.key("rules")
    json.beginArray()
    for rule in rules {
      json.beginObject()
      json.member("id", rule)
      if let code = LintCode.named(rule) { writeRule(code, &json) }
      json.end()
    }
    json.end()
    json.end()
    json.end()
  }

  /// Writes a rule (section 3.49) with its meaning and its default severity.
  private func writeRule(_ code: LintCode, _ json: inout JSONWriter) {
    for (key, text) in [("shortDescription", code.meaning), ("help", code.advice)] {
      json.key(key)
      json.beginObject(.inline)
      json.member("text", text)
      json.end()
    }
    json.key("defaultConfiguration")
    json.beginObject(.inline)
    if let severity = code.severity {
      json.member("level", severity.rawValue)
    } else {
      json.key("enabled")
      json.bool(false)
    }
    json.end()
  }

  /// Writes a result (section 3.27).
  /// Severities have the names of SARIF's levels.
  private func write(_ diagnostic: Diagnostic, _ json: inout JSONWriter) {
    json.beginObject()
    json.member("ruleId", diagnostic.code)
    json.key("ruleIndex")
    json.integer(rules.firstIndex(of: diagnostic.code) ?? -1)
    json.member("level", diagnostic.severity.rawValue)
    json.key("message")
    json.beginObject(.inline)
    json.member("text", diagnostic.messageWithPlace)
    json.end()
    if let file = diagnostic.file { writePlace(diagnostic, file, &json) }
    json.end()
  }

  /// Writes the position of a result (sections 3.28 to 3.30).
  private func writePlace(_ diagnostic: Diagnostic, _ file: String, _ json: inout JSONWriter) {
    json.key("locations")
    json.beginArray()
    json.beginObject()
    json.key("physicalLocation")
    json.beginObject()
    json.key("artifactLocation")
    json.beginObject(.inline)
    json.member("uri", Self.uri(of: file))
    json.end()
    if let position = diagnostic.linePosition {
      json.key("region")
      json.beginObject(.inline)
      json.key("startLine")
      json.integer(position.line)
      if let column = lines.codePoint(of: position, in: file) {
        json.key("startColumn")
        json.integer(column)
      }
      json.end()
    }
    json.end()
    json.end()
    json.end()
  }

  /// Returns a path as a URI reference (RFC 3986).
  /// An absolute path gets the `file` scheme.
  static func uri(of path: String) -> String {
    let isPlain = { (byte: UInt8) in
      byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || byte >= 0x30 && byte <= 0x39)
        || "-._~/".utf8.contains(byte)
    }
    let escaped = path.utf8.reduce(into: "") { text, byte in
      if isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return path.hasPrefix("/") ? "file://\(escaped)" : escaped
  }
}

extension Diagnostic {
  /// The position, if it is a line of a text; nil in a PDF or an office document.
  var linePosition: SourcePosition? { PlaceUnit(file: file) == .line ? position : nil }

  /// The message for tools that know only lines: a page or a paragraph is part of the words.
  var messageWithPlace: String {
    guard linePosition == nil, let position else { return message }
    return "\(PlaceUnit.words(ofLine: position.line, in: file)): \(message)"
  }
}

/// The lines of files that diagnostics point to.
struct SourceLines {
  private var lines: [String: [ArraySlice<UInt8>]] = [:]

  /// Reads the files.
  /// A file that cannot be read again, such as standard input, has no lines. Neither has a PDF or an office document.
  init(of files: Set<String>) {
    for file in files where file != "-" && PlaceUnit(file: file) == .line {
      let bytes = try? SourceFile.bytes(
        of: FilePath(file), shown: file, limit: .document, isRegular: true)
      guard let bytes else { continue }
      lines[file] = Self.lines(of: bytes)
    }
  }

  /// Returns a line by its number, from 1; nil if it is unknown or no text.
  func line(_ number: Int, of file: String) -> String? {
    guard let lines = lines[file], lines.indices.contains(number - 1) else { return nil }
    return String(validating: lines[number - 1], as: UTF8.self)
  }

  /// Returns the column of a position in Unicode code points, from 1, or nil if the line is unknown.
  /// The column in `position` counts bytes.
  func codePoint(of position: SourcePosition, in file: String) -> Int? {
    if position.column == 1 { return 1 }
    guard let lines = lines[file], lines.indices.contains(position.line - 1) else { return nil }
    let before = lines[position.line - 1].prefix(position.column - 1)
    return 1 + before.count { $0 & 0xC0 != 0x80 }
  }

  /// Returns the subject of a diagnostic: the text at its position.
  /// The subject is a quoted name or value, a JSON value, or the rest of the line. It is empty if the position is
  /// unknown.
  func subject(of diagnostic: Diagnostic) -> String {
    guard let file = diagnostic.file, let position = diagnostic.position, let lines = lines[file],
      lines.indices.contains(position.line - 1)
    else { return "" }
    let line = lines[position.line - 1].dropFirst(position.column - 1)
    let quote = UInt8(ascii: "\"")
    let end: Int?
    if line.first == quote {
      end = line.dropFirst().firstIndex(of: quote)
    } else if file.hasSuffix(".json") {
      end = line.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") }
    } else {
      end = nil
    }
    return String(decoding: line[..<(end ?? line.endIndex)], as: UTF8.self)
      .trimmingCharacters(in: .whitespaces)
  }

  /// Returns the lines of a file.
  /// CR LF, LF and CR each end a line, as in the parsers. A byte order mark is not part of the first line.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for (index, byte) in bytes.enumerated() where byte == lineFeed || byte == carriageReturn {
      if byte == lineFeed, index > 0, bytes[index - 1] == carriageReturn {
        start = index + 1
        continue
      }
      lines.append(bytes[start..<index])
      start = index + 1
    }
    lines.append(bytes[min(start, bytes.count)...])
    return lines
  }
}
