import Audio

/// The sound of a chapter, if the folder has no MP3 of it.
enum EPUBSound {
  /// Makes a file of AAC in MPEG-4 from a chapter's stretch of a whole book.
  ///
  /// A stretch is bare frames (ADTS), which no EPUB reader need play. The frames are copied into MPEG-4 as they are. The
  /// same stretch always makes the same file. After an error the file may be there unfinished.
  ///
  /// - Parameter sampleRate: That of the stretch, in hertz.
  /// - Returns: How long the file is, up to 2,047 samples longer than the chapter.
  static func write(
    stretch: String, sampleRate: Int, title: String, to path: String
  ) throws(RenderError) -> EPUBTime {
    do throws(AudioError) {
      let starts = try M4BFile.write(
        [BookChapter(title: title, stretch: stretch)], tags: BookTags(title: title), to: path)
      return EPUBTime(samples: starts.last ?? 0, sampleRate: sampleRate)
    } catch {
      throw .audio(error)
    }
  }
}
