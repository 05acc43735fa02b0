/// A format of sound as feeds name it, those first that most apps play.
enum FeedSound: String, CaseIterable {
  case mp3, m4b, opus, ogg, flac, wav

  /// The media type; of M4B the one that Apple asks for ("A Podcaster's Guide to RSS", enclosure).
  var mediaType: String {
    switch self {
    case .mp3: "audio/mpeg"
    case .m4b: "audio/x-m4a"
    case .opus, .ogg: "audio/ogg"
    case .flac: "audio/flac"
    case .wav: "audio/wav"
    }
  }

  /// Whether podcast apps play it.
  var isUsual: Bool { self == .mp3 || self == .m4b }

  /// Whether it is preferred to another one.
  func precedes(_ other: FeedSound) -> Bool {
    let order = Self.allCases
    return (order.firstIndex(of: self) ?? 0) < (order.firstIndex(of: other) ?? 0)
  }
}
