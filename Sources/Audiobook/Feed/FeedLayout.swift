import Basics

/// Where folders are as seen from the folder of the feed.
struct FeedLayout {
  /// The folder of the feed from the root: as it was named, and without links.
  private let named: FilePath?
  private let real: FilePath?

  /// Looks where the folder of the feed is.
  init(folder: String) {
    named = Self.fromRoot(folder)
    real = try? FilePath(folder).resolved()
  }

  /// Returns the names on the way from the feed's folder to another one; nil if the other one is not below it.
  ///
  /// A link below the feed's folder counts as the folder that it leads to, because a server follows it.
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

  /// The path from the root without ".", ".." and doubled slashes; links stay as they are.
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
