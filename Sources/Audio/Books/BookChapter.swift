/// A chapter of a book in one file.
public struct BookChapter: Sendable {
  /// What a player shows.
  public var title: String
  /// The path of its stretch: a file that `SoundFileWriter` made in the format that the book is joined from.
  public var stretch: String

  /// Makes a chapter.
  public init(title: String, stretch: String) {
    (self.title, self.stretch) = (title, stretch)
  }
}

/// A chapter's title and the samples of the book that it takes up.
struct ChapterMark {
  var title: String
  var samples: Range<Int>

  /// The marks of chapters; `starts` has one number more, the length of all.
  static func marks(_ chapters: [BookChapter], starts: [Int]) -> [ChapterMark] {
    zip(chapters, zip(starts, starts.dropFirst())).map {
      ChapterMark(title: $0.title.onOneLine, samples: $1.0..<max($1.0, $1.1))
    }
  }
}
