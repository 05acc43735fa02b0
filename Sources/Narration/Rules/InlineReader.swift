import Basics
import Guion
import TextNormalization

/// Converts the text of elements to text for a listener.
/// Struck-through text, images, formulas and footnotes are left out, named or replaced, as the settings require.
/// This is a class because each copy of a struct would increase the reference count of every table in it.
final class InlineReader: Sendable {
  let settings: SpeechSettings
  let words: LayoutWords
  let code: CodeWords
  let rules: RuleSet
  /// The voices for passages in other languages, and the role that reads the text.
  private let passages: (voices: PassageVoices, reader: Role)?
  /// The code within these passages, by their languages.
  private let passageCode: [String: CodeWords]
  /// Whether the result has marks around emphasized text.
  private let marksStress: Bool

  init(
    settings: SpeechSettings, words: LayoutWords, rules: RuleSet = .current,
    casting: Casting? = nil, marksStress: Bool = false
  ) {
    self.marksStress = marksStress
    self.rules = rules
    self.settings = settings
    self.words = words
    func made(_ words: LayoutWords) -> CodeWords {
      CodeWords(
        signs: words.signNames, namesMore: rules >= .v1_1,
        maths: rules >= .v1_2 ? words.formulas : nil)
    }
    code = made(words)
    passages = casting.flatMap { casting in casting.passages.map { ($0, casting.narrator) } }
    let tags = Set(passages?.voices.voicings.map(\.language) ?? [])
    passageCode = Dictionary(
      uniqueKeysWithValues: tags.map { ($0, made(LanguageWords.of($0).layout)) })
  }

  func text(of element: GuionElement) -> String {
    text(element.elementText, element.inlines)
  }

  /// Returns text with the spoken words in place of its spans.
  /// Spans within a replaced span are ignored.
  func text(_ text: String, _ inlines: [InlineSpan]) -> String {
    guard !inlines.isEmpty else { return text }
    let bytes = Array(text.utf8)
    let edits = stressed(edits(of: inlines, in: bytes), inlines, in: bytes)
    let languages = passages != nil ? inlines.languageChanges(end: bytes.count) : []
    guard !edits.isEmpty || !languages.isEmpty else { return text }
    var result = PassageMarks.Writer(languages)
    var place = 0
    for edit in edits where edit.range.lowerBound >= place {
      result.copy(bytes[place..<edit.range.lowerBound])
      result.append(edit.replacement)
      place = edit.range.upperBound
    }
    result.copy(bytes[place...])
    result.finish()
    return String(decoding: result.bytes, as: UTF8.self)
  }

  /// Returns the word for a tick, a cross or another sign that is all that a cell of a table has; nil for other text.
  /// A dash and a question mark stand for no value.
  func tick(_ text: String) -> String? {
    guard rules >= .v1_2 else { return nil }
    if text.hasPrefix(":"), text.utf8.count < 60, text.hasSuffix(":") {
      return icon(text.dropFirst().dropLast())
    }
    guard text.unicodeScalars.count < 4 else { return nil }
    return switch text.unicodeScalars.filter({ !$0.isSpace && $0 != "\u{FE0F}" }).first {
    case "✓", "✔", "✅", "☑": words.yes
    case "✗", "✘", "❌", "✖", "☒": words.no
    case "⚠": words.warning
    case let sign? where text.unicodeScalars.count == 1 && !"-?.".unicodeScalars.contains(sign):
      code.signs[sign]
    default: nil
    }
  }

  /// Returns the two keys of a shortcut one by one, in a column of shortcuts: `iw` is "I.W". Nil for other cells.
  func keys(of cell: TableCell) -> String? {
    guard rules >= .v1_2, cell.text.utf8.count == 2,
      cell.inlines.contains(where: { $0.kind == .code }),
      cell.text.allSatisfy({ $0.isASCII && $0.isLetter }),
      cell.header.lowercased() == "keys"
        || cell.header.lowercased().split(separator: " ").contains(where: Self.keyHeaders.contains)
    else { return nil }
    return cell.text.uppercased().map(String.init).joined(separator: ".")
  }

  private static let keyHeaders: Set<Substring> = [
    "shortcut", "shortcuts", "hotkey", "hotkeys", "keybinding", "keybindings", "mapping", "motion",
    "motions",
  ]

  /// Returns the word for the name of an icon: `material-check`, `white_check_mark`; nil for other names.
  private func icon(_ name: Substring) -> String? {
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-_+".contains($0) }) else { return nil }
    let parts = name.split { $0 == "-" || $0 == "_" }
    if parts.contains("check") { return words.yes }
    if parts.contains(where: { ["close", "cross", "x", "xmark"].contains($0) }) { return words.no }
    return parts.contains { ["alert", "warning"].contains($0) } ? words.warning : nil
  }

  /// Returns the footnotes of a text.
  /// A footnote is not included if its mark is in text that is left out.
  func notes(_ inlines: [InlineSpan]) -> [(number: Int, words: String)] {
    let unheard = SortedRanges(
      inlines.filter { span in
        span.kind == .strikethrough && settings.strikethrough == .skip
          || span.kind == .image && settings.images == .skip
      }.map(\.range))
    return inlines.compactMap { span in
      guard case .footnote(let number, let text) = span.kind,
        unheard.around(span.range.lowerBound) == nil
      else { return nil }
      return (number, note(number, text))
    }
  }

  /// Returns the spoken text of a footnote: "Footnote 1: …".
  /// Each paragraph of the footnote becomes at least one sentence.
  private func note(_ number: Int, _ note: MarkedText) -> String {
    let paragraphs = text(note.text, note.inlines).split(separator: "\n").map(String.init)
    let said = paragraphs.dropLast().map(Self.sentence) + paragraphs.suffix(1)
    return "\(words.footnote) \(number): \(said.joined(separator: " "))"
  }

  /// Returns the text with a full stop at its end.
  /// If the text already ends a sentence or ends in a colon, no full stop is added.
  static func sentence(_ text: String) -> String {
    let text = String(text.drop { $0.isWhitespace })
    let last = text.unicodeScalars.last {
      !$0.isSpace && !$0.closesSentence && !PassageMarks.contain($0)
    }
    return last?.isSentenceEnd == true || last == ":" ? text : text + "."
  }

  /// Returns the text with a full stop behind its last word, in place of a comma, unless a mark already ends the
  /// sentence.
  static func ended(_ text: String) -> String {
    guard let last = text.lastIndex(where: { $0.isLetter || $0.isNumber }) else { return text }
    let words = text[...last]
    let marks = text[text.index(after: last)...]
    if marks.contains(where: { ".!?…—–-".contains($0) }) { return text }
    guard let comma = marks.firstIndex(where: { ",;:".contains($0) }) else {
      return words + "." + marks
    }
    return words + marks[..<comma] + "." + marks[marks.index(after: comma)...]
  }

  // MARK: Edits

  private struct Edit {
    var range: Range<Int>
    var replacement: String
    var isNote = false
    /// Whether the replacement contains no words.
    var isSilent: Bool { replacement.allSatisfy(\.isWhitespace) }
  }

  /// Returns the replacements in order.
  /// If several replacements begin at the same position, the longest comes first.
  private func edits(of inlines: [InlineSpan], in bytes: [UInt8]) -> [Edit] {
    let hasCode = !passageCode.isEmpty && inlines.contains { $0.kind == .code }
    var places = hasCode ? code(of: bytes) : []
    var edits = inlines.compactMap { span in
      places.removeFirst(places.prefix { $0.end <= span.range.lowerBound }.count)
      return edit(of: span, in: bytes, code: places.first?.code ?? code)
    }
    edits.sort {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
    return edits.contains(where: \.isNote) ? notesBehindSentences(edits, in: bytes) : edits
  }

  /// Adds marks around emphasized text.
  private func stressed(_ edits: [Edit], _ inlines: [InlineSpan], in bytes: [UInt8]) -> [Edit] {
    guard marksStress else { return edits }
    let marks = inlines.flatMap { span -> [Edit] in
      guard [.emphasis, .strong, .underline].contains(span.kind) else { return [] }
      let range = span.range.clamped(to: 0..<bytes.count)
      return [(range.lowerBound, PassageMarks.stress), (range.upperBound, PassageMarks.stressEnd)]
        .map { Edit(range: $0..<$0, replacement: String($1)) }
    }
    guard !marks.isEmpty else { return edits }
    // A mark comes before an edit at the same position, and edits keep their order.
    return (marks + edits).enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
  }

  /// Whether a description of an image only says that it is an image.
  private func isEmptyName(_ words: String) -> Bool {
    words.utf8.count < 12
      && ["image", "img", "picture", self.words.image.lowercased()].contains(
        words.lowercased().filter { !$0.isNumber && !$0.isWhitespace && $0 != "-" && $0 != "_" })
  }

  /// Returns the words for code in each passage of a text, with the end of the passage.
  private func code(of bytes: [UInt8]) -> ArraySlice<(end: Int, code: CodeWords)> {
    guard let passages else { return [] }
    let text = String(decoding: bytes, as: UTF8.self)
    var end = 0
    return passages.voices.runs(of: text, by: passages.reader, guesses: true).map { run in
      end += run.text.utf8.count
      return (end, run.language.flatMap { passageCode[$0] } ?? code)
    }[...]
  }

  /// Whether the words of a link are one name of a program with full stops: "meta.Return".
  private static func isDottedName(_ words: ArraySlice<UInt8>) -> Bool {
    guard words.count < 120, words.contains(0x2E) else { return false }
    let labels = words.split(separator: 0x2E, omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      label.count > 1 && label.first.map { $0 &- 0x30 > 9 } == true
        && label.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x5F }
    }
  }

  private func edit(of span: InlineSpan, in bytes: [UInt8], code: CodeWords) -> Edit? {
    let range = span.range.clamped(to: 0..<bytes.count)
    func words() -> String { String(decoding: bytes[range], as: UTF8.self) }
    switch span.kind {
    case .code:
      // "#!js" names the language of the code behind it.
      let isShebang = rules >= .v1_2 && words().hasPrefix("#!") && words().contains(" ")
      let typed =
        isShebang
        ? String(words().drop { $0 != " " }.dropFirst())
        : code.namingUnderscores(words(), at: range, in: bytes)
      let hasLetter = rules >= .v1_2 && (typed == "a" || typed == "A" || typed.hasText("-a"))
      let spoken =
        hasLetter ? LetterNames.marking(code.spoken(typed), self.words) : code.spoken(typed)
      let isApart = rules >= .v1_1 && isGlued(range, spoken, in: bytes)
      return Edit(range: range, replacement: isApart ? " " + spoken : spoken)
    case .strikethrough:
      return settings.strikethrough == .skip ? Edit(range: range, replacement: "") : nil
    case .image:
      // Spaces separate the description of an image from the words before and after it.
      let isSilent =
        settings.images == .skip
        || rules >= .v1_2 && (PicturePath.isOne(words()) || isEmptyName(words()))
      let alternative = isSilent ? "" : words()
      let isIntroduced = rules >= .v1_1 && alternative.hasLetterOrDigit
      let introduction = isIntroduced ? "\(self.words.image): " : ""
      return Edit(range: range, replacement: " \(introduction)\(alternative) ")
    case .lineBreak:
      guard rules >= .v1_1, range.lowerBound > 0 else { return nil }
      let last = Unicode.Scalar(bytes[range.lowerBound - 1])
      let isMath = last == "$" && settings.math == .announce
      let isClosed = rules >= .v1_2 && (isMath || last == ">")
      return last.isLetterOrDigit || bytes[range.lowerBound - 1] >= 0x80 || isClosed
        ? Edit(range: range, replacement: ",\n") : nil
    case .contentsLink:
      return rules >= .v1_1 && NoteMark.isMark(range, in: bytes)
        ? Edit(range: range, replacement: "") : nil
    case .badge: return nil
    case .raised:
      return rules >= .v1_1
        ? SuperscriptDigits.power(range, in: bytes).map { Edit(range: range, replacement: $0) }
        : nil
    // Formatting is not spoken.
    case .link where rules >= .v1_2 && NoteMark.isGlued(range, in: bytes):
      return Edit(range: range, replacement: "")
    case .link where rules >= .v1_2 && Self.isDottedName(bytes[range]):
      return Edit(range: range, replacement: code.spoken(words()))
    case .emphasis, .strong, .underline, .language, .link, .imageFile: return nil
    case .math: return Edit(range: range, replacement: formula(range, words(), in: bytes))
    case .footnote(let number, let note):
      guard settings.footnotes == .inline else { return nil }
      let said = Self.sentence(self.note(number, note))
      return Edit(range: range, replacement: " \(said) ", isNote: true)
    }
  }

  /// Whether code that begins with a symbol touches the word before it.
  /// The name of the symbol would then run into this word.
  private func isGlued(_ range: Range<Int>, _ spoken: String, in bytes: [UInt8]) -> Bool {
    guard range.lowerBound > 0, !range.isEmpty, spoken.first?.isLetter == true else { return false }
    let (before, first) = (bytes[range.lowerBound - 1], bytes[range.lowerBound])
    return Unicode.Scalar(before).isLetterOrDigit && first < 0x80
      && !Unicode.Scalar(first).isLetterOrDigit
  }

  // MARK: Footnotes

  /// Moves each footnote to the end of the sentence that contains its mark.
  /// A footnote is dropped if its mark is in text that is left out.
  private func notesBehindSentences(_ edits: [Edit], in bytes: [UInt8]) -> [Edit] {
    var moved = edits.filter { !$0.isNote }
    let silent = SortedRanges(moved.filter(\.isSilent).map(\.range))
    let replaced = SortedRanges(moved.map(\.range))
    let ends = SentenceEnds(of: String(decoding: bytes, as: UTF8.self), without: replaced)
    for edit in edits where edit.isNote {
      let mark = edit.range.lowerBound
      guard silent.around(mark) == nil else { continue }
      let end = ends.first(from: replaced.around(mark)?.upperBound ?? mark)
      moved.append(Edit(range: end..<end, replacement: edit.replacement, isNote: true))
    }
    // Footnotes come before other edits at the same position, and stay in order.
    return moved.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.isNote ? 0 : 1, $0.offset)
        < ($1.element.range.lowerBound, $1.element.isNote ? 0 : 1, $1.offset)
    }.map(\.element)
  }

  /// The ends of sentences in a text, as offsets in UTF-8 bytes.
  /// A sentence ends after its mark and the closing quotes and brackets that follow the mark.
  struct SentenceEnds {
    /// For each mark, the range from its end to the end of the closing quotes and brackets after it.
    /// A mark directly before a word, as in "2.5", is included, but does not end a sentence.
    private var marks: [Range<Int>] = []
    private var ends: [Int] = []
    private let length: Int

    /// Finds the ends of sentences.
    /// Marks in the hidden ranges are ignored.
    init(of text: String, without hidden: SortedRanges) {
      length = text.utf8.count
      var hidden = hidden.ranges[...]
      var (offset, isWide) = (0, false)
      var mark: Int?
      for scalar in text.unicodeScalars {
        let size = UTF8.width(scalar)
        defer { offset += size }
        while let first = hidden.first, first.upperBound <= offset { hidden.removeFirst() }
        let isHidden = hidden.first?.contains(offset) == true
        if let start = mark, isHidden || !(scalar.closesSentence || scalar.endsSentence) {
          add(start..<offset, isEnd: isHidden || isWide || scalar.isSpace)
          mark = nil
        }
        if scalar.endsSentence, !isHidden {
          mark = mark ?? offset + size
          isWide = !scalar.isSentenceEnd
        }
      }
      if let start = mark { add(start..<length, isEnd: true) }
    }

    private mutating func add(_ mark: Range<Int>, isEnd: Bool) {
      marks.append(mark)
      if isEnd { ends.append(mark.upperBound) }
    }

    /// Returns the end of the sentence that contains a position or ends directly before it.
    /// If the sentence has no end mark, this is the end of the text.
    func first(from place: Int) -> Int {
      let mark = marks.partitioningIndex { $0.upperBound >= place }
      if mark < marks.count, marks[mark].lowerBound <= place { return marks[mark].upperBound }
      let end = ends.partitioningIndex { $0 >= place }
      return end < ends.count ? ends[end] : length
    }
  }

  /// The alternative text of a picture that programs write instead of words: the path or the name of its file.
  enum PicturePath {
    static func isOne(_ words: String) -> Bool {
      let text = words.lowercased()
      let isFile = endings.contains { text.hasSuffix($0) }
      if starts.contains(where: text.hasPrefix), isFile { return true }
      guard !text.contains(where: \.isWhitespace) else {
        // "Program flow control.png" is a name, "The file a.png" is a description.
        let words = text.split(separator: " ").map(String.init)
        return isFile && !articles.contains(words[0]) && !words.contains(where: verbs.contains)
          && words.dropLast().last != "file"
      }
      return isFile || ["./", "../", "/"].contains(where: text.hasPrefix)
    }

    private static let articles: Set<String> = [
      "a", "an", "the", "this", "ein", "eine", "der", "die", "das", "un", "une", "le", "la", "les",
      "el", "los", "las",
    ]
    private static let verbs: Set<String> = ["is", "shows", "with", "zeigt", "montre", "muestra"]
    private static let endings = [
      ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp", ".tif", ".tiff", ".avif", ".heic",
      ".eps", ".pdf",
    ]
    /// The names that cameras, systems and editors give to pictures can have blanks.
    private static let starts = ["pasted image ", "screen shot ", "screenshot ", "bildschirmfoto "]
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a mark that ends a sentence.
  /// After East Asian marks, no space is needed.
  fileprivate var endsSentence: Bool {
    isSentenceEnd || self == "。" || self == "！" || self == "？"
  }

  /// Whether the scalar is a closing quote or bracket, which can follow the end of a sentence.
  var closesSentence: Bool {
    if isASCII { return self == "\"" || self == "'" || self == ")" || self == "]" }
    switch properties.generalCategory {
    case .finalPunctuation, .closePunctuation: return true
    default: return false
    }
  }
}
