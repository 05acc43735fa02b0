import Audiobook
import Basics
import Foundation
import Glibc
import Guion
import Narration

/// A book that a studio has opened: paths from the root.
package struct OpenedBook: Codable, Sendable, Equatable {
  /// The document or the folder.
  package var path: String
  /// The cast file if it is not the one beside the document.
  package var cast: String?
  /// The folder that Render writes to; nil for the usual one.
  package var output: String?
  /// The hash of the script that a page has sent, as it was sent; nil for other books.
  package var sent: String?
  /// The title that the book had when it was last opened.
  package var title: String?
}

/// The data folder of a user, and the way to open a book.
package struct StudioLibrary: Sendable {
  /// The folder of the program in the data folder.
  /// Scripts that a page sends go into its folder `books`.
  package var folder: String
  /// A private folder for temporary files.
  package var temporaryFolder: String
  /// Reads a book and returns the settings of a studio for it.
  package var open: @Sendable (OpenedBook) throws -> StudioSettings

  package init(
    folder: String, temporaryFolder: String,
    open: @escaping @Sendable (OpenedBook) throws -> StudioSettings
  ) {
    (self.folder, self.temporaryFolder, self.open) = (folder, temporaryFolder, open)
  }

  /// Returns the folder of a script that a page has sent, whatever path the script is named by; nil for other scripts.
  package func folder(ofCopy path: String) -> String? {
    func real(_ path: String) -> FilePath {
      let path = FilePath(OpenedBook.absolute(path))
      return (try? path.resolved()) ?? path
    }
    let own = real(path).folder
    return own.isWithin(real("\(folder)/books")) ? own.text : nil
  }
}

/// The book that is open, and those that a page can open.
/// Requests name a book by an id that this object gives, never by a path.
actor StudioBooks {
  /// The open book, or nil if none is open.
  private(set) var desk: StudioDesk?
  /// The desks of all opened books, in order.
  nonisolated let opened: AsyncStream<StudioDesk>
  private let report: AsyncStream<StudioDesk>.Continuation
  private let library: StudioLibrary?
  /// The changes of books that were open before, with the cast files that they have led to, oldest first.
  private var histories: [(path: String, file: CastFile, history: CastHistory)] = []
  private var isOpening = false
  private var isClosed = false

  /// Creates the books of a studio that opens a book at the start, or that is empty.
  /// Without a library, no other book can be opened.
  init(_ settings: StudioSettings?, _ library: StudioLibrary? = nil) {
    self.library = library
    (opened, report) = AsyncStream.makeStream()
    desk = settings.map { StudioDesk(Self.marked($0, library)) }
    if let desk { report.yield(desk) }
  }

  /// Closes the open book. No other book is opened then.
  func close() async {
    isClosed = true
    report.finish()
    await desk?.close()
    if let desk { histories.append(await desk.changes) }
    for (path, file, history) in histories { store(history, of: path, leadingTo: file) }
  }

  /// Reads the open book, or reads it again if its files have changed.
  func load() async {
    guard let desk else { return }
    await desk.load()
    await recall(for: desk)
    await remember()
  }

  // MARK: Changes of earlier studios

  /// Takes up the changes that an earlier desk or studio has made, if the files are as it has left them.
  private func recall(for desk: StudioDesk) async {
    let path = desk.settings.book.input.path
    if let last = histories.last(where: { $0.path == path }) {
      await desk.recall(last.history, leadingTo: last.file)
      return histories.removeAll { $0.path == path }
    }
    guard let stored = historyPath(of: path),
      let bytes = try? Files<FileError>.contents(of: stored, limit: CastHistory.longestStored)
    else { return }
    unlink(stored)
    await desk.recall(stored: bytes)
  }

  /// Stores the changes of a book, so that a later studio can undo them.
  private func store(_ history: CastHistory, of path: String, leadingTo file: CastFile) {
    guard let stored = historyPath(of: path), let bytes = history.stored(leadingTo: file) else {
      return
    }
    // Without the file, later studios can undo less, which is no error.
    mkdir(FilePath(stored).folder.text, 0o700)
    try? Files<FileError>.write([bytes], to: stored)
  }

  private func historyPath(of path: String) -> String? {
    let id = Self.id(of: OpenedBook(path: OpenedBook.absolute(path)))
    return library.map { "\($0.folder)/undo/\(id).json" }
  }

  // MARK: Recent books

  /// A book in the list of the page.
  struct Listed: Encodable {
    var id: String
    var name: String
    /// The name of its folder.
    var folder: String
    var title: String?
    /// When the script, its cast or its answers last changed, in seconds since 1970.
    var changed: Int
  }

  /// The books that can be opened again, beginning with the last one.
  var recent: [Listed] {
    remembered.filter(\.exists).map(Self.listed)
  }

  private static func listed(_ book: OpenedBook) -> Listed {
    let path = FilePath(book.path)
    return Listed(
      id: id(of: book), name: path.last.text, folder: path.folder.last.text,
      title: book.title, changed: book.modified / 1_000_000_000)
  }

  private static func id(of book: OpenedBook) -> String {
    String(SHA256.hash(Array(book.path.utf8)).hex.prefix(32))
  }

  private struct List: Codable {
    var version = 1
    var books: [OpenedBook]
  }

  /// The file with the list of recent books.
  private var listPath: String? { library.map { "\($0.folder)/recent-books.json" } }
  /// The maximum size of the file in bytes.
  private static let longestList = 1 << 20
  private static let most = 20

  private var remembered: [OpenedBook] {
    guard let listPath,
      let bytes = try? Files<FileError>.contents(of: listPath, limit: Self.longestList),
      let list = try? JSONDecoder().decode(List.self, from: Data(bytes))
    else { return [] }
    return list.books.filter { $0.path.hasPrefix("/") }
  }

  /// Adds the open book to the list of recent books.
  /// `sent` is the hash of a script that a page has sent.
  func remember(sent: String? = nil) async {
    guard let listPath, let desk else { return }
    var book = OpenedBook(desk.settings)
    let former = remembered.first { $0.path == book.path }
    book.sent = sent ?? former?.sent
    book.title = await desk.view?.book.plan.title ?? former?.title
    let list = List(
      books: Array(([book] + remembered.filter { $0.path != book.path }).prefix(Self.most)))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // The list is a convenience, so a folder that cannot be written is no error.
    guard let bytes = try? encoder.encode(list) else { return }
    try? Files<FileError>.write([bytes], to: listPath)
  }

  // MARK: Opening

  /// Opens a recent book.
  func open(id: String) async throws {
    guard let book = remembered.first(where: { Self.id(of: $0) == id && $0.exists }) else {
      throw StudioError.missing("This book is not in the list of recent books any more.")
    }
    try await alone { try await self.open(book) }
  }

  /// What became of a script that a page has sent.
  struct Sent: Encodable {
    /// Whether the studio has the script already, so that its book was opened.
    var isKnown = false
    /// The book that seems to have an earlier version of the script. Then no book was opened.
    var revises: Listed?
  }

  /// Stores a script that a page has sent, and opens it.
  /// If the page asks, a script with the name of another book is not stored. The script can replace that of a book.
  func add(
    _ upload: Upload, named name: String, asks: Bool = false, replacing id: String? = nil
  ) async throws -> Sent {
    let script = try SentScript(upload.path, named: name)
    return try await alone {
      // The copy may have been corrected since.
      let bytes = try? Files<FileError>.contents(of: upload.path, limit: .max)
      let sent = bytes.map { SHA256.hash($0).hex }
      let known = self.remembered.first {
        sent != nil && $0.sent == sent && FilePath($0.path).last.text == script.name && $0.exists
      }
      if let id {
        guard let bytes,
          let book = self.copies(named: script.name).first(where: { Self.id(of: $0) == id })
        else {
          throw StudioError.missing("This book is not in the list of recent books any more.")
        }
        try await script.check()
        try await self.open(book)
        try await self.desk?.replaceScript(with: bytes, page: CastHistory.earlier)
        await self.remember(sent: sent)
        return Sent()
      }
      if let known {
        try await self.open(known)
        return Sent(isKnown: true)
      }
      let same = asks ? self.copies(named: script.name) : []
      if let last = same.first,
        !same.contains(where: {
          FileManager.default.contentsEqual(atPath: $0.path, andPath: script.path)
        })
      {
        try await script.check()
        return Sent(revises: Self.listed(last))
      }
      let stored = try await self.stored(script)
      try await self.open(OpenedBook(path: stored.path, sent: sent))
      return Sent(isKnown: !stored.isNew)
    }
  }

  /// The recent books of scripts that pages have sent under a name, beginning with the last one.
  private func copies(named name: String) -> [OpenedBook] {
    remembered.filter {
      FilePath($0.path).last.text == name && $0.exists && library?.folder(ofCopy: $0.path) != nil
    }
  }

  /// Stores the example (Examples/the-last-train), and opens it.
  func openExample() async throws {
    guard let library else { throw StudioError.missing("This studio opens no other books.") }
    let path: String
    do throws(FileError) {
      path = try Files<FileError>.writeTemporary(
        [PackageResources.example_fountain], in: library.temporaryFolder)
    } catch {
      throw StudioError.failed("The example cannot be written: \(error.reason).")
    }
    defer { unlink(path) }
    let script = try SentScript(path, named: "The Last Train.fountain")
    try await alone { try await self.open(OpenedBook(path: await self.stored(script).path)) }
  }

  /// Runs work that opens a book, if no other book is being opened.
  private func alone<Result>(_ work: () async throws -> Result) async throws -> Result {
    guard !isOpening else { throw StudioError.busy("Another book is being opened. Try again.") }
    isOpening = true
    defer { isOpening = false }
    return try await work()
  }

  private func open(_ book: OpenedBook) async throws {
    guard let library, !isClosed else { throw CancellationError() }
    if let desk, desk.render.isRunning || desk.install.progress?.running == true {
      throw StudioError.busy(
        "The open book is being rendered, or a voice is being installed. Wait for the end, or stop it."
      )
    }
    let settings: StudioSettings
    do {
      settings = try await Task.detached { try library.open(book) }.value
    } catch let error as BookError {
      throw StudioError.impossible(
        StudioError.words(of: error).replacing(book.path, with: FilePath(book.path).last.text))
    }
    let old = desk
    let new = await StudioDesk(Self.marked(settings, library), after: old?.numbers ?? (0, 0))
    guard !isClosed else { throw CancellationError() }
    if let old { histories = Array(histories.suffix(3)) + [await old.changes] }
    desk = new
    await new.load()
    await recall(for: new)
    await remember(sent: book.sent)
    report.yield(new)
    // A page that waits for a change of the old book learns that another one is open.
    await old?.forgetHistory()
    await old?.close()
  }

  /// Returns settings that tell whether the book is in the folder for scripts that pages send.
  private static func marked(_ settings: StudioSettings, _ library: StudioLibrary?)
    -> StudioSettings
  {
    var settings = settings
    settings.isCopy = library?.folder(ofCopy: settings.book.input.path) != nil
    return settings
  }

  /// Stores a script in a folder of its own, and returns its path.
  /// If a folder has the same script under this name, that one is opened with its cast.
  private func stored(_ script: SentScript) async throws -> (path: String, isNew: Bool) {
    guard let library else { throw StudioError.missing("This studio opens no other books.") }
    try await script.check()
    let root = "\(library.folder)/books"
    // A link could lead to any folder.
    guard (try? Files<FileError>.makeFolder(root)) != nil, FileStatus(root)?.isFolder == true else {
      throw StudioError.impossible(
        "The folder for books is a link or a file, or it cannot be made.")
    }
    for number in 1..<1000 {
      let folder = "\(root)/\(script.stem)" + (number == 1 ? "" : " \(number)")
      let path = "\(folder)/\(script.name)"
      if mkdir(folder, 0o700) == 0 {
        do {
          try FileManager.default.copyItem(atPath: script.path, toPath: path)
          return (path, true)
        } catch {
          unlink(path)
          rmdir(folder)
          throw StudioError.impossible("The script cannot be stored in the folder for books.")
        }
      }
      guard errno == EEXIST else {
        throw StudioError.impossible(
          "A folder for the book cannot be made: \(SystemReason.text(errno)).")
      }
      if FileStatus(folder)?.isFolder == true, FileStatus(path)?.isFile == true,
        FileManager.default.contentsEqual(atPath: path, andPath: script.path)
      {
        return (path, false)
      }
    }
    throw StudioError.impossible("There are too many books with this name.")
  }

  /// A script that a page has sent, with a safe name for it.
  private struct SentScript: Sendable {
    /// The path of the file that has arrived.
    var path: String
    var stem: String
    var ending: String
    var name: String { "\(stem).\(ending)" }
    private let format: DocumentFormat

    /// The name tells the format, except that a text format does not suit a file that is no text.
    init(_ path: String, named name: String) throws(StudioError) {
      let last = FilePath(String(name.split { $0 == "/" || $0 == "\\" }.last ?? ""))
      let named = DocumentFormat(path: last.text)
      let isText = named.map(DocumentFormat.plainTexts.contains) ?? true
      guard let format = isText ? DocumentFormat(contentOf: path) ?? named : named else {
        let endings = StudioBooks.endings.joined(separator: ", ")
        throw .impossible("The studio opens files that end in \(endings).")
      }
      self.path = path
      self.format = format
      let safe = FileName.safe(named == nil ? last.text : last.stem.text, longest: 100)
      stem = safe.isEmpty ? "script" : safe
      let own = last.text.split(separator: ".").last?.lowercased() ?? ""
      let endings = format.fileExtensions.filter { $0 != "textbundle" }
      ending = endings.contains(own) ? own : endings.first ?? "txt"
    }

    /// Throws if the file cannot be read as its name says, or has nothing to speak.
    func check() async throws {
      let (path, format) = (path, format)
      let read = Task.detached { () throws -> Manuscript in
        var input = try BookInput(path, format: format)
        input.readsOnlyRegularFiles = true
        return try input.read(.second)
      }
      let manuscript: Manuscript
      do {
        manuscript = try await read.value
      } catch let error as BookError {
        throw StudioError.impossible(StudioError.words(of: error).replacing(path, with: "the file"))
      }
      try manuscript.checkForPage()
      guard manuscript.elements.isEmpty else { return }
      let errors = manuscript.diagnostics.filter { $0.severity == .error }.map(\.message)
      throw StudioError.impossible(
        "This file cannot be opened: "
          + (errors.isEmpty ? "it has no text." : errors.joined(separator: "\n")))
    }
  }
}

extension StudioBooks {
  /// The endings of the files that a page can send.
  static let endings = DocumentFormat.allCases.flatMap(\.fileExtensions).filter {
    $0 != "textbundle"
  }
  .map { "." + $0 }
}

extension OpenedBook {
  /// Whether the document or the folder is there.
  fileprivate var exists: Bool {
    FileStatus(path, followingLinks: true).map { $0.isFile || $0.isFolder } ?? false
  }

  /// When the document, its cast or its answers last changed, in nanoseconds since 1970.
  var modified: Int {
    let own = FilePath(path)
    let beside = [
      cast ?? own.folder.appending(FilePath("cast.json")).text,
      own.folder.appending(FilePath(own.stem.text + ".voices")).text,
    ]
    let times = ([path] + beside).compactMap { FileStatus($0, followingLinks: true)?.modified }
    return times.max() ?? 0
  }

  /// Creates the entry of an open book.
  init(_ settings: StudioSettings) {
    let input = settings.book.input
    let path = Self.absolute(input.path)
    // "." and ".." are no names for a list.
    self.path = input.isFolder ? (try? FilePath(path).resolved().text) ?? path : path
    if case .file(let cast) = settings.book.cast { self.cast = Self.absolute(cast) }
    output = Self.absolute(settings.folder)
  }

  /// Returns a path from the root.
  static func absolute(_ path: String) -> String {
    let plain = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + plain
  }
}
