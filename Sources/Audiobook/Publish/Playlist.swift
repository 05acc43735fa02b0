import Audio

/// The playlist of a book, in the order of its chapters (RFC 8216 uses the same lines).
enum Playlist {
  struct Entry {
    var title: String
    var file: String
    /// Seconds.
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
