import Foundation

/// A call by which the command changes a file, as Tests/KillPoint/killpoint.c logs it.
struct FileChange: CustomStringConvertible {
  /// `open` if the call creates or truncates a file; otherwise `write`, `truncate`, `fsync`, `rename`,
  /// `link`, `unlink` or `mkdir`.
  var kind: String
  /// The number of bytes to write; 0 for other kinds.
  var size: Int
  /// The path of the file, relative to the stage's folder; for a renaming, the new path.
  var path: String

  /// Returns the changes in a log, in order.
  static func all(in log: String) -> [FileChange] {
    log.lines.compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 2)
      guard fields.count == 3, let size = Int(fields[1]) else { return nil }
      return FileChange(kind: String(fields[0]), size: size, path: String(fields[2]))
    }
  }

  /// Returns each change with its number among the changes of its kind, from 1.
  static func numbered(_ changes: [FileChange]) -> [(change: FileChange, number: Int)] {
    var counts: [String: Int] = [:]
    return changes.map { change in
      counts[change.kind, default: 0] += 1
      return (change, counts[change.kind] ?? 0)
    }
  }

  /// Whether few changes are like this one: a rename, a removal, a flush, or a write to a record.
  var isRare: Bool {
    !["write", "open", "truncate"].contains(kind) || name.contains("journal")
      || name.contains("manifest") || name.contains("playlist") || name == "lock"
  }

  var name: String { String(path.split(separator: "/").last ?? "") }

  /// Whether the change is a write to a temporary audio file.
  ///
  /// Many of these writes are alike.
  var isSound: Bool { kind == "write" && name.hasSuffix(".encoding") }

  var description: String { size > 0 ? "\(kind) \(path) (\(size) bytes)" : "\(kind) \(path)" }
}
