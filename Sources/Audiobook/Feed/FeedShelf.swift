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
    let layout = FeedLayout(folder: settings.folder)
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
