import FoundationEssentials

/// The arguments of a command, with placeholders.
struct CommandTemplate: Sendable {
  /// The values for the placeholders.
  struct Values: Hashable, Sendable {
    var voice = ""
    var language = ""
    var rate = 1.0
    var output = ""
    var text = ""
  }

  /// A part of an argument.
  enum Piece: Equatable, Sendable {
    case literal(String)
    case voice, language, output, text
    /// The tempo multiplied by a number.
    case rate(times: Double)
    /// A number divided by the tempo.
    case inverseRate(of: Double)
  }

  /// The maximum length of an argument, in bytes (`MAX_ARG_STRLEN` in linux/binfmts.h, without the
  /// terminating zero).
  static let longestArgument = 131_071

  let arguments: [[Piece]]

  /// Parses arguments.
  /// A leading `~/` is the home folder.
  init(_ arguments: some Sequence<String>) {
    self.arguments = arguments.map { Self.pieces(of: UserPath.expanded($0)) }
  }

  /// Returns whether an argument has a matching piece.
  func contains(where isWanted: (Piece) -> Bool) -> Bool {
    arguments.contains { $0.contains(where: isWanted) }
  }

  /// Whether the command contains a rate placeholder.
  var takesRate: Bool {
    contains { piece in
      switch piece {
      case .rate, .inverseRate: true
      default: false
      }
    }
  }

  /// Returns the arguments with all placeholders replaced.
  /// Inserted values are not searched for placeholders.
  /// If an argument begins with the text and the text begins with `-`, a space is inserted before
  /// the text. Otherwise the program would read the text as an option.
  func filled(with values: Values) -> [String] {
    arguments.map { pieces in
      pieces.enumerated().map { index, piece in
        switch piece {
        case .literal(let text): text
        case .voice: values.voice
        case .language: values.language
        case .output: values.output
        case .text: index == 0 && values.text.hasPrefix("-") ? " \(values.text)" : values.text
        case .rate(let factor): Self.text(of: values.rate * factor)
        case .inverseRate(let number): Self.text(of: number / values.rate)
        }
      }.joined()
    }
  }

  /// Returns a number rounded to four decimals.
  /// The rounding of a tempo is not audible.
  static func text(of number: Double) -> String {
    VoiceURI.text(of: (number * 10_000).rounded() / 10_000)
  }

  private static func pieces(of argument: String) -> [Piece] {
    var pieces = [Piece]()
    var literal = ""
    var rest = argument[...]
    while let open = rest.firstIndex(of: "{") {
      literal += rest[..<open]
      let inside = rest[rest.index(after: open)...]
      if let close = inside.firstIndex(of: "}"), let piece = piece(named: inside[..<close]) {
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        literal = ""
        pieces.append(piece)
        rest = inside[inside.index(after: close)...]
      } else {
        literal += "{"
        rest = inside
      }
    }
    literal += rest
    if !literal.isEmpty || pieces.isEmpty { pieces.append(.literal(literal)) }
    return pieces
  }

  private static func piece(named name: Substring) -> Piece? {
    switch name {
    case "voice": return .voice
    case "language": return .language
    case "output": return .output
    case "text": return .text
    case "rate": return .rate(times: 1)
    default: break
    }
    if name.hasSuffix("*rate"), let factor = number(name.dropLast(5)) {
      return .rate(times: factor)
    }
    if name.hasSuffix("/rate"), let number = number(name.dropLast(5)) {
      return .inverseRate(of: number)
    }
    return nil
  }

  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}
