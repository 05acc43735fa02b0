import Audio
import Basics
import Foundation
import Guion
import Narration

/// Builds a chapter for the read-along formats from its elements, its table read and the timings of its spans.
struct PageMaker {
  private let lines: PageLines
  private let texts: PageTexts
  private let format: DocumentFormat
  private let speakers: [String: Int]

  /// Returns the chapter for the read-along formats; nil if its source or the timings of its spans are unknown.
  static func page(
    of chapter: ChapterPlan, _ record: ChapterRecord, sampleRate: Int, speakers: [String: Int],
    image: (_ path: String, _ element: GuionElement) -> String?
  ) -> PageChapter? {
    guard let source = chapter.source, let timings = record.captions,
      ChapterCaptions.fits(timings, chapter.read)
    else { return nil }
    return withoutActuallyEscaping(image) { image in
      let texts = PageTexts(format: source.format, image: image)
      let maker = PageMaker(
        lines: PageLines(source, chapter.read, timings, texts), texts: texts,
        format: source.format, speakers: speakers)
      return PageChapter(
        number: chapter.index, title: chapter.title,
        duration: CaptionCue.milliseconds(record.samples, at: sampleRate), blocks: maker.blocks())
    }
  }

  // MARK: Blocks

  private func blocks() -> [PageBlock] {
    var blocks: [PageBlock] = []
    var isDual = false
    /// The speaker of the quotation that follows in a paragraph of prose.
    var speaker: Int?
    for index in lines.elements.indices {
      let element = lines.elements[index]
      if element.elementType == .character { isDual = element.isDualDialogue }
      guard var block = block(index) else { continue }
      if case .row = element.mark, Self.join(block, toTableIn: &blocks) { continue }
      if let part = element.paragraphPart {
        if case .character(let who) = block.kind {
          speaker = who
          continue
        }
        if let who = speaker, block.kind == .dialogue { block.text.color(as: who) }
        speaker = nil
        Self.join(block, part, toParagraphIn: &blocks)
      } else if isDual, block.kind.isSpeech {
        Self.join(block, toSpeechIn: &blocks)
      } else {
        blocks.append(block)
      }
    }
    return withCredits(blocks) + footnotes()
  }

  /// Adds the credits.
  /// If the first block is a section heading that is not spoken, the credits become its announcement instead of a
  /// block.
  private func withCredits(_ blocks: [PageBlock]) -> [PageBlock] {
    guard let credits = lines.credits else { return blocks }
    let time = credits.sentences.first?.time.lowerBound ?? 0
    let silent = blocks.firstIndex { block in
      guard case .sectionHeading = block.kind else { return false }
      return block.text.sentences.isEmpty
    }
    if let silent, silent == 0, let end = credits.sentences.last?.time.upperBound, end > time {
      var blocks = blocks
      blocks[silent].announcement = time..<end
      return blocks
    }
    let text = PageText(text: credits.words, sentences: credits.sentences)
    return [PageBlock(kind: .credits, text: text)] + blocks
  }

  private func block(_ index: Int) -> PageBlock? {
    let element = lines.elements[index]
    guard let kind = kind(of: element, index) else { return nil }
    var block = PageBlock(kind: kind)
    switch kind {
    case .table, .pageBreak: break
    default:
      block.text = texts.text(of: element)
      block.text.sentences = lines.sentences[.init(element: index)] ?? []
      // The picture of an image block must not appear again in the block's text.
      if block.isPicture { block.text.formatting.removeAll(where: \.isPicture) }
      // A paragraph without visible text is omitted.
      if block.text.text.isEmpty, !block.isPicture { return nil }
    }
    block.announcement = lines.announcements[index]
    block.isCentered = element.isCentered
    block.isQuoted = element.quoteDepth > 0
    return block
  }

  private func kind(of element: GuionElement, _ index: Int) -> PageBlock.Kind? {
    switch element.elementType {
    case .sceneHeading: .sceneHeading(number: element.sceneNumber)
    case .sectionHeading(let level):
      // A screenplay's section headings are the author's outline. They are shown only if they are spoken.
      format.isScreenplay && lines.sentences[.init(element: index)] == nil
        ? nil : .sectionHeading(level: level)
    case .character:
      .character(speaker: lines.speakers[index].flatMap { speakers[$0] } ?? 0)
    case .parenthetical: .parenthetical
    case .dialogue: .dialogue
    case .lyrics: .lyrics
    case .transition: .transition
    case .pageBreak: .pageBreak
    case .synopsis, .comment, .boneyard: nil
    case .action, .sound: layoutKind(of: element, index)
    }
  }

  private func layoutKind(of element: GuionElement, _ index: Int) -> PageBlock.Kind? {
    switch element.mark {
    case .list(let isOrdered, let number, let depth, let task):
      return .item(
        PageListItem(
          depth: max(1, depth), isOrdered: isOrdered, number: number, isDone: task,
          isContinued: isOrdered && number == nil))
    case .code(let language): return .code(language: language)
    case .row(let cells): return table(cells, element, index)
    case .footnote: return nil
    case .quote, .summary, nil:
      if element.consists(of: .badge) { return nil }
      if element.consists(of: .math) { return .code(language: "tex") }
      return picture(of: element).map { .image(file: $0) } ?? .action
    }
  }

  /// Returns the file of the element's picture if the element contains only a picture, else nil.
  private func picture(of element: GuionElement) -> String? {
    guard element.consists(of: .image) else { return nil }
    let files = texts.text(of: element).formatting.compactMap(\.picture)
    return files.count == 1 ? files[0] : nil
  }

  // MARK: Tables

  private func table(
    _ cells: [TableCell], _ element: GuionElement, _ index: Int
  ) -> PageBlock.Kind {
    let header = cells.map { texts.text($0.header, $0.headerInlines, of: element) }
    let row = cells.enumerated().map { place, cell in
      var text = texts.text(cell.text, cell.inlines, of: element)
      text.sentences = lines.sentences[.init(element: index, cell: place)] ?? []
      return text
    }
    return .table(header: header.allSatisfy(\.text.isEmpty) ? [] : header, rows: [row])
  }

  /// Adds a row to the table at the end of `blocks`; returns false if the row begins a new table.
  private static func join(_ block: PageBlock, toTableIn blocks: inout [PageBlock]) -> Bool {
    guard let last = blocks.last, case .table(let header, let rows) = last.kind,
      case .table(header, let more) = block.kind, rows[0].count == more[0].count
    else { return false }
    blocks[blocks.count - 1].kind = .table(header: header, rows: rows + more)
    return true
  }

  // MARK: Paragraphs of several speakers

  /// Adds a part of a paragraph whose quotations have speakers of their own.
  /// The page shows the paragraph as the author wrote it, without the names of the speakers.
  private static func join(
    _ block: PageBlock, _ part: ParagraphPart, toParagraphIn blocks: inout [PageBlock]
  ) {
    var block = block
    block.kind = .action
    guard part != .first, let last = blocks.indices.last, blocks[last].kind == .action else {
      return blocks.append(block)
    }
    let shift = blocks[last].text.text.unicodeScalars.count + 1
    func moved(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound + shift..<range.upperBound + shift
    }
    blocks[last].text.text += " " + block.text.text
    blocks[last].text.formatting += block.text.formatting.map { formatting in
      PageFormatting(kind: formatting.kind, range: moved(formatting.range))
    }
    blocks[last].text.sentences += block.text.sentences.map { sentence in
      let words = sentence.words.map { PageWord(range: moved($0.range), start: $0.start) }
      return PageSentence(range: moved(sentence.range), time: sentence.time, words: words)
    }
  }

  // MARK: Simultaneous speeches

  /// Adds a part of a speech to the simultaneous speeches at the end of `blocks`.
  private static func join(_ block: PageBlock, toSpeechIn blocks: inout [PageBlock]) {
    let isCue = if case .character = block.kind { true } else { false }
    if let last = blocks.last, case .dual(var columns) = last.kind {
      if isCue { columns.append([block]) } else { columns[columns.count - 1].append(block) }
      blocks[blocks.count - 1].kind = .dual(columns)
      return
    }
    let start = blocks.lastIndex { !$0.kind.isSpeech }.map { $0 + 1 } ?? 0
    let cue = blocks[start...].lastIndex { if case .character = $0.kind { true } else { false } }
    guard isCue, let cue else { return blocks.append(block) }
    let first = Array(blocks[cue...])
    blocks.removeSubrange(cue...)
    blocks.append(PageBlock(kind: .dual([first, [block]])))
  }

  // MARK: Footnotes

  /// Returns the blocks of the footnotes with marks in the chapter, in the order of the marks.
  private func footnotes() -> [PageBlock] {
    var seen: Set<Int> = []
    var read = lines.notes[...]
    return lines.elements.flatMap(\.footnotes).filter { seen.insert($0.number).inserted }
      .map { number, note in
        var text = texts.text(note.text, note.inlines, of: lines.elements[0])
        if var line = read.first {
          line.add(text.text)
          if let sentences = line.sentences(onlyIfMatching: true)?.first {
            text.sentences = sentences
            read.removeFirst()
          }
        }
        return PageBlock(kind: .footnote(number: number), text: text)
      }
  }
}

extension PageBlock {
  fileprivate var isPicture: Bool { if case .image = kind { true } else { false } }
}

extension PageFormatting {
  /// The file of the picture; nil if the formatting is not a picture.
  fileprivate var picture: String? { if case .image(let file) = kind { file } else { nil } }
  fileprivate var isPicture: Bool { picture != nil }
}

extension PageBlock.Kind {
  /// Whether the block is part of a speech.
  fileprivate var isSpeech: Bool {
    switch self {
    case .character, .parenthetical, .dialogue, .lyrics: true
    default: false
    }
  }
}

extension GuionElement {
  /// The footnotes that have marks in the element's text.
  fileprivate var footnotes: [(number: Int, note: MarkedText)] {
    var spans = inlines
    if case .row(let cells) = mark { spans = cells.flatMap { $0.headerInlines + $0.inlines } }
    return spans.compactMap { span in
      if case .footnote(let number, let text) = span.kind { (number, text) } else { nil }
    }
  }
}

extension PageText {
  /// Gives the text the colour of a speaker.
  fileprivate mutating func color(as speaker: Int) {
    let all = 0..<text.unicodeScalars.count
    formatting.insert(PageFormatting(kind: .voice(speaker: speaker), range: all), at: 0)
  }
}

extension BookPlan {
  /// The number of each speaker, from 0 in the order of their first appearance.
  package var speakerNumbers: [String: Int] {
    var numbers: [String: Int] = [:]
    for item in chapters.lazy.flatMap(\.read.passages).flatMap(\.items) {
      guard let name = item.role?.name, numbers[name] == nil else { continue }
      numbers[name] = numbers.count
    }
    return numbers
  }
}

/// The pictures of a document for the read-along formats: PNG, JPEG, GIF and WebP files.
/// A picture must be in the folder that contains all documents of the book, or in one of its subfolders. Pictures on
/// servers are left out, because the read-along formats load nothing from a network. SVG is left out, because an SVG
/// file that is opened directly can run scripts.
struct PagePictures {
  struct Picture {
    /// The file name, such as `image-0123456789abcdef.png`.
    /// It contains a digest of the bytes, so different pictures have different names.
    var name: String
    var bytes: [UInt8]
  }

  /// The paths of the documents, in order.
  let documents: [String]
  private(set) var pictures: [String: Picture] = [:]
  private var known: [String: String?] = [:]

  private let root: FilePath?

  init(documents: [String]) {
    self.documents = documents
    root = Self.root(of: documents)
  }

  /// Returns the name of the picture with this path in an element; nil if the picture cannot be shown.
  mutating func name(of path: String, in element: GuionElement) -> String? {
    guard let file = file(path, element) else { return nil }
    if let name = known[file] { return name }
    let picture = Self.picture(at: file)
    known[file] = .some(picture?.name)
    if let picture { pictures[picture.name] = picture }
    return picture?.name
  }

  private func file(_ path: String, _ element: GuionElement) -> String? {
    let source = element.sourceRange?.source ?? 0
    let path = path.removingPercentEncoding ?? path
    guard documents.indices.contains(source), !path.isEmpty, !path.hasPrefix("/"),
      !path.contains("://"), !path.hasPrefix("data:"), !path.contains("\0")
    else { return nil }
    let document = documents[source]
    let folder = document.lastIndex(of: "/").map { document[...$0] } ?? ""
    // A stranger may have written the document, and the user may publish the pictures that the document names. So
    // files outside the folder are refused.
    guard let real = try? FilePath(folder + path).resolved(), let root, real.isWithin(root) else {
      return nil
    }
    return real.text
  }

  /// Returns the innermost folder that contains all documents, with links resolved; nil if a folder is missing.
  private static func root(of documents: [String]) -> FilePath? {
    let folders = documents.compactMap { document -> [Substring]? in
      let folder = document.lastIndex(of: "/").map { String(document[...$0]) } ?? "."
      return (try? FilePath(folder).resolved())?.text.split(separator: "/")
    }
    guard var shared = folders.first, folders.count == documents.count else { return nil }
    for folder in folders.dropFirst() {
      shared = zip(shared, folder).prefix { $0 == $1 }.map(\.0)
    }
    return FilePath("/" + shared.joined(separator: "/"))
  }

  private static func picture(at path: String) -> Picture? {
    guard FileStatus(path, followingLinks: true)?.isFile == true,
      let bytes = (try? Files<FileError>.contents(of: path, limit: InputLimit.cover.maximum))
        ?? nil,
      let ending = ending(of: bytes)
    else { return nil }
    return Picture(name: "image-\(SHA256.hash(bytes).hex.prefix(16)).\(ending)", bytes: bytes)
  }

  /// Returns the file extension for a picture's bytes; nil if the bytes are not a complete PNG, JPEG, GIF or WebP.
  private static func ending(of bytes: [UInt8]) -> String? {
    if let picture = Cover(bytes) {
      return picture.damage == nil ? (picture.kind == .png ? "png" : "jpg") : nil
    }
    // A GIF has a signature of 6 bytes and a screen descriptor of 7 bytes, and ends with a semicolon.
    let isGIF = bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
    if isGIF { return bytes.count > 13 && bytes.last == UInt8(ascii: ";") ? "gif" : nil }
    return isWebP(bytes) ? "webp" : nil
  }

  /// Returns whether a file is a complete WebP, judged by the length in its RIFF header.
  private static func isWebP(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 20, bytes.starts(with: "RIFF".utf8),
      bytes[8..<12].elementsEqual("WEBP".utf8)
    else { return false }
    let length = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    return length + 8 <= bytes.count + 1
  }
}
