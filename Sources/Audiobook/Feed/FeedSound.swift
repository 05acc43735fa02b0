/// An audio format in a feed; formats that more apps play come first.
enum FeedSound: String, CaseIterable {
  case mp3, m4b, opus, ogg, flac, wav

  /// The media type.
  ///
  /// M4B has the type that Apple requires ("A Podcaster's Guide to RSS", enclosure).
  var mediaType: String {
    switch self {
    case .mp3: "audio/mpeg"
    case .m4b: "audio/x-m4a"
    case .opus, .ogg: "audio/ogg"
    case .flac: "audio/flac"
    case .wav: "audio/wav"
    }
  }

  /// Whether most podcast apps play the format.
  var isUsual: Bool { self == .mp3 || self == .m4b }

  /// Returns whether this format is preferred to another format.
  func precedes(_ other: FeedSound) -> Bool {
    let order = Self.allCases
    return (order.firstIndex(of: self) ?? 0) < (order.firstIndex(of: other) ?? 0)
  }
}
