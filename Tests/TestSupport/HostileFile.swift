import Foundation

/// Something hostile under the name of a file.
package enum HostileFile {
  /// Replaces a file by something hostile.
  package static func replace(_ path: String, by what: String) throws {
    let manager = FileManager.default
    try manager.moveItem(atPath: path, toPath: path + ".was")
    switch what {
    case "pipe": mkfifo(path, 0o600)
    case "folder": try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "link": symlink(path + ".was", path)
    default:
      try Data("HABCLIP1".utf8).write(to: URL(filePath: path))
      truncate(path, 1 << 40)
    }
  }
}
