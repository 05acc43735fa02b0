import Basics
import Foundation

/// A value as one line of JSON, as the records keep it: an object whose last member, `check`, is the
/// `CheckValue` of the object without it.
enum JSONLine {
  private static let mark = Array(#","check":""#.utf8)
  private static let end = Array(#""}"#.utf8)

  /// The line of a value that has at least one member, with its line end.
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

  /// Whether a line ends with a check, right or wrong.
  static func hasCheck(_ line: ArraySlice<UInt8>) -> Bool {
    let tail = line.suffix(mark.count + CheckValue.length + end.count)
    return tail.starts(with: mark) && tail.suffix(end.count).elementsEqual(end)
  }

  /// Whether a line is what was written.
  static func isWhole(_ line: ArraySlice<UInt8>) -> Bool {
    guard hasCheck(line) else { return false }
    let check = line.dropLast(end.count).suffix(CheckValue.length)
    let object = line.dropLast(mark.count + CheckValue.length + end.count) + [UInt8(ascii: "}")]
    return CheckValue.of(Array(object)).elementsEqual(check)
  }
}

/// The lines of a record, of which only those count that are what was written.
///
/// Lines without a check are those of an earlier version, which wrote all of its lines so. Among
/// lines with a check one without is damaged.
struct JSONLines: Sendable {
  private let lines: [ArraySlice<UInt8>]
  /// Whether there are lines and none has a check.
  let isUnchecked: Bool

  /// Takes a text apart.
  init(_ text: [UInt8]) {
    lines = text.split(separator: UInt8(ascii: "\n"))
    isUnchecked = !lines.isEmpty && !lines.contains(where: JSONLine.hasCheck)
  }

  var count: Int { lines.count }

  /// The value of a line; nil if the line is damaged or has another meaning.
  func value<Value: Decodable>(_ type: Value.Type, at place: Int) -> Value? {
    let line = lines[place]
    guard isUnchecked || JSONLine.isWhole(line) else { return nil }
    return try? JSONDecoder().decode(type, from: Data(line))
  }
}
