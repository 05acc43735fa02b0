import Foundation

/// A call by which the command changes a file, as Tests/KillPoint/killpoint.c takes note of it.
struct FileChange: CustomStringConvertible {
  /// `open` where it makes or empties a file, `write`, `truncate`, `fsync`, `rename`, `link`, `unlink`
  /// or `mkdir`.
  var kind: String
  /// Bytes to be written; 0 for other kinds.
  var size: Int
  /// The file, from the stage's folder on; of a renaming the new name.
  var path: String

  /// The changes in a log, in their order.
  static func all(in log: String) -> [FileChange] {
    log.lines.compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 2)
      guard fields.count == 3, let size = Int(fields[1]) else { return nil }
      return FileChange(kind: String(fields[0]), size: size, path: String(fields[2]))
    }
  }

  /// Each change with its number among those of its kind, from 1.
  static func numbered(_ changes: [FileChange]) -> [(change: FileChange, number: Int)] {
    var counts: [String: Int] = [:]
    return changes.map { change in
      counts[change.kind, default: 0] += 1
      return (change, counts[change.kind] ?? 0)
    }
  }

  /// Whether the change has few like it: a name that is given or taken, a flush, or a write to a
  /// record.
  var isRare: Bool {
    !["write", "open", "truncate"].contains(kind) || name.contains("journal")
      || name.contains("manifest") || name.contains("playlist") || name == "lock"
  }

  var name: String { String(path.split(separator: "/").last ?? "") }

  /// Whether it is a write to a sound in the making, of which there are many alike.
  var isSound: Bool { kind == "write" && name.hasSuffix(".encoding") }

  var description: String { size > 0 ? "\(kind) \(path) (\(size) bytes)" : "\(kind) \(path)" }
}
