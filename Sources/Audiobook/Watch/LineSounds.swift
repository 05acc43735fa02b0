package import Audio
import Basics

/// The audio of single lines, from the files of a finished output folder.
///
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
  ///
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
  ///
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
