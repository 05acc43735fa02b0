import FoundationEssentials
import Glibc

/// Checks that only the user and root can change what a path leads to.
/// A file that names programs is as powerful as a program: whoever can change or replace it can run
/// programs as the user.
package enum TrustedPath {
  /// What other users could change: the file, or a folder or link on the path to it.
  package enum Exposure: Error, Equatable, Sendable {
    /// The permissions allow other users to write the file or folder.
    case writable(path: String, mode: UInt32)
    /// The file or folder belongs to another user; `owner` is the user's number.
    case foreign(path: String, owner: UInt32)
  }

  /// The maximum number of links that the system follows in a path (path_resolution(7)).
  private static let maximumLinks = 40

  /// Throws if another user could change the file at a path.
  /// Links are followed in the same way as the system follows them.
  /// A path that leads nowhere is not an error. A nameless pipe or device is not an error either.
  package static func check(_ path: String) throws(Exposure) {
    guard access(path, F_OK) == 0 else { return }
    var rest = names(in: absolute(path))
    var (place, links) = ("/", 0)
    try check(place, FileStatus(place))
    while let name = rest.popLast() {
      let next = name == ".." ? parent(of: place) : XDGFolders.path(place, name)
      let status = FileStatus(next)
      try check(next, status)
      guard status?.isLink == true else {
        place = next
        continue
      }
      links += 1
      guard links <= maximumLinks, let target = target(of: next) else { return }
      if target.hasPrefix("/") { place = "/" }
      rest += names(in: target)
    }
  }

  private static func check(_ path: String, _ status: FileStatus?) throws(Exposure) {
    // A missing status means a link in /proc to a nameless object.
    guard let status, status.kind != S_IFCHR, status.kind != S_IFBLK else { return }
    let owners = [0, geteuid()] + (strangers.map { [$0] } ?? [])
    guard owners.contains(status.owner) else {
      throw .foreign(path: path, owner: status.owner)
    }
    // Permissions of links have no meaning, and in a sticky folder users can change only their own files
    // (inode(7)).
    let isSticky = status.isFolder && status.permissions & S_ISVTX != 0
    if !status.isLink, !isSticky, status.permissions & 0o022 != 0 {
      throw .writable(path: path, mode: status.permissions)
    }
  }

  /// The user number that a user namespace shows for every user who has no number in the namespace,
  /// including the machine's root (user_namespaces(7)).
  /// nil outside such a namespace.
  private static let strangers: uid_t? = {
    let map = try? String(contentsOfFile: "/proc/self/uid_map", encoding: .utf8)
    guard let map, map.split(whereSeparator: \.isWhitespace) != ["0", "0", "4294967295"] else {
      return nil
    }
    let number = try? String(contentsOfFile: "/proc/sys/kernel/overflowuid", encoding: .utf8)
    return number.flatMap { $0.split(whereSeparator: \.isWhitespace).first.flatMap { uid_t($0) } }
  }()

  // MARK: Paths

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  /// Returns the names in a path, in reverse order.
  private static func names(in path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
  }

  private static func parent(of place: String) -> String {
    guard let slash = place.lastIndex(of: "/"), slash != place.startIndex else { return "/" }
    return String(place[..<slash])
  }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension TrustedPath.Exposure: CustomStringConvertible {
  /// The problem, in one sentence.
  /// The program that prints the problem adds the advice.
  package var description: String {
    switch self {
    case .writable(let path, let mode):
      "other users can write \(path) (its mode is \(String(mode, radix: 8))), so they could run programs as "
        + "you"
    case .foreign(let path, let owner):
      "\(path) belongs to another user (user id \(owner)), who could run programs as you"
    }
  }
}

/// The folders for a user's files (XDG Base Directory Specification 0.8).
package struct XDGFolders: Sendable, Equatable {
  /// The folder for settings: `$XDG_CONFIG_HOME`, or else `~/.config`.
  package var config: String
  /// The folder for data that can be created again: `$XDG_CACHE_HOME`, or else `~/.cache`.
  package var cache: String
  /// The folder for data that must be preserved: `$XDG_DATA_HOME`, or else `~/.local/share`.
  package var data: String

  /// Creates the folders from an environment.
  /// Relative values are ignored, as the specification requires.
  /// `home` is used if `HOME` is not set. Its default is the home folder in the user database.
  package init(environment: [String: String], home: String? = nil) {
    let home =
      Self.absolute(environment["HOME"]) ?? home ?? Self.homeOfUser() ?? "/nonexistent"
    config = Self.absolute(environment["XDG_CONFIG_HOME"]) ?? Self.path(home, ".config")
    cache = Self.absolute(environment["XDG_CACHE_HOME"]) ?? Self.path(home, ".cache")
    data = Self.absolute(environment["XDG_DATA_HOME"]) ?? Self.path(home, ".local/share")
  }

  private static func absolute(_ value: String?) -> String? {
    guard let value, value.hasPrefix("/") else { return nil }
    return value
  }

  package static func path(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private static func homeOfUser() -> String? {
    // `getpwuid` is not used, because all threads share its buffer.
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let folder = entry.pw_dir
    else { return nil }
    return String(cString: folder)
  }
}
