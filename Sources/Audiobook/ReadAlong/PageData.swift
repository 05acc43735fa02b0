import Basics

/// Writes the data of the read-along page as scripts (Documentation/read-along.md, "Data").
/// Each script is a function call with JSON, because a page on a disk can load scripts but no data files. Times are in
/// milliseconds. Positions count UTF-16 code units, as in JavaScript.
struct PageData {
  /// A chapter in the page's list.
  struct Entry {
    /// The number of the chapter in the book.
    var number: Int
    var title: String
    /// The title of the act that begins here, or nil.
    var part: String?
    /// The names and media types of the chapter's audio files, in the order in which the page tries the files.
    var files: [(name: String, type: String)]
    /// The chapter's start in its file: the number of samples, and the sample rate in hertz.
    var offset: (samples: Int, rate: Int)
    /// The duration in milliseconds.
    var duration: Int
  }

  struct Contents {
    /// The key under which browsers store the reader's position: 16 hexadecimal digits.
    var id: String
    var title: String
    var authors: [String]
    /// The language tag.
    var language: String
    /// The roles that speak, in the order of their numbers.
    var roles: [String]
    /// The name of the cover's file, or nil.
    var cover: String?
    /// The chapters, in order.
    var chapters: [Entry]
  }

  private var json = JSONWriter(style: .compact)
  /// The number of the chapter, for links to its footnotes.
  private var chapter = 0

  // MARK: Chapters

  static func script(of chapter: PageChapter) -> [UInt8] {
    var data = PageData()
    data.chapter = chapter.number
    data.json.beginObject()
    data.json.key("blocks")
    data.add(chapter.blocks)
    data.json.end()
    return call("chapter(\(chapter.number),", data.json.take())
  }

  private mutating func add(_ blocks: [PageBlock]) {
    json.beginArray()
    for block in blocks {
      json.beginObject()
      add(block)
      json.end()
    }
    json.end()
  }

  /// Writes the keys and values of a block, sorted by key.
  private mutating func add(_ block: PageBlock) {
    var fields: [(key: String, write: (inout PageData) -> Void)] = [
      ("kind", { $0.json.string(block.kind.name) })
    ]
    if block.isCentered { fields.append(("center", { $0.json.bool(true) })) }
    if block.isQuoted { fields.append(("quote", { $0.json.bool(true) })) }
    if let time = block.announcement { fields.append(("sounds", { $0.add(time) })) }
    fields += Self.fields(of: block.kind)
    switch block.kind {
    case .dual, .table, .pageBreak: break
    default: fields += Self.fields(of: block.text)
    }
    for field in fields.sorted(by: { $0.key < $1.key }) {
      json.key(field.key)
      field.write(&self)
    }
  }

  private typealias Field = (key: String, write: (inout PageData) -> Void)

  private static func fields(of kind: PageBlock.Kind) -> [Field] {
    switch kind {
    case .sceneHeading(let number):
      number.map { text in [("number", { $0.json.string(text) })] } ?? []
    case .sectionHeading(let level): [("level", { $0.json.integer(level) })]
    case .character(let speaker): [("who", { $0.json.integer(speaker) })]
    case .code(let language):
      language.map { name in [("language", { $0.json.string(name) })] } ?? []
    case .image(let file): [("image", { $0.json.string(Subfolder.readAlong(file)) })]
    case .footnote(let number): [("number", { $0.json.integer(number) })]
    case .item(let item): fields(of: item)
    case .dual(let columns):
      [
        (
          "columns",
          {
            $0.json.beginArray()
            for column in columns { $0.add(column) }
            $0.json.end()
          }
        )
      ]
    case .table(let header, let rows):
      [
        ("header", { $0.json.bool(!header.isEmpty) }),
        ("rows", { $0.add(rows: header.isEmpty ? rows : [header] + rows) }),
      ]
    case .action, .parenthetical, .dialogue, .lyrics, .transition, .credits, .pageBreak: []
    }
  }

  private static func fields(of item: PageListItem) -> [Field] {
    var fields: [Field] = [
      ("depth", { $0.json.integer(item.depth) }), ("ordered", { $0.json.bool(item.isOrdered) }),
    ]
    if item.isContinued {
      fields.append(("item", { $0.json.bool(false) }))
    } else if let number = item.number {
      fields.append(("item", { $0.json.integer(number) }))
    }
    if let isDone = item.isDone { fields.append(("task", { $0.json.bool(isDone) })) }
    return fields
  }

  private mutating func add(rows: [[PageText]]) {
    json.beginArray()
    for row in rows {
      json.beginArray()
      for cell in row {
        json.beginObject()
        let fields: [Field] = [("kind", { $0.json.string("cell") })] + Self.fields(of: cell)
        for field in fields.sorted(by: { $0.key < $1.key }) {
          json.key(field.key)
          field.write(&self)
        }
        json.end()
      }
      json.end()
    }
    json.end()
  }

  private mutating func add(_ time: Range<Int>) {
    json.beginArray()
    json.integer(time.lowerBound)
    json.integer(time.upperBound)
    json.end()
  }

  // MARK: Texts

  private static func fields(of text: PageText) -> [Field] {
    let places = CodeUnitPlaces(of: text.text)
    var fields: [Field] = [("text", { $0.json.string(text.text) })]
    if !text.formatting.isEmpty { fields.append(("looks", { $0.add(text.formatting, places) })) }
    if !text.sentences.isEmpty { fields.append(("sentences", { $0.add(text.sentences, places) })) }
    return fields
  }

  private mutating func add(_ formatting: [PageFormatting], _ places: CodeUnitPlaces) {
    json.beginArray()
    for part in formatting {
      json.beginArray()
      json.string(part.kind.name)
      json.integer(places[part.range.lowerBound])
      json.integer(places[part.range.upperBound])
      switch part.kind {
      case .link(let target): json.string(target)
      case .image(let file): json.string(Subfolder.readAlong(file))
      case .footnote(let number):
        json.integer(number)
        json.integer(chapter)
      case .voice(let speaker): json.integer(speaker)
      case .emphasis, .strong, .underline, .strikethrough, .code: break
      }
      json.end()
    }
    json.end()
  }

  private mutating func add(_ sentences: [PageSentence], _ places: CodeUnitPlaces) {
    json.beginArray()
    for sentence in sentences {
      json.beginArray()
      json.integer(places[sentence.range.lowerBound])
      json.integer(places[sentence.range.upperBound])
      json.integer(sentence.time.lowerBound)
      json.integer(sentence.time.upperBound)
      if !sentence.words.isEmpty {
        json.beginArray()
        for word in sentence.words {
          json.integer(places[word.range.lowerBound] - places[sentence.range.lowerBound])
          json.integer(word.start - sentence.time.lowerBound)
        }
        json.end()
      }
      json.end()
    }
    json.end()
  }

  // MARK: The book

  /// Returns the script of the book, which the page loads before any chapter.
  static func script(of book: Contents) -> [UInt8] {
    var data = PageData()
    data.add(book)
    return call("book(", data.json.take())
  }

  private mutating func add(_ book: Contents) {
    json.beginObject()
    json.key("authors")
    json.beginArray()
    for author in book.authors { json.string(author) }
    json.end()
    json.key("chapters")
    json.beginArray()
    for chapter in book.chapters { add(chapter) }
    json.end()
    let texts = [
      ("cover", book.cover), ("id", book.id), ("language", book.language),
    ]
    for case (let key, let value?) in texts {
      json.key(key)
      json.string(value)
    }
    json.key("roles")
    json.beginArray()
    for role in book.roles { json.string(role) }
    json.end()
    json.key("title")
    json.string(book.title)
    json.key("version")
    json.integer(1)
    json.end()
  }

  private mutating func add(_ chapter: Entry) {
    json.beginObject()
    json.key("duration")
    json.integer(chapter.duration)
    json.key("files")
    json.beginArray()
    for file in chapter.files {
      json.beginArray()
      json.string(file.name)
      json.string(file.type)
      json.end()
    }
    json.end()
    json.key("number")
    json.integer(chapter.number)
    json.key("offset")
    json.decimal(chapter.offset.samples * 1000, over: chapter.offset.rate)
    if let part = chapter.part {
      json.key("part")
      json.string(part)
    }
    json.key("title")
    json.string(chapter.title)
    json.end()
  }

  // MARK: Scripts

  /// Returns a call of one of the page's functions with JSON.
  /// The JSON is escaped so that no text can end the script or begin markup.
  private static func call(_ function: String, _ json: [UInt8]) -> [UInt8] {
    var script = Array("guion2audio.\(function)".utf8)
    script.reserveCapacity(json.count + 64)
    var place = 0
    while place < json.count {
      let byte = json[place]
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        script += "\\u00\(String(byte, radix: 16, uppercase: true))".utf8
      // U+2028 and U+2029 end a line in JavaScript before 2019.
      case 0xE2 where json[place...].starts(with: [0xE2, 0x80, 0xA8]):
        script += "\\u2028".utf8
        place += 2
      case 0xE2 where json[place...].starts(with: [0xE2, 0x80, 0xA9]):
        script += "\\u2029".utf8
        place += 2
      default: script.append(byte)
      }
      place += 1
    }
    return script + ");\n".utf8
  }

  /// Converts positions in a text from Unicode scalars to UTF-16 code units.
  private struct CodeUnitPlaces {
    private let places: [Int]?

    init(of text: String) {
      guard text.utf8.contains(where: { $0 >= 0xF0 }) else {
        places = nil
        return
      }
      places = text.unicodeScalars.reduce(into: [0]) {
        $0.append($0[$0.count - 1] + UTF16.width($1))
      }
    }

    subscript(scalar: Int) -> Int { places.map { $0[min(scalar, $0.count - 1)] } ?? scalar }
  }
}

extension PageBlock.Kind {
  fileprivate var name: String {
    switch self {
    case .sceneHeading: "scene-heading"
    case .sectionHeading: "section-heading"
    case .action: "action"
    case .character: "character"
    case .parenthetical: "parenthetical"
    case .dialogue: "dialogue"
    case .lyrics: "lyrics"
    case .transition: "transition"
    case .credits: "credits"
    case .item: "item"
    case .code: "code"
    case .image: "image"
    case .footnote: "footnote"
    case .pageBreak: "page-break"
    case .dual: "dual"
    case .table: "table"
    }
  }
}

extension PageFormatting.Kind {
  fileprivate var name: String {
    switch self {
    case .emphasis: "emphasis"
    case .strong: "strong"
    case .underline: "underline"
    case .strikethrough: "strike"
    case .code: "code"
    case .link: "link"
    case .image: "image"
    case .footnote: "footnote"
    case .voice: "voice"
    }
  }
}
