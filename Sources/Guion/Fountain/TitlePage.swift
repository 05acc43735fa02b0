/// The title page of a script (R3), if it has one.
struct TitlePage {
  private(set) var entries: [TitlePageEntry] = []
  /// The lines after the title page.
  private(set) var body: LineCursor

  /// The keys of R3.2.
  /// A block without any of them is prose with colons (R3.6).
  private static let knownKeys: Set<String> = [
    "title", "credit", "author", "authors", "source", "draft date", "contact", "date",
    "copyright", "notes", "revision", "contact info",
  ]

  /// The keys of other languages, which are stored as the usual ones (R3.7).
  private static let translations: [String: String] = {
    var keys: [String: String] = [:]
    for (key, words) in [
      "Title": "titre titel título titulo titolo",
      "Author": "auteur auteure auteurs autor autora autores autorin autoren autore autori",
      "Credit": "crédit crédito", "Source": "quelle fuente fonte",
      "Contact": "kontakt contacto contato contatto",
    ] {
      for word in words.split(separator: " ") { keys[String(word)] = key }
    }
    return keys
  }()

  /// The keys whose values can continue on lines without indentation, even if there is text after the
  /// colon.
  /// Some screenwriting programs write addresses in this form.
  private static let keysOfSeveralLines: Set<String> = ["contact", "contact info", "copyright"]

  /// Whether a line that starts in column one and has no key is a value of the last key (R3.4).
  private var acceptsUnindentedValues = false
  /// Whether blank lines are above the current line (R3.7).
  private var isBelowBlank = false
  /// The blanks before all keys of a title page that is indented as a whole (R3.7).
  private var margin = 0
  private var isSecond = false

  /// Reads the title page from the top of a text; nil if there is no title page.
  init?(_ lines: LineCursor, _ edition: ReadingEdition) {
    var lines = lines
    var block = lines
    while let line = lines.next(), line.content.isEmpty { block = lines }  // R3.5
    guard let margin = Self.margin(block, edition) else { return nil }
    body = block
    if edition == .second { (self.margin, isSecond) = (margin, true) }
    let notes = Notes(in: block.text, Self.range(block), lines: block).ranges
    var visible = VisibleLine(block.text, without: notes)
    repeat {
      while let line = body.peek(), line.content.isEmpty == false {
        visible.read(line)
        guard take(visible, line) else { break }
        _ = body.next()
      }
      isBelowBlank = true
    } while edition == .second && skipToKey()
    guard entries.contains(where: { Self.knownKeys.contains($0.key.lowercased()) })
    else { return nil }
  }

  /// Moves to the next line with text if it has a known key (R3.7).
  private mutating func skipToKey() -> Bool {
    guard !entries.isEmpty, body.peek()?.content.isEmpty == true else { return false }
    var (next, isFound, blanks) = (body, false, 0)
    while let line = next.peek(), line.kind == .empty || line.kind == .wide {
      _ = next.next()
      blanks += 1
    }
    // A line of blanks can be within a value.
    if blanks == 1, body.peek()?.kind == .wide, let line = next.peek(),
      line.start < line.content.lowerBound
    {
      isFound = true
    }
    if let line = next.peek(), line.start == line.content.lowerBound,
      let colon = body.text.first(UInt8(ascii: ":"), in: line.content)
    {
      let key = body.text.string(line.start..<colon).lowercased()
      isFound = Self.knownKeys.contains(key) && key != "notes"
    }
    if isFound { body = next }
    return isFound
  }

  /// Returns the blanks before the key of the first line; nil if the line has no key or is a heading (R3.2, R3.6).
  private static func margin(_ lines: LineCursor, _ edition: ReadingEdition) -> Int? {
    guard let line = lines.peek(), hasColon(lines.text, line), !isHeading(lines.text, line)
    else { return nil }
    let margin = line.content.lowerBound - line.start
    guard margin > 0 else { return 0 }
    // One indented key is a line of action.
    return edition == .second && lastKey(lines, margin) > line.start ? margin : nil
  }

  private static func hasKnownKey(_ text: Bytes, _ line: ScriptLine) -> Bool {
    text.first(UInt8(ascii: ":"), in: line.content).map { colon in
      let key = text.string(line.content.lowerBound..<colon).lowercased()
      return knownKeys.contains(key) || translations[key] != nil
    } ?? false
  }

  /// Returns the start of the last line with a known key, up to the first blank line.
  private static func lastKey(_ lines: LineCursor, _ margin: Int) -> Int {
    var (rest, last) = (lines, 0)
    while let line = rest.next(), !line.content.isEmpty {
      let isKey = line.content.lowerBound - line.start <= margin && hasKnownKey(lines.text, line)
      if isKey { last = line.start }
    }
    return last
  }

  /// Whether a line has a colon with text before it.
  private static func hasColon(_ text: Bytes, _ line: ScriptLine) -> Bool {
    text.first(UInt8(ascii: ":"), in: line.whole).map { $0 > line.start } ?? false
  }

  /// Returns the range up to the first blank line (R3.4).
  private static func range(_ lines: LineCursor) -> Range<Int> {
    var (end, rest) = (lines.offset, lines)
    while let line = rest.next(), !line.content.isEmpty { end = line.whole.upperBound }
    return lines.offset..<end
  }

  private static func isHeading(_ text: Bytes, _ line: ScriptLine) -> Bool {
    HeadingForm.hasPrefix(text, line.whole, .first) || HeadingForm.isForced(text, line.whole)
  }

  /// Adds the content of a line and returns true.
  /// Returns false if the line is the first line of the body.
  private mutating func take(_ visible: VisibleLine, _ line: ScriptLine) -> Bool {
    let isValue = visible.isContinued || line.start + margin < line.content.lowerBound
    // R5.6: a mark alone says nothing.
    if isSecond, visible.words == "!" { return true }
    // A line of notes ends no title page.
    if visible.isEmpty { return isSecond || isValue || Self.hasColon(body.text, line) }
    if isValue {
      // R3.3: an indented line is a value, even if it contains a colon.
      if let last = entries.indices.last { entries[last].values.append(visible.words) }
      return true
    }
    guard !Self.isHeading(body.text, line) else { return false }
    guard let (written, typed) = visible.split else {
      return addUnindentedValue(visible)
    }
    let usual = isSecond ? Self.translations[written.lowercased()] : nil
    let key = usual ?? written
    let name = key.lowercased()
    // "Authors: Written by", above the names.
    let isCredit = isBelowBlank && name.hasPrefix("author") && typed.lowercased().hasSuffix("by")
    let value = isCredit ? "" : typed
    acceptsUnindentedValues =
      Self.knownKeys.contains(name) && (value.isEmpty || Self.keysOfSeveralLines.contains(name))
    let place = body.position(of: line.start, in: line)
    entries.append(
      TitlePageEntry(key: key, values: value.isEmpty ? [] : [value], position: place))
    return true
  }

  /// A line of the title page without its notes, which are neither stored nor reported.
  private struct VisibleLine {
    private let text: Bytes
    private var notes: ArraySlice<Range<Int>>
    private var bytes: [UInt8] = []
    /// Whether a note that began on an earlier line continues on this line.
    private(set) var isContinued = false

    init(_ text: Bytes, without notes: [Range<Int>]) {
      (self.text, self.notes) = (text, notes[...])
    }

    var isEmpty: Bool { string(0..<bytes.count).isEmpty }

    var words: String { string(0..<bytes.count) }

    /// The key, and the text after the first colon (R3.2); nil if there is no key.
    var split: (key: String, value: String)? {
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let key = string(0..<colon)
      return key.isEmpty ? nil : (key, string(colon + 1..<bytes.count))
    }

    /// Reads a line.
    /// Lines must be read in order.
    mutating func read(_ line: ScriptLine) {
      bytes.removeAll(keepingCapacity: true)
      while let note = notes.first, note.upperBound <= line.start { notes.removeFirst() }
      isContinued = notes.first.map { $0.lowerBound < line.start } ?? false
      var next = line.start
      for note in notes {
        guard note.lowerBound < line.whole.upperBound else { break }
        if note.lowerBound > next { bytes.append(contentsOf: text[next..<note.lowerBound]) }
        next = min(note.upperBound, line.whole.upperBound)
      }
      bytes.append(contentsOf: text[next..<line.whole.upperBound])
    }

    private func string(_ range: Range<Int>) -> String {
      bytes.withUnsafeBufferPointer { $0.string($0.trimmed(range)) }
    }
  }
}

extension TitlePage {
  /// Adds a line in column one without a key to the last key, and returns true.
  /// Returns false if the last key does not accept such a line.
  private mutating func addUnindentedValue(_ visible: VisibleLine) -> Bool {
    guard acceptsUnindentedValues, let last = entries.indices.last else { return false }
    if isBelowBlank, ["and", "&"].contains(visible.words.lowercased()) { return true }
    entries[last].values.append(visible.words)
    return true
  }
}
