import Basics

/// Collects the script and the title page of a Final Draft document.
/// The rest of the file is data about the script and is not read.
final class FinalDraftReader: XMLReceiver {
  /// The part of the document that the parser is in.
  private enum Place {
    case root, body, titlePage, titleContent, paragraph, run, dual
    /// A note, and the paragraphs and runs in it.
    case note, noteParagraph, noteRun
    /// The properties of a scene, and the summary in these properties.
    case scene, summary
  }

  private(set) var script: FinalDraftScript
  private(set) var titlePage: [FinalDraftTitleLine] = []
  /// Whether the root element is not Final Draft's, so that there is nothing to read.
  private(set) var isOtherXML = false
  private let source: Bytes
  private var places: [Place] = []
  /// The number of open elements in a skipped element, including the skipped element; 0 outside.
  private var skipped = 0
  /// The open paragraphs, the innermost last.
  ///
  /// The array has two paragraphs while a paragraph contains simultaneous speeches.
  private var open: [FinalDraftParagraph] = []
  private var kinds: [InlineSpan.Kind] = []
  /// The offset at which the text of a run begins.
  private var runStart = 0
  private var hasWords = false
  /// The number of cues so far in the current simultaneous speeches.
  private var cues = 0
  private var note: FinalDraftParagraph.Note?

  init(_ source: Bytes) {
    self.source = source
    script = FinalDraftScript(LineTable(source))
  }

  var isDone: Bool { isOtherXML }

  func start(_ tag: XMLTag) {
    if skipped > 0 {
      skipped += 1
      return
    }
    guard let place = place(of: tag) else {
      if places.isEmpty { isOtherXML = true }
      skipped = 1
      return
    }
    places.append(place)
    switch place {
    case .paragraph: open.append(FinalDraftParagraph(tag))
    case .run, .noteRun:
      kinds = FinalDraftStyle.kinds(of: tag["Style"])
      (runStart, hasWords) = (tag.offset + 1, false)
    case .note: note = .init(type: .comment, words: StyledWords(), range: tag.offset..<tag.offset)
    case .summary:
      note = .init(type: .synopsis, words: StyledWords(), range: tag.offset..<tag.offset)
    case .dual: breakOff(at: tag.offset)
    default: break
    }
  }

  /// Returns the part of the document that an element opens; nil if the element is not read.
  private func place(of tag: XMLTag) -> Place? {
    switch (places.last, tag.name) {
    case (nil, "FinalDraft"): return .root
    case (.root, "Content"): return .body
    case (.root, "TitlePage"): return .titlePage
    case (.titlePage, "Content"): return .titleContent
    case (.body, "Paragraph"), (.titleContent, "Paragraph"), (.dual, "Paragraph"): return .paragraph
    case (.body, "DualDialogue"), (.paragraph, "DualDialogue"): return .dual
    case (.paragraph, "Text"): return .run
    case (.paragraph, "ScriptNote"): return .note
    case (.paragraph, "SceneProperties"): return .scene
    case (.scene, "Summary"): return .summary
    case (.note, "Paragraph"), (.summary, "Paragraph"): return .noteParagraph
    case (.noteParagraph, "Text"): return .noteRun
    case (.paragraph, "OmittedScene"):
      open[open.count - 1].isOmitted = true
      return nil
    default: return nil
    }
  }

  func text(_ text: Bytes) {
    guard skipped == 0, let place = places.last else { return }
    switch place {
    case .run:
      note(text)
      open[open.count - 1].words.append(text, in: kinds)
    // Some programs write text without a run.
    case .paragraph where !text.trimmed(0..<text.count).isEmpty:
      if open[open.count - 1].range == nil { runStart = open[open.count - 1].offset + 1 }
      note(text)
      open[open.count - 1].words.append(text)
    case .noteRun:
      note(text)
      note?.words.append(text, in: kinds)
    default: break
    }
  }

  /// Records the offset of the first word of a run.
  private func note(_ text: Bytes) {
    guard !hasWords, !text.trimmed(0..<text.count).isEmpty else { return }
    hasWords = true
    while runStart < source.count, source.whiteSpace(at: runStart, before: source.count) == 1 {
      runStart += 1
    }
  }

  func end(at offset: Int) {
    if skipped > 0 {
      skipped -= 1
      return
    }
    guard let place = places.popLast() else { return }
    switch place {
    case .run:
      if hasWords { extend(&open[open.count - 1].range, to: offset) }
      hasWords = false
    case .noteRun:
      if hasWords, var found = note {
        var range = found.words.isEmpty || found.range.isEmpty ? nil : found.range
        extend(&range, to: offset)
        found.range = range ?? found.range
        note = found
      }
      hasWords = false
    case .noteParagraph: note?.words.append("\n".utf8)
    case .note, .summary:
      if let note, !open.isEmpty { open[open.count - 1].notes.append(note) }
      note = nil
    case .paragraph: close(at: offset)
    case .dual: endDual(at: offset)
    default: break
    }
  }

  /// Extends the range of words to the end of the run, whose end tag ends at `offset`.
  private func extend(_ range: inout Range<Int>?, to offset: Int) {
    var end = min(offset, source.count)
    while end > runStart, source[end - 1] != UInt8(ascii: "<") { end -= 1 }
    end = max(runStart, end - 1)
    let words = source.trimmed(min(runStart, source.count)..<end)
    range = (range?.lowerBound ?? words.lowerBound)..<max(words.upperBound, words.lowerBound + 1)
  }

  // MARK: Paragraphs

  private func close(at offset: Int) {
    guard var paragraph = open.popLast() else { return }
    if paragraph.range == nil, hasWords { extend(&paragraph.range, to: offset) }
    hasWords = false
    if places.contains(.titleContent) {
      titlePage += FinalDraftTitleLine.lines(of: paragraph)
      return
    }
    let isCue = places.last == .dual && paragraph.type == .character && !paragraph.words.isEmpty
    script.append(paragraph, isSecond: isCue && cues > 0)
    if isCue { cues += 1 }
  }

  /// Ends the paragraph before simultaneous speeches.
  /// Text after the speeches becomes a new paragraph.
  private func breakOff(at offset: Int) {
    cues = 0
    guard let outer = open.popLast() else { return }
    script.append(outer, isSecond: false)
    open.append(FinalDraftParagraph(after: outer, at: offset))
  }

  private func endDual(at offset: Int) {
    cues = 0
    if let outer = open.popLast() { open.append(FinalDraftParagraph(after: outer, at: offset)) }
  }
}
