import Audiobook

/// A watched book, with the state of its last build to compare the next one with.
struct WatchedBook {
  let book: Book
  /// The output folder.
  let folder: String
  /// The files and folders that the book is built from.
  private(set) var sources: BookSources
  /// The check results of the book as it is now, or nil before the first survey.
  private(set) var part: CheckReport.Part?
  /// The spoken lines of the last complete build, or nil before the first one.
  var said: SpokenLines?
  private var contents = SourceContents()

  init(_ book: Book, builtInto folder: String) {
    (self.book, self.folder) = (book, folder)
    sources = BookSources(of: book, builtInto: folder)
  }

  /// Returns whether the contents of changed files differ from the last reading.
  mutating func isChanged(by changed: Set<String>) -> Bool {
    contents.refresh(sources, changed: changed)
  }

  /// Reads, checks and plans the book, and returns the plan.
  ///
  /// The plan is not stored, because it needs much memory.
  ///
  /// `watch` is called before files are read that were not watched before, so that no change to them is missed.
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
  ///
  /// The contents are recorded first, so that a change during reading is noticed.
  private mutating func read() throws -> Book.Material {
    _ = contents.refresh(sources)
    return try book.read()
  }
}
