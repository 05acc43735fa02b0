import Audiobook

/// A book that is watched, with what its last build leaves to compare the next one with.
struct WatchedBook {
  let book: Book
  /// The folder that it is built into.
  let folder: String
  /// The files that it is made from.
  private(set) var sources: BookSources
  /// What is known of the book as it is now; nil before the first look.
  private(set) var part: CheckReport.Part?
  /// What the last complete build says; nil before it.
  var said: SaidLines?
  private var contents = SourceContents()

  init(_ book: Book, builtInto folder: String) {
    (self.book, self.folder) = (book, folder)
    sources = BookSources(of: book, builtInto: folder)
  }

  /// Whether changed files have other contents than at the last look.
  mutating func isChanged(by changed: Set<String>) -> Bool {
    contents.refresh(sources, changed: changed)
  }

  /// Reads, checks and plans the book; the plan is given away, because it takes memory.
  ///
  /// `watch` is called before files are read that were not watched before, so that no change of them is missed.
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

  /// The contents are noted first: a change while the book is read is then seen as one.
  private mutating func read() throws -> Book.Material {
    _ = contents.refresh(sources)
    return try book.read()
  }
}
