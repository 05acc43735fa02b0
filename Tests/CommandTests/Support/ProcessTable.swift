import Foundation
import Glibc

/// Information about processes from /proc.
///
/// Tests only use it for processes that they have started.
enum ProcessTable {
  struct Entry: Equatable {
    var pid: pid_t
    var state: Character
    var parent: pid_t
    var group: pid_t
    /// The start time in clock ticks since the machine started.
    var startTime: Int
  }

  /// Returns every living process.
  static func all() -> [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.compactMap(entry)
  }

  static func children(of pid: pid_t) -> [Entry] { all().filter { $0.parent == pid } }
  static func group(_ group: pid_t) -> [Entry] { all().filter { $0.group == group } }

  /// Returns the command lines of living processes that contain a path.
  static func commandLines(naming path: String) -> [String] {
    all().compactMap { process in
      FileManager.default.contents(atPath: "/proc/\(process.pid)/cmdline")
        .map { String(decoding: $0, as: UTF8.self).replacing("\0", with: " ") }
    }.filter { $0.contains(path) }
  }

  /// Returns a living process, or nil if it has ended.
  static func entry(_ pid: pid_t) -> Entry? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else { return nil }
    // proc(5): pid (comm) state ppid pgrp … starttime is field 22.
    let text = String(decoding: data, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 19, let state = fields[0].first, state != "Z", state != "X",
      let parent = pid_t(fields[1]), let group = pid_t(fields[2]), let start = Int(fields[19])
    else { return nil }
    return Entry(pid: pid, state: state, parent: parent, group: group, startTime: start)
  }
}
