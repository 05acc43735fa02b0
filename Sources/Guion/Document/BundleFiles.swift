import Basics
import Glibc

/// The files of a TextBundle: entries of an archive, or files in a folder.
/// Files outside the bundle are never opened.
protocol BundleFiles {
  /// The paths of the files, from the top, with "/" between folders.
  var names: [String] { get }
  /// Returns all bytes of a file.
  /// A thrown error names the file in its property `file` or in its message.
  func bytes(of name: String, limit: InputLimit) throws(Diagnostic) -> [UInt8]
}

/// A bundle in a zip archive: a TextPack or a Highland file.
struct ArchivedBundle: BundleFiles {
  let archive: ZipArchive

  var names: [String] { archive.entries.map(\.name) }

  func bytes(of name: String, limit: InputLimit) throws(Diagnostic) -> [UInt8] {
    do {
      return try archive.bytes(of: name, limit: limit.maximum)
    } catch {
      throw error.diagnostic
    }
  }
}

/// A bundle that is a folder: `Name.textbundle`.
package struct FolderBundle: BundleFiles {
  /// The folder as the user named it.
  let path: String

  /// Whether a path names a bundle that is a folder.
  package static func isBundle(_ path: String) -> Bool {
    FilePath(path).trimmed.text.lowercased().hasSuffix(".textbundle")
      && FileStatus(path, followingLinks: true)?.isFolder == true
  }

  /// The names of the files at the top and in `assets`, sorted.
  var names: [String] {
    let top = FolderListing.names(in: path)
    let assets = FolderListing.names(in: path + "/assets").map { "assets/" + $0 }
    return (top + assets).sorted()
  }

  func bytes(of name: String, limit: InputLimit) throws(Diagnostic) -> [UInt8] {
    let reference = FileReference(path: name, base: path, root: path, in: nil, position: nil)
    do throws(FileError) {
      return try LimitedFile.bytes(of: reference, limit: limit)
    } catch {
      throw Self.diagnostic(error, name, limit)
    }
  }

  private static func diagnostic(
    _ error: FileError, _ name: String, _ limit: InputLimit
  ) -> Diagnostic {
    switch error.cause {
    case .exceedsLimit: .tooLarge(limit, in: name)
    case .outside:
      Diagnostic(
        code: "outside-folder", severity: .error,
        message: "this link leads out of the bundle; replace the link with the file", file: name)
    case .notAFile(let kind) where kind != .loop:
      badBundle("\(name) is not a regular file; replace it with the file itself")
    default: badBundle("\(name) cannot be read: \(error.reason)")
    }
  }

  private static func badBundle(_ message: String) -> Diagnostic { .badBundle(message) }
}

extension Diagnostic {
  /// The error for a bundle that has no text or cannot be read.
  static func badBundle(_ message: String) -> Self {
    Self(code: "bad-bundle", severity: .error, message: message)
  }
}
