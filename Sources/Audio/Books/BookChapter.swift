package struct BookChapter: Sendable {
  /// The title that a player shows.
  package var title: String
  /// The path of the chapter's stretch: a file that `SoundFileWriter` wrote in the format of the book.
  package var stretch: String

  package init(title: String, stretch: String) {
    (self.title, self.stretch) = (title, stretch)
  }
}

/// The title of a chapter and the range of the book's samples that the chapter occupies.
struct ChapterMark {
  var title: String
  var samples: Range<Int>

  /// Returns the marks of chapters.
  /// `starts` contains the start of each chapter, followed by the total length.
  static func marks(_ chapters: [BookChapter], starts: [Int]) -> [ChapterMark] {
    zip(chapters, zip(starts, starts.dropFirst())).map {
      ChapterMark(title: $0.title.onOneLine, samples: $1.0..<max($1.0, $1.1))
    }
  }
}
