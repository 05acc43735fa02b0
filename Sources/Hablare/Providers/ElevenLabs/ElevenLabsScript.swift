import Basics
import FoundationEssentials

/// A text in the form that a model needs.
struct ElevenLabsScript: Sendable, Equatable {
  /// The text sent before each piece: directions in brackets, for models that accept them.
  var direction: String
  /// The text to speak.
  var text: String

  /// Prepares a text for a model.
  /// For models of v3 and later, a style such as `whispering, sad` becomes `[whispering] [sad] `.
  /// For other models the style is left out, because these models would read the style aloud. For
  /// v3 and later, square brackets in the text become parentheses: an author's brackets are text,
  /// not a direction. Capitals stress a word (ElevenLabs' guide to prompting v3).
  init(
    text: String, style: String?, model: ElevenLabsModel, stressed ranges: [Range<Int>] = []
  ) {
    guard model.takesTags else {
      (direction, self.text) = ("", text)
      return
    }
    direction = Self.tags(style ?? "").map { "[\($0)] " }.joined()
    self.text = String(
      String.UnicodeScalarView(
        text.unicodeScalars.enumerated().map { place, scalar in
          if scalar == "[" || scalar == "]" { return scalar == "[" ? "(" : ")" }
          return ranges.contains { $0.contains(place) } ? scalar.capital : scalar
        }))
  }

  /// The text of one request.
  struct Piece: Sendable, Equatable {
    /// The text to send.
    var sent: String
    /// The number of scalars in `sent` that belong to the direction.
    var directionLength: Int
    /// The position of the piece in the whole text, in Unicode scalars.
    var offset: Int
    /// The end of the previous piece, sent as context.
    /// Empty for the first piece.
    var previous = ""
    var next = ""
  }

  /// Returns the text in pieces of at most `limit` Unicode scalars, including the direction.
  /// Spaces around a piece are not sent, because spaces cost credits too.
  func pieces(limit: Int) throws(VoiceProviderError) -> [Piece] {
    let length = direction.unicodeScalars.count
    guard length < limit else { throw .textTooLong(limit: limit) }
    let parts = Self.words(of: TextCutter.pieces(of: text, limit: limit - length))
    return parts.enumerated().map { index, part in
      Piece(
        sent: direction + part.text, directionLength: length, offset: part.offset,
        previous: index > 0 ? Self.ending(of: parts[index - 1].text) : "",
        next: index + 1 < parts.count ? Self.beginning(of: parts[index + 1].text) : "")
    }
  }

  /// Returns the parts that are not blank, without the spaces around them, each with its position
  /// in Unicode scalars.
  private static func words(of parts: [String]) -> [(text: String, offset: Int)] {
    var place = 0
    return parts.compactMap { part in
      defer { place += part.unicodeScalars.count }
      guard let first = part.firstIndex(where: { !$0.isWhitespace }),
        let last = part.lastIndex(where: { !$0.isWhitespace })
      else { return nil }
      return (String(part[first...last]), place + part[..<first].unicodeScalars.count)
    }
  }

  /// The maximum length of the surrounding text on each side, in characters.
  /// The service states no limit. 500 characters are about a paragraph, more than prosody needs.
  static let contextLength = 500

  /// Returns at most `contextLength` characters from the end of a text, beginning with a whole
  /// word.
  static func ending(of text: String) -> String {
    if text.count <= contextLength { return text }
    let end = text.suffix(contextLength)
    return String(end.drop { !$0.isWhitespace }.drop(while: \.isWhitespace))
  }

  /// Returns at most `contextLength` characters from the start of a text, ending with a whole word.
  static func beginning(of text: String) -> String {
    if text.count <= contextLength { return text }
    let start = text.prefix(contextLength)
    guard let blank = start.lastIndex(where: \.isWhitespace) else { return String(start) }
    return String(start[..<blank])
  }

  /// Splits a style into directions, without characters that would break the tags.
  private static func tags(_ style: String) -> [String] {
    style.split { $0 == "," || $0 == ";" || $0.isNewline }.compactMap { part in
      let words = part.filter { !"[]<>".contains($0) }.lowercased()
      let tag = ServiceMessage.shown(words, limit: 80)
      return tag.contains { $0.isLetter } ? tag : nil
    }
  }
}

extension Unicode.Scalar {
  /// The capital letter of a small letter, if it is a single scalar, so that places in a text stay.
  fileprivate var capital: Self {
    let capitals = properties.uppercaseMapping.unicodeScalars
    return capitals.count == 1 ? capitals.first ?? self : self
  }
}

/// A voice's settings in ElevenLabs' terms (`voice_settings`).
/// A nil member means the voice's own setting.
struct ElevenLabsSettings: Encodable, Equatable, Sendable {
  var stability: Double?
  var similarityBoost: Double?
  var style: Double?
  var useSpeakerBoost: Bool?
  var speed: Double?

  /// The speeds that the service accepts.
  static let speedRange = 0.7...1.2

  /// The names of parameters in `VoiceOptions.parameters` and in casts.
  enum Parameter: String, CaseIterable {
    case stability, similarity, style, speakerBoost, speed
  }

  enum CodingKeys: String, CodingKey {
    case stability, style, speed
    case similarityBoost = "similarity_boost"
    case useSpeakerBoost = "use_speaker_boost"
  }

  /// Reads the parameters and the rate.
  /// A parameter out of its range is an error. The rate multiplies the speed, and the product is
  /// clamped to the service's range. A product out of range is not an error, because deliveries
  /// ("quickly") and `--rate` multiply rates. A line spoken a little slower than requested is
  /// better than a failed line.
  init(_ options: VoiceOptions) throws(VoiceProviderError) {
    for (key, value) in options.parameters.sorted(by: { $0.key < $1.key }) {
      guard let parameter = Parameter(rawValue: key) else { throw Self.unknown(key) }
      switch parameter {
      case .stability: stability = try Self.number(value, key, in: 0...1)
      case .similarity: similarityBoost = try Self.number(value, key, in: 0...1)
      case .style: style = try Self.number(value, key, in: 0...1)
      case .speed: speed = try Self.number(value, key, in: Self.speedRange)
      case .speakerBoost:
        guard let flag = Bool(value) else {
          throw .invalidRequest("\(key) must be true or false, not \"\(Self.shown(value))\"")
        }
        useSpeakerBoost = flag
      }
    }
    guard options.rate.isFinite, options.rate > 0 else {
      throw .invalidRequest("the rate must be a number above 0")
    }
    if options.rate != 1 { speed = Self.kept((speed ?? 1) * options.rate) }
  }

  var isEmpty: Bool { self == Self() }

  private init() {}

  /// Returns a speed clamped to the service's range and rounded to three decimals.
  private static func kept(_ speed: Double) -> Double {
    let rounded = (speed * 1000).rounded() / 1000
    return min(max(rounded, speedRange.lowerBound), speedRange.upperBound)
  }

  private static func number(
    _ text: String, _ key: String, in range: ClosedRange<Double>
  ) throws(VoiceProviderError) -> Double {
    // `Double` would also accept `nan`, `inf` and hexadecimal.
    guard text.utf8.allSatisfy(PercentEncoding.number.contains), let value = Double(text) else {
      throw .invalidRequest("\(key) must be a number, not \"\(shown(text))\"")
    }
    guard range.contains(value) else {
      let (low, high) = (VoiceURI.text(of: range.lowerBound), VoiceURI.text(of: range.upperBound))
      throw .invalidRequest("\(key) \(VoiceURI.text(of: value)) is out of range: \(low) to \(high)")
    }
    return value
  }

  private static func unknown(_ key: String) -> VoiceProviderError {
    let names = Parameter.allCases.map(\.rawValue)
    let hint = Spelling.hint(
      for: key, among: names, otherwise: "the parameters are \(names.joined(separator: ", "))")
    return .invalidRequest("ElevenLabs has no parameter \"\(shown(key))\"; \(hint)")
  }

  private static func shown(_ text: String) -> String { ServiceMessage.shown(text, limit: 40) }
}
