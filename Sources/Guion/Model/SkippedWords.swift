import Basics

/// The words of a document that are in no element, counted by the rule that leaves them out.
package struct SkippedWords: Equatable, Sendable {
  /// A reason why a reader leaves words out. The raw value is the name in reports.
  package enum Rule: String, CaseIterable, Sendable {
    case titlePage = "title-page"
    /// Boneyards inside a note.
    case nestedBoneyard = "nested-boneyard"
    /// The front matter of a Markdown document.
    case frontMatter = "front-matter"
    /// HTML tags and comments within a paragraph.
    case inlineHTML = "inline-html"
    /// Footnotes that no reference names.
    case unusedFootnote = "unused-footnote"
    /// The cells of a row that are beyond the columns of its table.
    case surplusCell = "surplus-cell"
    /// The headers of a table's columns, which the narrator says with the cells.
    case tableHeader = "table-header"
    /// Final Draft's data about the script, the properties of a scene, and removed scenes.
    case scriptData = "script-data"
    case sceneData = "scene-data"
    case omittedScene = "omitted-scene"
    /// The lines that another program printed on each page of a script.
    case pageFurniture = "page-furniture"
    /// Sections, and front and back matter, that the cast or the user leaves out.
    case skippedSection = "skipped-section"
    case backMatter = "back-matter"
    /// Private comments of a document: Obsidian's `%%…%%` and CriticMarkup's `{>>…<<}`.
    case privateComment = "private-comment"
    /// Text that CriticMarkup deletes.
    case deletion
    /// The hidden part of a link in a vault: folders, and the target of a link with other words.
    case linkTarget = "link-target"
    /// Notes and pictures that a document embeds.
    case embed
    /// The names of blocks, and tags at the end of a paragraph.
    case tag
    /// Attributes, citations, shortcodes and commands for programs that print a document.
    case markup
    /// The head, scripts and styles of a page.
    case head
    case script
    /// Elements that a page hides.
    case hidden
    case pageNumber = "page-number"
    /// The pronunciation of East Asian characters.
    case ruby
    /// Drawings, films, and what a page shows instead of them.
    case media
    /// Buttons and fields.
    case form
    /// A formula that has its words in an attribute.
    case formula
    /// The labels of notes and of links to notes.
    case noteLink = "note-link"
    /// The headings of pages that contain only notes.
    case notesHeading = "notes-heading"
    case cover
    /// Tables of contents, without the titles that become headings.
    case contents
    /// Headings that repeat a title of the table of contents.
    case repeatedTitle = "repeated-title"
    /// Pages that are not in the reading order.
    case unlistedPage = "unlisted-page"
    /// Files of the reading order that are no pages.
    case unreadPage = "unread-page"
    /// Vertical text of a PDF, and text that a PDF draws again.
    case rotated
    case repeatedRun = "repeated-run"
    /// Tags that only name the speaker, which are shown and not read.
    case skippedTag = "skipped-tag"
  }

  private var tallies: [Rule: WordTally] = [:]

  package init() {}

  /// The number of words of each rule, without rules that leave nothing out.
  package var counts: [(rule: Rule, words: Int)] {
    Rule.allCases.compactMap { rule in
      let count = tallies[rule]?.words ?? 0
      return count > 0 ? (rule, count) : nil
    }
  }

  /// The number of letters and digits. Unlike the number of words, it is the same however markup divides a
  /// text.
  package var letters: Int { tallies.values.reduce(0) { $0 + $1.letters } }

  /// Counts a piece of text, which can continue the last word of the same rule.
  mutating func add(_ text: Bytes, _ rule: Rule) { tallies[rule, default: WordTally()].add(text) }

  mutating func add(_ text: String, _ rule: Rule) {
    tallies[rule, default: WordTally()].add(text)
  }

  /// Takes back a text that was counted.
  mutating func remove(_ text: String, _ rule: Rule) {
    var own = WordTally()
    own.add(text)
    tallies[rule, default: WordTally()].subtract(own)
  }

  mutating func add(_ other: SkippedWords) {
    for (rule, tally) in other.tallies { tallies[rule, default: WordTally()].add(tally) }
  }

  /// Counts all words of another value under one rule.
  mutating func add(_ other: SkippedWords, as rule: Rule) {
    for tally in other.tallies.values { tallies[rule, default: WordTally()].add(tally) }
  }

  /// Ends the current words: the next piece of text begins a new word.
  mutating func endWord() { for rule in tallies.keys { tallies[rule]?.endWord() } }
}

/// The words of a document: those in its elements, and those that a rule leaves out.
package struct WordCount: Equatable, Sendable {
  /// The number of words in the elements.
  package private(set) var words = 0
  /// The number of letters and digits in the elements.
  package private(set) var letters = 0
  package private(set) var skipped = SkippedWords()

  init(of elements: [GuionElement], skipped: SkippedWords, format: DocumentFormat) {
    var tally = WordTally()
    for element in elements {
      for text in Self.texts(of: element, format) { tally.add(text) }
    }
    (words, letters, self.skipped) = (tally.words, tally.letters, skipped)
  }

  init() {}

  private static func texts(of element: GuionElement, _ format: DocumentFormat) -> [String] {
    // The HTML block above the summary of a Markdown document has the same words.
    if element.mark == .summary, format == .markdown { return [] }
    // In Final Draft, a scene's number is an attribute.
    let number = [.fountain, .pdfScript].contains(format) ? element.sceneNumber : nil
    return [element.elementText, element.extension, number].compactMap(\.self)
  }

  /// Counts an element that a rule leaves out of the elements.
  mutating func skip(_ element: GuionElement, _ rule: SkippedWords.Rule, format: DocumentFormat) {
    for text in Self.texts(of: element, format) { skip(text, rule) }
  }

  /// Counts words of an element that are shown and not read.
  package mutating func skip(_ text: String, _ rule: SkippedWords.Rule) {
    let count = Self.count(text)
    words -= count.words
    letters -= count.letters
    skipped.add(text, rule)
    skipped.endWord()
  }

  mutating func add(_ other: WordCount) {
    words += other.words
    letters += other.letters
    skipped.add(other.skipped)
  }

  /// The number of words that are in no element.
  package var skippedWords: Int { skipped.counts.reduce(0) { $0 + $1.words } }

  package static func count(_ text: String) -> (words: Int, letters: Int) {
    var tally = WordTally()
    tally.add(text)
    return (tally.words, tally.letters)
  }
}

/// Counts words: runs of characters other than white space, with at least one letter or digit.
struct WordTally: Equatable, Sendable {
  private(set) var words = 0
  private(set) var letters = 0
  private var isInWord = false

  mutating func add(_ text: String) {
    endWord()
    var text = text
    text.withUTF8 { add($0) }
    endWord()
  }

  /// Counts a piece of text.
  mutating func add(_ text: Bytes) {
    var offset = 0
    while offset < text.count {
      let byte = text[offset]
      if byte <= 0x20 {
        isInWord = false
        offset += 1
      } else if byte < 0x80 {
        if byte.isASCIILetter { addLetter() }
        offset += 1
      } else {
        let blank = text.whiteSpace(at: offset, before: text.count)
        if blank > 0 {
          isInWord = false
        } else if byte >= 0xC2, !isSign(text, offset) {
          addLetter()
        }
        offset += max(1, blank)
      }
    }
  }

  private mutating func addLetter() {
    if !isInWord { words += 1 }
    isInWord = true
    letters += 1
  }

  /// Whether a character is a sign of U+0080 to U+00BF or of U+2000 to U+206F.
  private func isSign(_ text: Bytes, _ offset: Int) -> Bool {
    if text[offset] == 0xC2 { return true }
    // U+FFFD stands for a byte that cannot be decoded.
    if text[offset...].starts(with: [0xEF, 0xBF, 0xBD]) { return true }
    guard text[offset] == 0xE2, offset + 1 < text.count else { return false }
    return text[offset + 1] == 0x80 || text[offset + 1] == 0x81
  }

  mutating func endWord() { isInWord = false }

  mutating func add(_ other: WordTally) {
    words += other.words
    letters += other.letters
    isInWord = false
  }

  mutating func subtract(_ other: WordTally) {
    words -= other.words
    letters -= other.letters
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }
}
