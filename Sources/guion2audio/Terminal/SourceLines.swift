import Basics
import Foundation
import Guion

/// The lines of files that diagnostics point to.
struct SourceLines {
  private var lines: [String: [ArraySlice<UInt8>]] = [:]

  /// Reads the files.
  /// A file that cannot be read again, such as standard input, has no lines.
  init(of files: Set<String>) {
    for file in files where file != "-" {
      let bytes = try? SourceFile.bytes(
        of: FilePath(file), shown: file, limit: .document, isRegular: true)
      guard let bytes else { continue }
      lines[file] = Self.lines(of: bytes)
    }
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
