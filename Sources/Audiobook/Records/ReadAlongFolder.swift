import Basics
import Glibc

/// The folder with all files of the read-along page except the page itself.
enum ReadAlongFolder {
  static let name = "read-along"

  /// Returns the name of a file in the read-along folder, relative to the output folder.
  static func file(_ name: String) -> String { "\(self.name)/\(name)" }

  /// Returns whether a name, relative to the output folder, is the name of a file in the read-along folder.
  static func isName(_ file: String) -> Bool {
    file.hasPrefix(name + "/") && FileRecord.isName(String(file.dropFirst(name.count + 1)))
  }

  /// Returns whether the folder exists and is not a link.
  ///
  /// The target of a link may belong to the user.
  static func exists(in folder: String) -> Bool {
    FileSystem.status(of: folder + "/" + name)?.isFolder == true
  }

  /// Throws a `RenderError` if something other than a folder has the read-along folder's name.
  static func check(in folder: String) throws(RenderError) {
    let path = folder + "/" + name
    if let status = FileSystem.status(of: path) {
      guard status.isFolder else {
        throw .output(
          path: path,
          reason: "it is not a folder, but the read-along page needs a folder with this name")
      }
    }
  }

  /// Creates the folder if it does not exist.
  static func make(in folder: String) throws(RenderError) {
    try check(in: folder)
    if !exists(in: folder) { try FileSystem.makeFolder(folder + "/" + name) }
  }

  /// Removes the folder if it is empty.
  static func removeIfEmpty(in folder: String) {
    if exists(in: folder) { _ = rmdir(folder + "/" + name) }
  }
}
