import Basics
import Foundation

/// A value as one line of JSON, the format of the records.
/// The last member of the object is `check`. Its value is the `CheckValue` of the object without this member.
enum JSONLine {
  private static let mark = Array(#","check":""#.utf8)
  private static let end = Array(#""}"#.utf8)

  /// Returns a value as a line, with its line end; the value must have at least one member.
  static func bytes(_ value: some Encodable) throws(RenderError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      let object = [UInt8](try encoder.encode(value))
      return object.dropLast() + mark + CheckValue.of(object) + end + [UInt8(ascii: "\n")]
    } catch {
      throw .output(path: FolderRecords.name, reason: "\(error)")
    }
  }

  /// Returns whether a line ends with a check value, correct or not.
  static func hasCheck(_ line: ArraySlice<UInt8>) -> Bool {
    let tail = line.suffix(mark.count + CheckValue.length + end.count)
    return tail.starts(with: mark) && tail.suffix(end.count).elementsEqual(end)
  }

  /// Returns whether a line is undamaged, judged by its check value.
  static func isWhole(_ line: ArraySlice<UInt8>) -> Bool {
    guard hasCheck(line) else { return false }
    let check = line.dropLast(end.count).suffix(CheckValue.length)
    let object = line.dropLast(mark.count + CheckValue.length + end.count) + [UInt8(ascii: "}")]
    return CheckValue.of(Array(object)).elementsEqual(check)
  }
}

/// The lines of a record; damaged lines are ignored.
/// An earlier version of the program wrote all lines without a check. In a file with checks, a line without a
/// check is damaged.
struct JSONLines: Sendable {
  private let lines: [ArraySlice<UInt8>]
  /// Whether there are lines, but no line has a check.
  let isUnchecked: Bool

  /// Splits a text into lines.
  init(_ text: [UInt8]) {
    lines = text.split(separator: UInt8(ascii: "\n"))
    isUnchecked = !lines.isEmpty && !lines.contains(where: JSONLine.hasCheck)
  }

  var count: Int { lines.count }

  /// Returns the value of a line; nil if the line is damaged or has another type.
  func value<Value: Decodable>(_ type: Value.Type, at place: Int) -> Value? {
    let line = lines[place]
    guard isUnchecked || JSONLine.isWhole(line) else { return nil }
    return try? JSONDecoder().decode(type, from: Data(line))
  }
}
