/// A line where it should sound in a file.
struct SoundLine: Sendable {
  /// Its chapter's place in the manifest.
  var chapter: Int
  /// Its place in the chapter.
  var number: Int
  var item: Manifest.Item
  /// Where it begins in the file, in seconds.
  var time: Double
  /// Its frames in the decoded file.
  var frames: Range<Int>

  /// The lines of a file that is decoded to this sample rate, in hertz.
  ///
  /// Those whose times cannot be are left out: `ManifestCheck` has found them.
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
