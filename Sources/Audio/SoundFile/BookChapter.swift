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

/// Tags and chapters of a book as comments of Vorbis, Opus and FLAC: lines `KEY=value`.
/// A chapter has two lines: `CHAPTER000=00:00:00.000` and `CHAPTER000NAME=title` (wiki.xiph.org, "Chapter Extension").
/// From the chapter with the number 1000 on, the numbers have four digits. ffmpeg 5.1 does not recognise these
/// chapters.
struct BookComments {
  let tags: BookTags
  let marks: [ChapterMark]
  /// The sample rate of the marks, in hertz.
  let sampleRate: Int
  /// The cover to write as base64 text, or nil.
  /// FLAC stores the cover in its own metadata block instead.
  var cover: Cover?

  /// Returns the content of a comment header, with the vendor text of another header.
  func bytes(vendor: VorbisComment) -> [UInt8] {
    var lines = tags.texts.map(VorbisComment.line)
    if let cover { lines.append(Array("METADATA_BLOCK_PICTURE=".utf8) + PictureBlock.text(cover)) }
    for (index, mark) in marks.enumerated() {
      let key = "CHAPTER" + Timecode.padded(index, 3)
      lines.append(Array("\(key)=\(time(of: mark.samples.lowerBound))".utf8))
      lines.append(Array("\(key)NAME=\(mark.title)".utf8))
    }
    return vendor.bytes(lines: lines)
  }

  private func time(of samples: Int) -> String {
    Timecode.text((samples * 1000 + sampleRate / 2) / sampleRate, point: ".")
  }
}
