import Audiobook

/// A watched book, with the state of its last build, for comparison with the next build.
struct WatchedBook {
  let book: Book
  let folder: String
  /// The files and folders that the book is built from.
  private(set) var sources: BookSources
  /// The results of the last check of the book, or nil before the first survey.
  private(set) var part: CheckReport.Part?
  /// The spoken lines of the last complete build, or nil before the first complete build.
  var said: SpokenLines?
  private var contents = SourceContents()

  init(_ book: Book, builtInto folder: String) {
    (self.book, self.folder) = (book, folder)
    sources = BookSources(of: book, builtInto: folder)
  }

  /// Returns whether the contents of any file have changed since the last check.
  /// `changed` contains the paths that the watcher has reported.
  mutating func isChanged(by changed: Set<String>) -> Bool {
    contents.refresh(sources, changed: changed)
  }

  /// Reads, checks and plans the book, and returns the plan, or nil if the book has errors.
  /// The plan is not stored, because it needs much memory. If the book has new files, `watch` is called before they are
  /// read again, so that no change to them is missed.
  mutating func survey(watch: (WatchedBook) throws -> Void) async throws -> PlannedBook? {
    var material = try? read()
    while true {
      let needed = BookSources(of: book, material, builtInto: folder)
      guard needed != sources else { break }
      sources = needed
      try watch(self)
      material = try? read()
    }
    part = try await CheckReport.Part(book, material)
    defer { part?.planned = nil }
    return part?.planned
  }

  /// Reads the book.
  /// The digests are taken first, so that a change during reading is noticed.
  private mutating func read() throws -> Book.Material {
    _ = contents.refresh(sources)
    return try book.read()
  }
}
