import Basics

/// The positions of folders relative to the feed's folder.
struct FeedLayout {
  /// The absolute path of the feed's folder: `named` as named by the user, `real` with links resolved.
  private let named: FilePath?
  private let real: FilePath?

  /// Locates the feed's folder.
  init(folder: String) {
    named = Self.fromRoot(folder)
    real = try? FilePath(folder).resolved()
  }

  /// Returns the path components from the feed's folder to another folder, or nil if the other folder is not
  /// below the feed's folder.
  ///
  /// A link below the feed's folder is treated like a folder, because a server follows the link.
  func names(to folder: String) -> [String]? {
    if let named, let other = Self.fromRoot(folder), other.isWithin(named) {
      return Self.names(other, below: named)
    }
    if let real, let other = try? FilePath(folder).resolved(), other.isWithin(real) {
      return Self.names(other, below: real)
    }
    return nil
  }

  private static func names(_ path: FilePath, below folder: FilePath) -> [String] {
    let rest = path.bytes.dropFirst(folder.bytes.count)
    return rest.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the absolute path without ".", ".." and doubled slashes.
  ///
  /// Links are not resolved.
  private static func fromRoot(_ path: String) -> FilePath? {
    var path = FilePath(path.isEmpty ? "." : path)
    if !path.isAbsolute {
      guard let current = try? FilePath(".").resolved() else { return nil }
      path = current.appending(path)
    }
    let rest = FilePath(bytes: path.bytes.drop { $0 == UInt8(ascii: "/") })
    return rest.normalized.map { FilePath(bytes: [UInt8(ascii: "/")] + $0.bytes) }
  }
}
