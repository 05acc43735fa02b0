import Basics

/// The books of a feed, read and checked.
///
/// `init` throws all problems as one error.
struct FeedShelf {
  /// The books, in the order in which the user named their folders.
  private(set) var books: [FeedBook] = []
  private var faults: [FeedError.Fault] = []

  /// Reads the folders.
  init(_ folders: [String], _ settings: FeedSettings) throws(FeedError) {
    let layout = FeedShelf.Layout(folder: settings.folder)
    var seen: [[String]: String] = [:]
    for folder in folders {
      guard let manifest = manifest(folder) else { continue }
      guard let place = layout.names(to: folder) else {
        let base = settings.folder.isEmpty ? "." : settings.folder
        add(
          .wrongRequest,
          "\(folder) is not in the feed's folder (\(base)), so \(settings.address.base) does not serve it"
        )
        continue
      }
      if let first = seen.updateValue(folder, forKey: place) {
        add(
          .wrongRequest,
          folder == first ? "\(folder) is named twice" : "\(folder) is the same folder as \(first)")
        continue
      }
      do {
        books.append(try FeedBook(manifest, folder: folder, place: place))
      } catch {
        let path = FilePath(folder).appending(FilePath("manifest.json")).text
        add(.wrongInput, "\(VerifyError.notOurs(path: path, reason: error.reason))")
      }
    }
    if folders.isEmpty { add(.wrongRequest, "a feed needs the folder of a finished book") }
    guard faults.isEmpty else { throw FeedError(faults: faults) }
  }

  private mutating func manifest(_ folder: String) -> Manifest? {
    do {
      return try Manifest(inFolder: folder)
    } catch {
      switch error {
      case .unreadable(_, let reason):
        add(
          .missingInput,
          "\(folder) is not the folder of a finished book: its manifest.json cannot be read (\(reason)); build the book first"
        )
      case .unfinished: add(.missingInput, "\(error)")
      case .notOurs, .tooLarge: add(.wrongInput, "\(error)")
      }
      return nil
    }
  }

  private mutating func add(_ kind: FeedError.Kind, _ message: FeedMessage) {
    faults.append(FeedError.Fault(kind, message))
  }
}

extension FeedShelf {
  /// The positions of folders relative to the feed's folder.
  struct Layout {
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
}
