/// The names of archive entries: paths from the top of the archive, with "/" between folders.
package enum ArchiveName {
  /// Whether a name stays within the archive on every system that uses it as a path.
  package static func isSafe(_ name: String) -> Bool {
    var parts = name.split(separator: "/", omittingEmptySubsequences: false)
    // The name of a folder ends with "/".
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    return parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".." && !part.contains("\\")
    } && !hasDrive(name)
  }

  /// Whether a name has a drive, as in "C:file", which Windows treats as an absolute path.
  private static func hasDrive(_ name: String) -> Bool {
    let start = name.unicodeScalars.prefix(2)
    return start.count == 2 && start.last == ":" && start.first?.properties.isAlphabetic == true
  }

  /// Returns the path of a file that another entry refers to, such as "../images/cover.jpg" in
  /// "text/one.xhtml"; nil if the path leads out of the archive.
  package static func resolve(_ path: String, from entry: String) -> String? {
    var parts = entry.split(separator: "/").dropLast().map(String.init)
    guard !path.hasPrefix("/"), !path.contains("\\") else { return nil }
    for part in path.split(separator: "/") where part != "." {
      if part == ".." {
        if parts.popLast() == nil { return nil }
      } else {
        parts.append(String(part))
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}
