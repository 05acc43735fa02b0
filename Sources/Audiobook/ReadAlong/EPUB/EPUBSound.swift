import Audio

/// Writes the audio of a chapter for an EPUB if the folder has no MP3 of the chapter.
enum EPUBSound {
  /// Writes an AAC file in MPEG-4 from a chapter's stretch.
  ///
  /// A stretch is the chapter's AAC audio as ADTS frames, which EPUB readers need not support. The frames are copied
  /// into MPEG-4 unchanged. The same stretch always gives the same file. After an error, an incomplete file may remain.
  ///
  /// - Parameter sampleRate: The sample rate of the stretch in hertz.
  /// - Returns: The duration of the file, up to 2,047 samples longer than the chapter.
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
