import Basics
import Glibc

/// The subfolders of an output folder that contain files beside the sound.
///
/// The program changes no other subfolder, and does not follow links.
enum Subfolder {
  /// The folder with all files of the read-along page except the page itself.
  static let readAlong = "read-along"
  /// The names of all subfolders.
  static let names = [readAlong]

  /// Returns the name of a file of the read-along page, relative to the output folder.
  static func readAlong(_ name: String) -> String { "\(readAlong)/\(name)" }

  /// Returns the subfolder of a file whose name is relative to the output folder, or nil.
  static func name(of file: String) -> String? {
    names.first { name in
      file.hasPrefix(name + "/") && FileRecord.isName(String(file.dropFirst(name.count + 1)))
    }
  }

  /// Returns whether a subfolder exists and is not a link.
  ///
  /// The target of a link may belong to the user.
  static func exists(_ name: String, in folder: String) -> Bool {
    FileSystem.status(of: folder + "/" + name)?.isFolder == true
  }

  /// Returns whether the subfolder of a file exists, or the file is in no subfolder.
  static func exists(for file: String, in folder: String) -> Bool {
    name(of: file).map { exists($0, in: folder) } ?? true
  }

  /// Throws a `RenderError` if something other than a folder has the name of the file's subfolder.
  static func check(for file: String, in folder: String) throws(RenderError) {
    guard let name = name(of: file) else { return }
    let path = folder + "/" + name
    guard FileSystem.status(of: path)?.isFolder ?? true else {
      throw .output(
        path: path, reason: "it is not a folder, but the \(name) page needs a folder with this name"
      )
    }
  }

  /// Creates the subfolder of a file if it does not exist.
  static func make(for file: String, in folder: String) throws(RenderError) {
    try check(for: file, in: folder)
    guard let name = name(of: file), !exists(name, in: folder) else { return }
    try FileSystem.makeFolder(folder + "/" + name)
  }

  /// Removes a subfolder if it is empty.
  static func removeIfEmpty(_ name: String, in folder: String) {
    if exists(name, in: folder) { _ = rmdir(folder + "/" + name) }
  }
}
