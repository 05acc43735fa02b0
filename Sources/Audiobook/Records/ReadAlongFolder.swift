import Basics
import Glibc

/// The folder beside the audio that has all of the read-along page but the page itself.
enum ReadAlongFolder {
  static let name = "read-along"

  /// The name, in the book's folder, of a file in it.
  static func file(_ name: String) -> String { "\(self.name)/\(name)" }

  /// Whether a name in the book's folder is that of a file in this one.
  static func isName(_ file: String) -> Bool {
    file.hasPrefix(name + "/") && FileRecord.isName(String(file.dropFirst(name.count + 1)))
  }

  /// Whether it is there, and no link: what a link leads to is not ours.
  static func isThere(in folder: String) -> Bool {
    FileSystem.status(of: folder + "/" + name)?.isFolder == true
  }

  /// Fails if something else stands in its place.
  static func check(in folder: String) throws(RenderError) {
    let path = folder + "/" + name
    if let status = FileSystem.status(of: path) {
      guard status.isFolder else {
        throw .output(
          path: path, reason: "it is no folder, and the read-along page needs a folder of this name"
        )
      }
    }
  }

  /// Makes it if there is none.
  static func make(in folder: String) throws(RenderError) {
    try check(in: folder)
    if !isThere(in: folder) { try FileSystem.makeFolder(folder + "/" + name) }
  }

  /// Removes it, unless somebody has put files of their own there.
  static func removeIfEmpty(in folder: String) {
    if isThere(in: folder) { _ = rmdir(folder + "/" + name) }
  }
}
