import Basics

/// The visible effects of inline HTML: line breaks and styles.
/// The contents of `<script>` and `<style>` are hidden.
struct InlineHTML {
  enum Effect {
    case none, lineBreak
    case begin(InlineSpan.Kind), end(InlineSpan.Kind)
    case beginHidden, endHidden
  }

  /// A position in the collected text: the number of bytes and of spans before it.
  struct Place {
    let bytes: Int
    let spans: Int
  }

  /// The index of the span for each style that an open tag began.
  var formatting: [InlineSpan.Kind: Int] = [:]
  /// The position at which a script or style element began.
  var hidden: Place?
  private var hiddenName = ""

  /// Returns the effect of a tag; `.none` for a comment or other markup.
  mutating func read(_ literal: Bytes) -> Effect {
    guard let (name, isEnd) = Self.tag(literal) else { return .none }
    switch name {
    case "br": return .lineBreak
    case "script", "style":
      if isEnd { return hidden != nil && name == hiddenName ? .endHidden : .none }
      guard hidden == nil else { return .none }
      hiddenName = name
      return .beginHidden
    default:
      guard let kind = Self.formatting[name] else { return .none }
      return isEnd ? .end(kind) : .begin(kind)
    }
  }

  private static let formatting: [String: InlineSpan.Kind] = [
    "del": .strikethrough, "s": .strikethrough, "strike": .strikethrough, "em": .emphasis,
    "i": .emphasis, "strong": .strong, "b": .strong, "u": .underline, "sup": .raised,
  ]

  /// Returns the name of a tag in lowercase; nil if this is not a tag.
  static func tag(_ literal: Bytes) -> (name: String, isEnd: Bool)? {
    guard literal.count > 2, literal[0] == UInt8(ascii: "<") else { return nil }
    let isEnd = literal[1] == UInt8(ascii: "/")
    let name = literal[(isEnd ? 2 : 1)...].prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
    // The longest names that have an effect are "script" and "strike".
    guard 1...6 ~= name.count, name.endIndex < literal.count, Self.endsName(literal[name.endIndex])
    else { return nil }
    return (String(decoding: name, as: UTF8.self).lowercased(), isEnd)
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ">"), UInt8(ascii: "/"), 0x20, 0x09, 0x0A, 0x0C, 0x0D: true
    default: false
    }
  }
}
