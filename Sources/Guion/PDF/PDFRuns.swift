import Basics

/// A run of characters on a page, in points from the top left corner.
struct PDFRun {
  var words: StyledWords
  var left: Double
  var right: Double
  var top: Double
  var height: Double
  /// The size of the font.
  var size: Double
  /// The number of the font in the document.
  var font: Int
  /// Whether the colour is so light that the text can only be a watermark.
  var isLight = false

  var middle: Double { top + height / 2 }
}

struct PDFPage {
  /// The number of the page, from 1.
  var number: Int
  var width: Double
  var height: Double
  var runs: [PDFRun] = []
}

/// A title of the PDF's own table of contents.
struct PDFBookmark {
  var title: String
  var page: Int
  /// 1 is the outermost level.
  var level: Int
}

/// The runs of a PDF, from the XML of `pdftohtml`.
struct PDFRuns {
  var pages: [PDFPage] = []
  var bookmarks: [PDFBookmark] = []
  /// The words of runs that nobody sees or that are drawn again.
  var skipped = SkippedWords()
  /// Whether there are more pages or runs than the program reads.
  let isTooLarge: Bool
  /// The number of letters and digits, without those of vertical text.
  private(set) var letters = 0
  private(set) var rotatedLetters = 0
  /// The numbers of letters without a character, and of letters in fonts for formulas.
  private(set) var unmapped = 0
  private(set) var mathLetters = 0
  /// The pages whose text is mostly signs, because a font does not say which letters it shows.
  private(set) var unreadable: [Int] = []

  static let maximumPages = 5000
  static let maximumRuns = 2_000_000

  /// Reads the XML; nil if there is no XML.
  init?(_ xml: [UInt8]) {
    let text = PDFFontNames.cleaned(xml)
    let (reader, isRead) = text.withUnsafeBufferPointer { bytes -> (PDFReader, Bool) in
      let reader = PDFReader()
      // A font can have a name that is no XML. Then libxml2 repairs what it can.
      if XMLStream.read(bytes, into: reader) == nil { return (reader, true) }
      let again = PDFReader()
      let fault = XMLStream.read(bytes, into: again, repairing: true)
      return (again, fault?.kind != .noLibrary)
    }
    guard isRead, !reader.pages.isEmpty else { return nil }
    (bookmarks, isTooLarge) = (reader.bookmarks, reader.isDone)
    for page in reader.pages { pages.append(cleaned(page, reader.fonts)) }
    removeWatermarks()
    removeCommonLooks()
  }

  /// Replaces those of the pages that have much more text in `other`; returns whether there are any.
  mutating func replacePages(in numbers: Set<Int>, by other: PDFRuns) -> Bool {
    let count = { (page: PDFPage) in
      page.runs.reduce(0) { $0 + WordCount.count($1.words.text).letters }
    }
    var isAny = false
    for (index, page) in zip(pages.indices, other.pages) where numbers.contains(page.number) {
      let (old, new) = (count(pages[index]), count(page))
      guard pages[index].runs.count <= 2, new >= 2 * old + 8 else { continue }
      pages[index].runs = page.runs
      letters += new - old
      isAny = true
    }
    return isAny
  }

  // MARK: Runs that are not read

  private mutating func cleaned(_ page: PDFPage, _ fonts: [Int: PDFFont]) -> PDFPage {
    var page = page
    var drawn = DrawnRuns()
    var kept: [PDFRun] = []
    for run in page.runs {
      let text = run.words.text
      let count = WordCount.count(text).letters
      if run.right <= run.left, count > 0 {
        skipped.add(text, .rotated)
        rotatedLetters += count
        continue
      }
      if run.words.bytes.allSatisfy({ $0 == 0x20 }) { continue }
      letters += count
      let font = fonts[run.font] ?? PDFFont()
      unmapped += text.unicodeScalars.count { $0 == "\u{FFFD}" || 0xE000...0xF8FF ~= $0.value }
      if font.isMath { mathLetters += count }
      let isOutside =
        run.left < -1 || run.left > page.width || run.middle < -1 || run.middle > page.height
      if isOutside || font.lightness > 0.97 {
        skipped.add(text, .hidden)
      } else if !drawn.insert(run) {
        skipped.add(text, .repeatedRun)
      } else {
        var run = run
        run.isLight = font.lightness > 0.75
        kept += run.pieces
      }
    }
    page.runs = kept
    if isUnreadable(kept) { unreadable.append(page.number) }
    return page
  }

  /// Whether less than half of the characters are letters or digits, without the lines that lead to page numbers.
  private func isUnreadable(_ runs: [PDFRun]) -> Bool {
    let leaders = "._-–—*=•…·".unicodeScalars
    var (all, letters) = (0, 0)
    for text in runs.lazy.map(\.words.text) {
      all += text.unicodeScalars.count { $0 != " " && !leaders.contains($0) }
      letters += WordCount.count(text).letters
    }
    return all >= 30 && letters * 2 < all
  }

  /// Removes bold and italics that most of the text has: then they say nothing.
  private mutating func removeCommonLooks() {
    for kind in [InlineSpan.Kind.strong, .emphasis] {
      var (all, own) = (0, 0)
      for run in pages.lazy.flatMap(\.runs) {
        all += run.words.bytes.count
        for span in run.words.spans where span.kind == kind { own += span.range.count }
      }
      guard own * 2 > all else { continue }
      for page in pages.indices {
        for run in pages[page].runs.indices { pages[page].runs[run].words.remove(kind) }
      }
    }
  }

  /// Removes runs that are large or light, and are at the same place on many pages.
  private mutating func removeWatermarks() {
    struct Key: Hashable {
      var text: String
      var left: Int
      var top: Int
    }
    let key = { (run: PDFRun) in
      Key(text: run.words.text, left: Int(run.left / 4), top: Int(run.top / 4))
    }
    let body = bodySize
    var counts: [Key: Int] = [:]
    let isCandidate = { (run: PDFRun) in run.isLight || run.size >= body * 1.8 }
    for page in pages {
      for run in page.runs where isCandidate(run) { counts[key(run), default: 0] += 1 }
    }
    let marks = counts.filter { $0.value > 1 && $0.value * 5 >= pages.count * 2 }
    guard !marks.isEmpty else { return }
    for index in pages.indices {
      let isMark = { (run: PDFRun) in isCandidate(run) && marks[key(run)] != nil }
      for run in pages[index].runs where isMark(run) { skipped.add(run.words.text, .pageFurniture) }
      pages[index].runs.removeAll(where: isMark)
    }
  }

  /// The size of the font that most letters have.
  var bodySize: Double {
    var counts: [Double: Int] = [:]
    for page in pages {
      for run in page.runs { counts[run.size, default: 0] += run.words.bytes.count }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 12
  }

  /// The runs of a page so far, so that a run that is drawn again to look bold is read once.
  private struct DrawnRuns {
    private struct Place: Hashable {
      var text: String
      var column: Int
      var row: Int
    }

    private var places: Set<Place> = []

    /// Returns false if there is an equal run less than about 2 points away.
    mutating func insert(_ run: PDFRun) -> Bool {
      let (text, column, row) = (run.words.text, Int(run.left / 1.5), Int(run.top / 1.5))
      let isAgain = (-1...1).contains { x in
        (-1...1).contains { places.contains(Place(text: text, column: column + x, row: row + $0)) }
      }
      places.insert(Place(text: text, column: column, row: row))
      return !isAgain
    }
  }

  /// Makes the names of fonts harmless: poppler prints them as they are.
  private enum PDFFontNames {
    static func cleaned(_ xml: [UInt8]) -> [UInt8] {
      let valid =
        xml.withUnsafeBufferPointer { $0.undecodable() } == nil
        ? xml : Array(String(decoding: xml, as: UTF8.self).utf8)
      let (start, key) = (Array("\t<fontspec ".utf8), Array(" family=\"".utf8))
      let end = Array("\" color=\"".utf8)
      var result: [UInt8] = []
      result.reserveCapacity(valid.count)
      for line in valid.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        if line.starts(with: start), let from = line.firstRange(of: key)?.upperBound,
          let to = line.lastRange(of: end)?.lowerBound, from <= to
        {
          result += line[..<from]
          result += line[from..<to].map { $0.isOne(of: "<>&\"") ? UInt8(ascii: "_") : $0 }
          result += line[to...]
        } else {
          result += line
        }
        result.append(UInt8(ascii: "\n"))
      }
      return result
    }
  }

  /// Collects pages, fonts, runs and bookmarks.
  private final class PDFReader: XMLReceiver {
    private(set) var pages: [PDFPage] = []
    private(set) var bookmarks: [PDFBookmark] = []
    private(set) var fonts: [Int: PDFFont] = [:]
    private(set) var isDone = false
    private var run: PDFRun?
    private var kinds: [(name: String, kind: InlineSpan.Kind?)] = []
    private var names: [String] = []
    private var depth = 0
    private var runs = 0

    func start(_ tag: XMLTag) {
      names.append(tag.name)
      switch tag.name {
      case "page":
        let (width, height) = (tag.number("width") ?? 612, tag.number("height") ?? 792)
        isDone = pages.count >= PDFRuns.maximumPages
        pages.append(PDFPage(number: pages.count + 1, width: width, height: height))
      case "fontspec":
        guard let id = tag["id"].flatMap({ Int($0) }) else { break }
        fonts[id] = PDFFont(
          name: tag["family"] ?? "", size: tag.number("size") ?? 12,
          lightness: Self.lightness(tag["color"] ?? ""))
      case "text" where !pages.isEmpty: startRun(tag)
      case "b": kinds.append(("b", .strong))
      case "i": kinds.append(("i", .emphasis))
      case "outline": depth += 1
      case "item":
        bookmarks.append(
          PDFBookmark(title: "", page: tag["page"].flatMap { Int($0) } ?? 0, level: max(1, depth)))
      default: break
      }
    }

    private func startRun(_ tag: XMLTag) {
      runs += 1
      isDone = isDone || runs > PDFRuns.maximumRuns
      // A run without a place is outside the page.
      let (left, top) = (tag.number("left") ?? -1e5, tag.number("top") ?? -1e5)
      let (width, height) = (tag.number("width") ?? 1, tag.number("height") ?? 1)
      let font = tag["font"].flatMap { Int($0) } ?? -1
      kinds = []
      run = PDFRun(
        words: StyledWords(), left: left, right: left + width, top: top, height: max(1, height),
        size: fonts[font]?.size ?? 12, font: font)
    }

    func text(_ text: Bytes) {
      if run != nil {
        run?.words.append(Self.plain(text), in: kinds.compactMap(\.kind))
      } else if names.last == "item", let last = bookmarks.indices.last {
        bookmarks[last].title += text.string(0..<text.count)
      }
    }

    func end(at offset: Int) {
      guard let name = names.popLast() else { return }
      switch name {
      case "text":
        if let run, !pages.isEmpty { pages[pages.count - 1].runs.append(run) }
        run = nil
      case "outline": depth -= 1
      case "b", "i": kinds.lastIndex { $0.name == name }.map { _ = kinds.remove(at: $0) }
      default: break
      }
    }

    /// Returns a text with plain blanks and letters: without ligatures, soft hyphens inside a word, and marks of
    /// direction.
    private static func plain(_ text: Bytes) -> [UInt8] {
      if text.allSatisfy({ 0x20..<0x80 ~= $0 }) { return Array(text) }
      var result = ""
      let all = Array(text.string(0..<text.count).unicodeScalars)
      for (place, scalar) in all.enumerated() {
        switch scalar.value {
        case 0x00...0x1F, 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: result.append(" ")
        case 0xAD: if place == all.count - 1 { result.unicodeScalars.append(scalar) }
        case 0x7F, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: break
        case 0xFB00...0xFB06: result += ligatures[Int(scalar.value - 0xFB00)]
        default: result.unicodeScalars.append(scalar)
        }
      }
      return Array(result.utf8)
    }

    private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]

    private static func lightness(_ color: String) -> Double {
      guard color.hasPrefix("#"), let value = Int(color.dropFirst(), radix: 16) else { return 0 }
      return Double(min(value >> 16 & 255, value >> 8 & 255, value & 255)) / 255
    }
  }

  /// A font of a PDF.
  struct PDFFont {
    var name = ""
    var size = 12.0
    /// 0 is black and 1 is white.
    var lightness = 0.0

    /// Whether the font has signs of formulas.
    var isMath: Bool {
      let own = name.firstIndex(of: "+").map { name[name.index(after: $0)...] } ?? name[...]
      let start = own.prefix(4)
      // Computer Modern's fonts for formulas: math italic, symbols, extensions.
      return ["CMMI", "CMSY", "CMEX", "MSBM"].contains(String(start)) || own.contains("Math")
        || own.contains("Symbol")
    }
  }
}

extension PDFRun {
  /// The run without blanks at its ends, cut at long blanks: some programs write a whole row as one run.
  fileprivate var pieces: [PDFRun] {
    let bytes = words.bytes
    let count = Double(max(1, Self.characters(bytes[...])))
    let width = (right - left) / count
    var (found, start, next): ([PDFRun], Int?, Int) = ([], nil, 0)
    func close(at end: Int) {
      guard let first = start else { return }
      var piece = self
      piece.words = words.slice(first..<end).withSingleBlanks
      piece.left = left + width * Double(Self.characters(bytes[..<first]))
      piece.right = left + width * Double(Self.characters(bytes[..<end]))
      found.append(piece)
      start = nil
    }
    while next < bytes.count {
      let blanks = bytes[next...].prefix { $0 == 0x20 }.count
      if blanks >= 4 || next + blanks == bytes.count { close(at: next) }
      if blanks == 0, start == nil { start = next }
      next += max(1, blanks)
    }
    close(at: bytes.count)
    return found
  }

  private static func characters(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 & 0xC0 != 0x80 }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func lastRange(of part: [UInt8]) -> Range<Int>? {
    guard count >= part.count else { return nil }
    return (startIndex...endIndex - part.count).last { self[$0...].starts(with: part) }
      .map { $0..<$0 + part.count }
  }
}

extension XMLTag {
  /// Returns a number that can be a place on a page.
  fileprivate func number(_ name: StaticString) -> Double? {
    self[name].flatMap { Double($0) }.flatMap { abs($0) <= 100_000 ? $0 : nil }
  }
}
