import Basics

/// The changes of a document that its authors have not accepted or refused yet, and its embedded documents.
struct OfficeChanges {
  var insertions = 0
  var deletions = 0
  var embedded = 0
}

/// The text of an office document while it is read: the page so far, and the open paragraphs.
struct OfficeText {
  var page: OfficePage
  var changes = OfficeChanges()
  /// The marks of notes in order: the ids of the notes, and the paragraphs.
  private(set) var marks: [(id: String, paragraph: Int)] = []
  private(set) var notes: [String: OfficePage] = [:]
  /// The number of bytes of text in each language that runs and styles name.
  private(set) var languages: [String: Int] = [:]
  /// The language of the document.
  private let language: String?
  /// The open paragraphs. A paragraph of a text box is within another paragraph, and is read before it.
  private(set) var paragraphs: [OfficeParagraph] = []
  /// The pages around an open note.
  private var outer: [OfficePage] = []
  private var marked: Set<String> = []
  private var count = 0

  /// Creates an empty text; `isScript` is whether its tables are simultaneous speeches of a script.
  init(language: String?, isScript: Bool) {
    self.language = language
    page = OfficePage(isFlat: isScript)
  }

  /// The language with the most text; nil if no run or style names one.
  var mainLanguage: String? {
    languages.max { ($0.value, $1.key) < ($1.value, $0.key) }.map(\.key)
  }

  // MARK: Paragraphs

  mutating func openParagraph(_ style: OfficeStyle) {
    count += 1
    var paragraph = OfficeParagraph(number: count)
    paragraph.style = style
    paragraphs.append(paragraph)
  }

  mutating func change(_ edit: (inout OfficeParagraph) -> Void) {
    if let last = paragraphs.indices.last { edit(&paragraphs[last]) }
  }

  mutating func closeParagraph() {
    guard let paragraph = paragraphs.popLast() else { return }
    if paragraph.isHidden {
      page.skip(paragraph.plain, .hidden)
    } else {
      page.add(paragraph)
    }
  }

  mutating func finish() {
    while !paragraphs.isEmpty { closeParagraph() }
    while !outer.isEmpty { closeNote("") }
    page.endBlocks()
  }

  // MARK: Text

  private func isHidden(_ look: OfficeStyle.Look) -> Bool {
    look.hidden ?? paragraphs.last?.style.look.hidden ?? false
  }

  mutating func append(_ text: [UInt8], _ look: OfficeStyle.Look, link: String?) {
    if isHidden(look) { return page.skip(text, .hidden) }
    if paragraphs.isEmpty { return page.skip(text, .markup) }
    let own = look.language ?? paragraphs.last?.style.look.language
    if let language = own ?? language { languages[language, default: 0] += text.count }
    let isForeign = own.map(PassageTag.primary) != language.map(PassageTag.primary)
    let tags = OfficeStyle.tags(of: look, link: link, language: isForeign ? own : nil)
    let isBreak = !page.isInTable && outer.isEmpty
    change {
      if $0.endsPage { $0.words.add(isBreak ? "<hr/>" : " ") }
      $0.endsPage = false
      $0.words.append(text, in: tags)
      $0.plain += text
    }
  }

  mutating func breakLine(_ look: OfficeStyle.Look) {
    if isHidden(look) { return }
    change {
      // A break at the start of a paragraph shows nothing.
      if $0.words.isEmpty { return }
      $0.words.add("<br/>")
      $0.plain.append(0x20)
    }
  }

  mutating func breakPage() {
    change { if $0.words.isEmpty { $0.style.startsPage = true } else { $0.endsPage = true } }
  }

  mutating func addImage(_ words: String?, _ look: OfficeStyle.Look) {
    guard let words = words?.inOneLine, !isHidden(look) else { return }
    change {
      $0.words.add(" <img alt=\"\(OfficeWords.escaped(words))\"/> ")
      $0.plain += words.utf8
    }
  }

  // MARK: Notes

  /// Adds the mark of a note. Each note has one mark.
  mutating func addMark(of id: String, _ look: OfficeStyle.Look) {
    guard let number = paragraphs.last?.number, !isHidden(look), marked.insert(id).inserted else {
      return
    }
    marks.append((id, number))
    let mark = OfficePage.mark(of: marks.count)
    change { $0.words.add(mark) }
  }

  mutating func openNote() {
    outer.append(page)
    page = OfficePage()
  }

  mutating func closeNote(_ id: String) {
    guard var last = outer.popLast() else { return }
    page.endBlocks()
    if notes[id] == nil { notes[id] = page } else { last.skip(unused: page) }
    page = last
  }

  /// Takes the notes of another part of the document.
  mutating func take(_ part: OfficeText) {
    notes.merge(part.notes) { first, _ in first }
    page.add(skipped: part.page.skipped)
    changes.insertions += part.changes.insertions
    changes.deletions += part.changes.deletions
  }

  /// Adds the notes that have a mark to the end of the page. Their paragraphs have the number of the paragraph with the
  /// mark.
  mutating func addNotes() {
    for (index, mark) in marks.enumerated() {
      guard let note = notes.removeValue(forKey: mark.id) else { continue }
      page.add(note: index + 1, note, of: mark.paragraph)
    }
    for note in notes.keys.sorted().compactMap({ notes[$0] }) { page.skip(unused: note) }
  }
}
