import Audio
import Basics

/// The retail sample of a shop: the beginning of the first chapter after the credits, as MP3.
struct SampleFile: Artifact {
  static let role = "sample"

  static func mediaType(of format: String) -> String? { format == "mp3" ? "audio/mpeg" : nil }

  static func requested(by options: BuildOptions) -> [Self] {
    options.shop == nil ? [] : [Self(bitrate: options.bitrate)]
  }

  /// The bit rate in kbit/s; nil for the codec's default.
  private let bitrate: Int?

  private init(bitrate: Int?) { self.bitrate = bitrate }

  var format: String { SoundFormat.mp3.rawValue }

  func names(of book: BookDescription) -> [String] { ["Retail Sample.mp3"] }

  func files(of book: FinishedBook) -> [Artifacts.File] {
    let told = book.chapters.filter { $0.title != ShopPreset.credits.opening }
    guard
      let chapter = told.first(where: { seconds($0, book) >= ShopPreset.sample.lowerBound })
        ?? told.first, let place = book.description.formats.firstIndex(of: format)
    else { return [] }
    let length = length(of: chapter.record, book.description.sampleRate)
    var hash = TextFieldHasher()
    hash.add(book.description.generator)
    hash.add(chapter.record.files[place].sha256)
    hash.add("\(length) \(bitrate ?? 0) \(book.description.title)")
    let tags = Tags(
      title: "Retail Sample", album: book.description.title,
      artist: book.description.authors.joined(separator: ", "), genre: "Audiobook")
    let source = book.path(of: chapter.record.files[place].file)
    let content = Artifacts.File.Content.file { path throws(RenderError) in
      do throws(AudioError) {
        try write(from: source, frames: length, tags, to: path)
      } catch {
        throw .audio(error)
      }
    }
    return [Artifacts.File(names(of: book.description)[0], digest: hash.finish(), content)]
  }

  private func seconds(_ chapter: FinishedChapter, _ book: FinishedBook) -> Double {
    Double(chapter.record.samples) / Double(book.description.sampleRate)
  }

  /// Returns the length of the sample: up to the last line that ends before the limit, with a second of quiet after it.
  private func length(of record: ChapterRecord, _ sampleRate: Int) -> Int {
    let limit = Int(ShopPreset.sample.upperBound - 2) * sampleRate
    guard record.samples > limit else { return record.samples }
    let ends = stride(from: 1, to: record.placements.count, by: 2).map { record.placements[$0] }
    return (ends.last { $0 <= limit } ?? limit) + sampleRate
  }

  private func write(
    from source: String, frames: Int, _ tags: Tags, to path: String
  ) throws(AudioError) {
    var reader = try SoundFileReader(path: source)
    let (channels, rate) = (reader.info.channels, reader.info.sampleRate)
    let encoded = path + ".encoding"
    defer { try? FileSystem.remove(encoded) }
    var writer = try SoundFileWriter(
      creating: encoded, format: .mp3, sampleRate: rate, channels: channels,
      encoding: EncodingOptions(bitrate: bitrate))
    var block = [Float](repeating: 0, count: 4096 * channels)
    var left = frames
    while left > 0 {
      let count = min(left, try reader.read(into: &block))
      guard count > 0 else { break }
      left -= count
      // The fade of half a second falls into the pause after the last line.
      let fade = Float(rate) / 2
      try writer.write(
        (0..<count * channels).map { index in
          let remaining = Float(left + count - index / channels)
          return PCM.sample(block[index] * min(1, remaining / fade))
        })
    }
    _ = try writer.finish()
    try TagPass.write(
      tags, from: encoded, to: path, format: .mp3, consumingSource: true, onBytes: { _ in })
  }
}
