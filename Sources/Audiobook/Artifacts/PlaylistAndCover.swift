import Audio

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
