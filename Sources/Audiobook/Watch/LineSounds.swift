package import Audio
import Basics
import Narration

/// The audio of single lines, from the files of a finished output folder.
/// The lines have the levels and effects of the book. No speech is requested, so the audio costs nothing.
package struct LineSounds: Sendable {
  /// The number of lines in the audio.
  package var lines: Int { pieces.reduce(0) { $0 + $1.lines } }

  private let folder: String
  private var pieces: [Piece] = []

  /// A piece of a chapter's audio: one line, or adjacent lines.
  /// Times are in seconds from the start of the chapter.
  private struct Piece: Sendable {
    var file: String
    var start: Double
    var end: Double
    var lines = 1
    var last: SpokenLines.Position
  }

  /// The silence between two pieces that are not adjacent, in seconds.
  private static let pause = 0.5

  /// Finds lines of a plan in its output folder, in order.
  /// Always includes the first line, and stops before the total length exceeds `seconds`. Lines of chapters that are
  /// not in the folder are left out. The result is nil if no line is found.
  package init?(
    of lines: [SpokenLines.Position], of plan: BookPlan, in folder: String, maximum seconds: Double
  ) {
    guard let manifest = try? Manifest(inFolder: folder) else { return nil }
    self.folder = folder
    let chapters = Dictionary(manifest.chapters.map { ($0.index, $0) }) { first, _ in first }
    var rest = seconds
    for line in lines {
      let planned = plan.chapters[line.chapter]
      // A manifest lists only chapters that exist and are current.
      guard let chapter = chapters[planned.index], chapter.items.count == planned.itemCount,
        chapter.items.indices.contains(line.item)
      else { continue }
      let item = chapter.items[line.item]
      let (start, end) = (item.start.value, item.end.value)
      let former = pieces.last.map { $0.last == line.before ? $0.end : start - Self.pause }
      rest -= end - (former ?? start)
      guard rest >= 0 || pieces.isEmpty else { break }
      if let open = pieces.indices.last, pieces[open].last == line.before {
        // The piece includes the silence between the two lines. Simultaneous lines may end in any order.
        pieces[open].end = max(pieces[open].end, end)
        pieces[open].lines += 1
        pieces[open].last = line
      } else {
        pieces.append(Piece(file: chapter.file, start: start, end: end, last: line))
      }
    }
    if pieces.isEmpty { return nil }
  }

  /// Returns the audio of the lines in order.
  /// Throws an `AudioError` if a file cannot be read, and `CancellationError`.
  package func sound() throws -> PCM {
    var sound: PCM?
    for piece in pieces {
      let samples = try samples(of: folder + "/" + piece.file, from: piece.start, to: piece.end)
      // All chapters of a book have the same sample rate.
      guard sound != nil else {
        sound = samples
        continue
      }
      let silence = Int(Self.pause * Double(samples.sampleRate))
      sound?.samples += [Int16](repeating: 0, count: silence) + samples.samples
    }
    return sound ?? PCM(samples: [], sampleRate: 22_050)
  }

  /// Returns the samples of a part of a file, mixed to one channel; times are in seconds.
  private func samples(
    of file: String, from start: Double, to end: Double
  ) throws -> PCM {
    var reader = try SoundFileReader(path: file)
    let info = reader.info
    let range = Int(start * Double(info.sampleRate))..<Int(end * Double(info.sampleRate)) + 1
    var sound = PCM(samples: [], sampleRate: info.sampleRate)
    var block = [Float](repeating: 0, count: 16_384 * info.channels)
    var frame = 0
    while frame < range.upperBound {
      try Task.checkCancellation()
      let count = try reader.read(into: &block)
      if count == 0 { break }
      for own in 0..<count where range.contains(frame + own) {
        let values = block[(own * info.channels)..<((own + 1) * info.channels)]
        sound.samples.append(PCM.sample(values.reduce(0, +) / Float(info.channels)))
      }
      frame += count
    }
    return sound
  }
}

extension SpokenLines.Position {
  /// The position of the previous line in the chapter.
  fileprivate var before: Self { Self(chapter: chapter, item: item - 1) }
}

extension PCM {
  /// Converts a value between −1 and 1 to a 16-bit sample.
  /// NaN becomes silence.
  fileprivate static func sample(_ value: Float) -> Int16 {
    value.isNaN ? 0 : Int16(max(-32_768, min(32_767, (value * 32_768).rounded())))
  }
}

/// The spoken lines of a book, for comparing two states of the book.
/// A line is stored as one number, because the thousands of lines of a book stay in memory while the book is watched.
package struct SpokenLines: Sendable {
  /// The position of a line: the chapter, and the item in the chapter, both from 0.
  package struct Position: Sendable, Hashable {
    /// The index of the chapter in the plan.
    package var chapter: Int
    /// The index of the item in the chapter.
    package var item: Int

    package init(chapter: Int, item: Int) { (self.chapter, self.item) = (chapter, item) }
  }

  private let chapters: [[Int]]

  /// Collects the lines of a plan.
  package init(of plan: BookPlan) {
    chapters = plan.chapters.map { chapter in
      chapter.read.passages.flatMap(\.items).map { Self.digest(of: $0, plan) }
    }
  }

  /// Returns, in order, the positions of the lines that are new or that sound different than in a former state of the
  /// book.
  /// A line that has only moved has not changed. If a line occurs more often than before, only the additional
  /// occurrences are returned.
  package func changes(since former: SpokenLines) -> [Position] {
    var known: [Int: Int] = [:]
    for line in former.chapters.joined() { known[line, default: 0] += 1 }
    var changes: [Position] = []
    for (chapter, lines) in chapters.enumerated() {
      for (item, line) in lines.enumerated() {
        if let count = known[line], count > 0 {
          known[line] = count - 1
        } else {
          changes.append(Position(chapter: chapter, item: item))
        }
      }
    }
    return changes
  }

  /// Returns a number for the words, voice and manner of an item.
  /// The number is valid only within one run of the program.
  private static func digest(of item: SpokenItem, _ plan: BookPlan) -> Int {
    var hasher = Hasher()
    for span in item.spans {
      hasher.combine(span.text)
      hasher.combine(span.hasPhonemes)
      hasher.combine(span.performance.key)
      hasher.combine(span.performance.pan)
      hasher.combine(plan.engineVersions[span.performance.voice])
    }
    return hasher.finalize()
  }
}
