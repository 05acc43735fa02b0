/// A line with its expected position in a file.
struct SoundLine: Sendable {
  /// The chapter's position in the manifest.
  var chapter: Int
  /// The line's position in the chapter.
  var number: Int
  var item: Manifest.Item
  /// The line's start in the file, in seconds.
  var time: Double
  /// The line's frames in the decoded file.
  var frames: Range<Int>

  /// Returns the lines of a file.
  ///
  /// `sampleRate` is that of the decoded audio, in hertz.
  ///
  /// Lines with impossible times are left out, because `ManifestCheck` has reported them.
  static func lines(
    of entry: VerifyPlan.Entry, in manifest: Manifest, sampleRate: Int
  ) -> [SoundLine] {
    entry.parts.flatMap { part -> [SoundLine] in
      let chapter = manifest.chapters[part.chapter]
      let start = Double(part.start) / Double(chapter.sampleRate)
      return chapter.items.enumerated().compactMap { number, item in
        let (from, to) = (item.start.value, item.end.value)
        guard from >= 0, from <= to, to <= chapter.seconds + ManifestCheck.tolerance
        else { return nil }
        let first = frame(at: start + from, sampleRate)
        let end = frame(at: start + to, sampleRate)
        return SoundLine(
          chapter: part.chapter, number: number, item: item, time: start + from,
          frames: first..<max(first, end))
      }
    }
  }

  private static func frame(at seconds: Double, _ sampleRate: Int) -> Int {
    Int(min(seconds * Double(sampleRate), 0x1p52).rounded())
  }
}
