public import Audio
import Basics

/// The sound of single lines, from the files of a finished folder.
///
/// It is what a listener of the book hears, level and effects included, and costs nothing.
public struct LineSounds: Sendable {
  /// How many lines are heard.
  public var lines: Int { pieces.reduce(0) { $0 + $1.lines } }

  private let folder: String
  private var pieces: [Piece] = []

  /// A piece of sound, in seconds of its chapter.
  private struct Piece: Sendable {
    var file: String
    var start: Double
    var end: Double
    var lines = 1
    var last: SaidLines.Place
  }

  /// Silence between two pieces that do not follow each other, in seconds.
  private static let pause = 0.5

  /// Finds the lines of a plan in the folder that it was built into: as many as are heard in so many seconds, in
  /// order, but at least the first.
  ///
  /// Lines of chapters that the folder does not have are left out; nil if none is left.
  public init?(
    of lines: [SaidLines.Place], of plan: BookPlan, in folder: String, most seconds: Double
  ) {
    guard let manifest = try? Manifest(inFolder: folder) else { return nil }
    self.folder = folder
    let chapters = Dictionary(manifest.chapters.map { ($0.index, $0) }) { first, _ in first }
    var rest = seconds
    for line in lines {
      let planned = plan.chapters[line.chapter]
      // A manifest lists the chapters that are there and current.
      guard let chapter = chapters[planned.index], chapter.items.count == planned.itemCount,
        chapter.items.indices.contains(line.item)
      else { continue }
      let item = chapter.items[line.item]
      let (start, end) = (item.start.value, item.end.value)
      let former = pieces.last.map { $0.last == line.before ? $0.end : start - Self.pause }
      rest -= end - (former ?? start)
      guard rest >= 0 || pieces.isEmpty else { break }
      if let open = pieces.indices.last, pieces[open].last == line.before {
        // The silence between two lines is heard, too; lines at once may end in any order.
        pieces[open].end = max(pieces[open].end, end)
        pieces[open].lines += 1
        pieces[open].last = line
      } else {
        pieces.append(Piece(file: chapter.file, start: start, end: end, last: line))
      }
    }
    if pieces.isEmpty { return nil }
  }

  /// The sound of the lines, one behind the other.
  ///
  /// Throws an `AudioError` if a file cannot be read, and `CancellationError`.
  public func sound() throws -> PCM {
    var sound: PCM?
    for piece in pieces {
      let samples = try samples(of: folder + "/" + piece.file, from: piece.start, to: piece.end)
      // Every chapter of a book has the same rate.
      guard sound != nil else {
        sound = samples
        continue
      }
      let silence = Int(Self.pause * Double(samples.sampleRate))
      sound?.samples += [Int16](repeating: 0, count: silence) + samples.samples
    }
    return sound ?? PCM(samples: [], sampleRate: 22_050)
  }

  /// The samples of a stretch of a file, in seconds.
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

extension SaidLines.Place {
  /// The place of the line before it in its chapter.
  fileprivate var before: Self { Self(chapter: chapter, item: item - 1) }
}

extension PCM {
  /// A 16-bit sample of a value with full scale at 1; what is no number is silence.
  fileprivate static func sample(_ value: Float) -> Int16 {
    value.isNaN ? 0 : Int16(max(-32_768, min(32_767, (value * 32_768).rounded())))
  }
}
