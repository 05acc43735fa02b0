import Audio
import Basics

/// The cover as a separate file, for players that look for a cover next to the audio.
struct CoverFile: Artifact {
  static let role = "cover"
  static let use = Artifacts.Use.picture

  static func mediaType(of format: String) -> String? {
    switch format {
    case "jpg": "image/jpeg"
    case "png": "image/png"
    default: nil
    }
  }

  static func requested(by options: BuildOptions) -> [Self] { [Self()] }

  /// The name of the file tells the format.
  var format: String { "" }
  var isFormatListed: Bool { false }

  func names(of book: BookDescription) -> [String] { [book.cover?.file].compactMap(\.self) }

  func files(of book: FinishedBook) -> [Artifacts.File] {
    guard let cover = book.cover else { return [] }
    return names(of: book.description).map { name in
      Artifacts.File(name, digest: cover.digest) { cover.picture.bytes }
    }
  }
}

/// The playlist of a book, in the order of its chapters (RFC 8216 defines `#EXTM3U` and `#EXTINF`).
struct PlaylistFile: Artifact {
  static let role = "playlist"

  static func mediaType(of format: String) -> String? {
    format == "m3u8" ? "application/vnd.apple.mpegurl" : nil
  }

  static func requested(by options: BuildOptions) -> [Self] { [Self()] }

  var format: String { "m3u8" }
  var isFormatListed: Bool { false }

  func names(of book: BookDescription) -> [String] { ["playlist.m3u8"] }

  func files(of book: FinishedBook) -> [Artifacts.File] {
    let text = Self.text(title: book.description.title, entries: Self.entries(of: book))
    return names(of: book.description).map { Artifacts.File($0) { Array(text.utf8) } }
  }

  private struct Entry {
    var title: String
    var file: String
    /// The duration in seconds.
    var duration: Double
  }

  /// Returns an entry for each chapter, or one entry for the book if its chapters have no files.
  private static func entries(of book: FinishedBook) -> [Entry] {
    let description = book.description
    func seconds(_ samples: Int) -> Double { Double(samples) / Double(description.sampleRate) }
    if description.formats.isEmpty, let whole = book.books.first {
      return [
        Entry(
          title: description.title, file: description.fileName(whole.fileExtension),
          duration: seconds(book.starts.last ?? 0))
      ]
    }
    return book.chapters.map {
      Entry(
        title: $0.title, file: $0.record.files[0].file, duration: seconds($0.record.samples))
    }
  }

  private static func text(title: String, entries: [Entry]) -> String {
    var text = "#EXTM3U\n#PLAYLIST:\(line(title))\n"
    for entry in entries {
      let milliseconds = Int((entry.duration * 1000).rounded())
      let fraction = String(1000 + milliseconds % 1000).dropFirst()
      text += "#EXTINF:\(milliseconds / 1000).\(fraction),\(line(entry.title))\n\(entry.file)\n"
    }
    return text
  }

  private static func line(_ text: String) -> String {
    text.onOneLine.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

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
