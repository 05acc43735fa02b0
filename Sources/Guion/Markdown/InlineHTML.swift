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

  /// Whether what looks like a start tag is text, because HTML has no such element.
  /// Components of a page have attributes or end at once: `<Badge text="new" />`.
  static func isText(_ literal: Bytes) -> Bool {
    guard !literal.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "/") }) else {
      return false
    }
    let name = String(
      decoding: literal.dropFirst().prefix { $0 != 0x20 && $0 != 0x0A && $0 != 0x3E },
      as: UTF8.self)
    // A name with a hyphen or a colon is that of an element that a page defines.
    guard name.first?.isLetter == true, !name.contains(where: { $0 == "-" || $0 == ":" }) else {
      return false
    }
    // `CurrentGroupToc` is a component.
    if name.first?.isUppercase == true, name.dropFirst().contains(where: \.isUppercase),
      name.contains(where: \.isLowercase)
    {
      return false
    }
    return !elements.contains(name.lowercased())
  }

  private static let elements = Set(
    """
    a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink \
    blockquote body br button canvas caption center cite code col colgroup data datalist dd del \
    details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame \
    frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label \
    legend li link main map mark marquee math menu meta meter nav nobr noframes noscript object ol \
    optgroup option output p param path picture pre progress q rb rp rt rtc ruby s samp script \
    section select slot small source span strike strong style sub summary sup svg table tbody td \
    template textarea tfoot th thead time title tr track tt u ul var video wbr
    """.split(separator: " ").map(String.init))

  private static let formatting: [String: InlineSpan.Kind] = [
    "del": .strikethrough, "s": .strikethrough, "strike": .strikethrough, "em": .emphasis,
    "i": .emphasis, "strong": .strong, "b": .strong, "u": .underline, "sup": .raised,
    "kbd": .code, "samp": .code,
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

/// The number of open nodes of each style.
struct OpenFormatting {
  private var strikes = 0
  private var emphases = 0
  private var strongs = 0
  private var underlines = 0
  private var raised = 0
  private var codes = 0

  /// Opens a style and returns whether it was already open.
  mutating func begin(_ kind: InlineSpan.Kind) -> Bool {
    let counter = Self.counter(kind)
    self[keyPath: counter] += 1
    return self[keyPath: counter] > 1
  }

  mutating func end(_ kind: InlineSpan.Kind) { self[keyPath: Self.counter(kind)] -= 1 }

  private static func counter(_ kind: InlineSpan.Kind) -> WritableKeyPath<Self, Int> {
    switch kind {
    case .emphasis: \.emphases
    case .strong: \.strongs
    case .underline: \.underlines
    case .raised: \.raised
    case .code: \.codes
    default: \.strikes
    }
  }
}
