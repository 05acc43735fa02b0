import Basics

/// Collects the script and the title page of a Final Draft document.
/// An element that is unknown inside the script is read as if its tags were not there. The rest of the
/// file is data about the script and is not read.
final class FinalDraftReader: XMLReceiver {
  /// The part of the document that the parser is in.
  private enum Place {
    case root, body, titlePage, titleContent, paragraph, run, dual
    case note, noteParagraph, noteRun
    /// The properties of a scene, and the summary in these properties.
    case scene, summary
    /// Text between paragraphs.
    case loose
  }

  /// An open element.
  private struct Frame {
    var place: Place
    /// Whether the element is unknown, so that it changes nothing.
    var isWrapper = false
    /// The styles of the text around the element.
    var kinds: [InlineSpan.Kind] = []
  }

  private var script: FinalDraftScript
  private(set) var titlePage: [FinalDraftTitleLine] = []
  /// Elements with text that is not read, although their meaning is unknown.
  private(set) var unknown: [(name: String, offset: Int)] = []
  private(set) var skippedWords = SkippedWords()
  /// Whether the root element is not Final Draft's, so that there is nothing to read.
  private(set) var isOtherXML = false
  private let source: Bytes
  private let edition: ReadingEdition
  private var frames: [Frame] = []
  /// The number of open elements in a skipped element, including the skipped element; 0 outside.
  private var skipped = 0
  private var skippedRule = SkippedWords.Rule.scriptData
  /// The skipped element, if its meaning is unknown.
  private var skippedName: (name: String, offset: Int)?
  /// The open paragraphs, the innermost last.
  private var open: [FinalDraftParagraph] = []
  private var kinds: [InlineSpan.Kind] = []
  /// Whether the current run is shown in capitals.
  private var isInCapitals = false
  /// Whether the current run has no text yet.
  private var isAtRun = false
  /// The offset after the last tag.
  private var tagEnd = 0
  /// The offset at which the text after the last tag begins.
  private var wordsStart = 0
  private var hasWords = false
  /// The number of cues so far in the current simultaneous speeches.
  private var cues = 0
  private var note: FinalDraftParagraph.Note?
  /// Whether the innermost paragraph is for text that is in none.
  private var isLoose = false

  init(_ source: Bytes, _ edition: ReadingEdition) {
    (self.source, self.edition) = (source, edition)
    script = FinalDraftScript(LineTable(source), edition)
  }

  var isDone: Bool { isOtherXML }

  func takeElements() -> [GuionElement] { script.elements }

  // MARK: Tags

  func start(_ tag: XMLTag) {
    defer { tagEnd = end(of: tag) }
    if skipped > 0 {
      skipped += 1
      return
    }
    endWords(at: tag.offset)
    closeLoose(at: tag.offset, continues: tag.name == "Text")
    guard let frame = frame(for: tag) else {
      if frames.isEmpty { isOtherXML = true }
      skipped = 1
      return
    }
    frames.append(frame)
    if frame.isWrapper { return }
    switch frame.place {
    case .paragraph:
      breakOff()
      open.append(FinalDraftParagraph(tag))
    case .run:
      if open.isEmpty { openLoose(at: tag.offset) }
      kinds = FinalDraftStyle.kinds(of: tag["Style"])
      isAtRun = true
      isInCapitals = edition == .second && FinalDraftStyle.isInCapitals(tag["Style"])
    case .noteRun: kinds = FinalDraftStyle.kinds(of: tag["Style"])
    case .noteParagraph:
      if let last = note?.words.bytes.last, last != UInt8(ascii: "\n") {
        note?.words.append("\n".utf8)
      }
    case .note: note = .init(type: .comment, words: StyledWords(), range: tag.offset..<tag.offset)
    case .summary:
      note = .init(type: .synopsis, words: StyledWords(), range: tag.offset..<tag.offset)
    case .dual:
      if !frames.dropLast().contains(where: { $0.place == .dual }) { cues = 0 }
      breakOff()
    default: break
    }
  }

  /// Returns the offset after a start tag, whose end is at most two bytes after its offset.
  private func end(of tag: XMLTag) -> Int {
    var end = max(0, min(tag.offset, source.count))
    while end < source.count, end < tag.offset + 2 {
      end += 1
      if source[end - 1] == UInt8(ascii: ">") { break }
    }
    return end
  }

  /// Returns the part of the document that an element opens; nil if the element is not read.
  private func frame(for tag: XMLTag) -> Frame? {
    let place = frames.last?.place
    if let own = known(tag.name, in: place) { return Frame(place: own, kinds: kinds) }
    (skippedRule, skippedName) = (.scriptData, nil)
    switch place {
    case nil: return nil
    case .root:
      if !Self.data.contains(tag.name) { skippedName = (tag.name, tag.offset) }
      return nil
    case .scene:
      skippedRule = .sceneData
      return nil
    case .paragraph where tag.name == "OmittedScene":
      open[open.count - 1].isOmitted = true
      skippedRule = .omittedScene
      return nil
    case let place? where !Self.data.contains(tag.name):
      return Frame(place: place, isWrapper: true, kinds: kinds)
    default: return nil
    }
  }

  private func known(_ name: String, in place: Place?) -> Place? {
    switch (place, name) {
    case (nil, "FinalDraft"): .root
    case (.root, "Content"): .body
    case (.root, "TitlePage"): .titlePage
    case (.titlePage, "Content"): .titleContent
    case (.body, "Paragraph"), (.titleContent, "Paragraph"), (.titlePage, "Paragraph"),
      (.dual, "Paragraph"), (.paragraph, "Paragraph"), (.run, "Paragraph"):
      .paragraph
    case (.body, "DualDialogue"), (.paragraph, "DualDialogue"), (.run, "DualDialogue"): .dual
    case (.paragraph, "Text"), (.run, "Text"), (.body, "Text"), (.dual, "Text"),
      (.titleContent, "Text"):
      .run
    case (.paragraph, "ScriptNote"), (.run, "ScriptNote"): .note
    case (.paragraph, "SceneProperties"): .scene
    case (.scene, "Summary"): .summary
    case (.note, "Paragraph"), (.summary, "Paragraph"), (.noteParagraph, "Paragraph"):
      .noteParagraph
    case (.noteParagraph, "Text"), (.note, "Text"), (.summary, "Text"), (.noteRun, "Text"): .noteRun
    default: nil
    }
  }

  /// The elements that hold data about the script.
  private static let data: Set<String> = [
    "Actors", "AltCollection", "Alts", "Cast", "CastList", "CharacterHighlighting", "Characters",
    "DisplayBoards", "Displays", "ElementSettings", "HeaderAndFooter", "Images", "ListItems",
    "Locations", "LockedPages", "Macros", "MoresAndContinueds", "PageLayout", "Revisions",
    "SceneNumberOptions", "ScriptNoteDefinitions", "SmartType", "SpellCheckIgnoreLists",
    "SplitState", "TagData", "TargetScriptLength", "TextState", "UserSettings", "Watermarking",
    "WindowState", "Writers",
  ]

  func end(at offset: Int) {
    defer { tagEnd = min(offset, source.count) }
    if skipped > 0 {
      skipped -= 1
      skippedWords.endWord()
      return
    }
    endWords(at: offset)
    closeLoose(at: offset)
    guard let frame = frames.popLast() else { return }
    if frame.isWrapper { return }
    switch frame.place {
    case .run, .noteRun: (kinds, isInCapitals) = (frame.kinds, false)
    case .noteParagraph: note?.words.append("\n".utf8)
    case .note, .summary:
      if let note, !open.isEmpty { open[open.count - 1].notes.append(note) }
      note = nil
    case .paragraph: close(at: offset)
    case .dual: endDual(at: offset)
    default: break
    }
  }

  // MARK: Text

  func text(_ text: Bytes) {
    if skipped > 0 { return skip(text) }
    guard let place = frames.last?.place else { return }
    let isBlank = text.trimmed(0..<text.count).isEmpty
    switch place {
    case .run, .paragraph, .loose:
      if place == .paragraph, isBlank, !hasWords { return }
      if !isBlank { beginWords() }
      guard place == .run else { return open[open.count - 1].words.append(text, in: []) }
      let words = joined(text)
      if isInCapitals {
        let shown = open[open.count - 1].type.shown(String(decoding: words, as: UTF8.self))
        open[open.count - 1].words.append(shown.utf8, in: kinds)
      } else {
        open[open.count - 1].words.append(words, in: kinds)
      }
    case .noteRun, .noteParagraph, .note, .summary:
      if place != .noteRun, isBlank { return }
      if !isBlank { beginWords() }
      note?.words.append(text, in: place == .noteRun ? kinds : [])
    case .body, .dual, .titleContent:
      guard !isBlank else { return }
      openLoose(at: tagEnd)
      frames.append(Frame(place: .loose))
      beginWords()
      open[open.count - 1].words.append(text)
    case .root, .titlePage, .scene:
      skippedWords.add(text, place == .scene ? .sceneData : .scriptData)
      if !isBlank { unknown.append(("", tagEnd)) }
    }
  }

  /// Returns the text of a run. A line break in it is a blank, unless the run begins with it: programs break long lines.
  private func joined(_ text: Bytes) -> [UInt8] {
    defer { isAtRun = false }
    guard edition == .second, open.last?.type != .lyrics else { return Array(text) }
    var words: [UInt8] = []
    var rest = Bytes(rebasing: text[...])[...]
    if isAtRun, rest.first == 0x0A { words.append(rest.removeFirst()) }
    while let byte = rest.popFirst() {
      words.append(byte)
      // An empty line divides a paragraph.
      guard byte == 0x0A, rest.first != 0x0A, words.dropLast().last != 0x0A else { continue }
      words[words.count - 1] = 0x20
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    }
    return words
  }

  /// Counts the words of a skipped element, and remembers the element if its meaning is unknown.
  private func skip(_ text: Bytes) {
    skippedWords.add(text, skippedRule)
    guard let name = skippedName, !text.trimmed(0..<text.count).isEmpty else { return }
    unknown.append(name)
    skippedName = nil
  }

  /// Records the offset of the first word after the last tag.
  private func beginWords() {
    guard !hasWords else { return }
    hasWords = true
    wordsStart = tagEnd
    while wordsStart < source.count, source.whiteSpace(at: wordsStart, before: source.count) == 1 {
      wordsStart += 1
    }
  }

  /// Ends the words before the tag that ends at `offset`.
  private func endWords(at offset: Int) {
    guard hasWords else { return }
    hasWords = false
    if var found = note {
      var range = found.range.isEmpty ? nil : found.range as Range<Int>?
      extend(&range, to: offset)
      found.range = range ?? found.range
      note = found
    } else if !open.isEmpty {
      extend(&open[open.count - 1].range, to: offset)
    }
  }

  /// Extends a range of words to the start of the tag that ends at `offset`.
  private func extend(_ range: inout Range<Int>?, to offset: Int) {
    var end = min(offset, source.count)
    while end > wordsStart, source[end - 1] != UInt8(ascii: "<") { end -= 1 }
    end = max(wordsStart, end - 1)
    let words = source.trimmed(min(wordsStart, source.count)..<end)
    range = (range?.lowerBound ?? words.lowerBound)..<max(words.upperBound, words.lowerBound + 1)
  }

  // MARK: Paragraphs

  /// Opens a paragraph for text that is in none.
  private func openLoose(at offset: Int) {
    guard !isLoose else { return }
    open.append(FinalDraftParagraph(looseAt: offset))
    isLoose = true
  }

  private func closeLoose(at offset: Int, continues: Bool = false) {
    if frames.last?.place == .loose { frames.removeLast() }
    guard isLoose, !continues, frames.last?.place != .run else { return }
    isLoose = false
    close(at: offset)
  }

  private func close(at offset: Int) {
    guard let paragraph = open.popLast() else { return }
    append(paragraph)
    // Text after an inner paragraph becomes a paragraph like the outer one.
    if let outer = open.popLast() { open.append(FinalDraftParagraph(after: outer, at: offset)) }
  }

  private func append(_ paragraph: FinalDraftParagraph) {
    if frames.contains(where: { $0.place == .titleContent || $0.place == .titlePage }) {
      titlePage += FinalDraftTitleLine.lines(of: paragraph)
      skippedWords.add(paragraph.words.text, .titlePage)
      return
    }
    if edition == .second, paragraph.isFurniture {
      skippedWords.add(paragraph.words.text, .pageFurniture)
      return
    }
    let isCue =
      frames.last?.place == .dual && paragraph.type == .character && !paragraph.words.isEmpty
    script.append(paragraph, isSecond: isCue && cues > 0)
    if isCue { cues += 1 }
  }

  /// Ends the paragraph before an inner paragraph or simultaneous speeches.
  private func breakOff(at offset: Int? = nil) {
    guard let outer = open.popLast() else { return }
    if !outer.words.isEmpty || !outer.notes.isEmpty || outer.startsPage {
      append(outer)
    }
    open.append(FinalDraftParagraph(after: outer, at: offset ?? outer.offset))
  }

  private func endDual(at offset: Int) {
    if !frames.contains(where: { $0.place == .dual }) { cues = 0 }
    // Text may stand between the paragraphs of the simultaneous speeches.
    breakOff(at: offset)
  }
}
