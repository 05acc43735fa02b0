import Audio

/// The playlist of a book, in the order of its chapters (RFC 8216 defines `#EXTM3U` and `#EXTINF`).
enum Playlist {
  struct Entry {
    var title: String
    var file: String
    /// The duration in seconds.
    var duration: Double
  }

  static func text(title: String, entries: [Entry]) -> String {
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
