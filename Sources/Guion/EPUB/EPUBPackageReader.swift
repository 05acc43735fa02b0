import Basics

/// Collects the parts of a package document.
final class EPUBPackageReader: XMLReceiver {
  /// An entry of the reading order.
  struct Reference {
    var id: String
    /// Whether the page is part of the reading order.
    /// If not, the page is read only when a link leads to it.
    var isLinear: Bool
  }

  private(set) var items: [EPUBPackage.Item] = []
  private(set) var references: [Reference] = []
  private(set) var ncx: String?
  private(set) var coverID: String?
  /// The pages that show the cover or the table of contents, by path.
  private(set) var furniture: [String: EPUBPackage.Furniture] = [:]
  private let path: String
  private var names: [String] = []
  private var words: [UInt8]?
  private var titles: [String] = []
  private var creators: [(id: String?, name: String, role: String?)] = []
  /// The roles of creators, keyed by the creator's `id`.
  /// EPUB 3 puts the roles in separate elements.
  private var roles: [String: String] = [:]
  private var refined: String?
  private var values: [String: String] = [:]

  init(_ path: String) { self.path = path }

  var isDone: Bool { false }

  func start(_ tag: XMLTag) {
    names.append(tag.name)
    switch tag.name {
    case "item":
      guard let id = tag["id"], let href = tag["href"],
        let path = ArchiveName.resolve(href.withoutEscapes, from: path)
      else { return }
      items.append(
        EPUBPackage.Item(
          id: id, path: path, type: Self.mediaType(tag["media-type"] ?? ""),
          properties: Set((tag["properties"] ?? "").split(whereSeparator: \.isWhitespace)),
          fallback: tag["fallback"]))
    case "spine": ncx = tag["toc"]
    case "itemref":
      guard let id = tag["idref"] else { return }
      references.append(Reference(id: id, isLinear: tag["linear"]?.lowercased() != "no"))
    case "reference": addFurniture(tag)
    case "meta": readMeta(tag)
    case "creator":
      creators.append((tag["id"], "", tag["role"]))
      words = []
    case "title", "language", "description", "date": words = []
    default: break
    }
  }

  /// Returns a media type in lowercase, without parameters and blanks.
  private static func mediaType(_ text: String) -> String {
    text.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
  }

  private func addFurniture(_ tag: XMLTag) {
    let type = tag["type"]?.lowercased()
    guard type == "cover" || type == "toc", let href = tag["href"],
      let link = EPUBLink(href, from: path)
    else { return }
    furniture[link.path] = EPUBPackage.Furniture(
      isCover: type == "cover", fragment: link.fragment, title: tag["title"])
  }

  private func readMeta(_ tag: XMLTag) {
    if tag["name"] == "cover" { coverID = tag["content"] }
    if tag["property"] == "role", let id = tag["refines"] {
      refined = String(id.drop { $0 == "#" })
      words = []
    }
  }

  func text(_ text: Bytes) { words?.append(contentsOf: text) }

  func end(at offset: Int) {
    let name = names.popLast()
    guard let bytes = words else { return }
    words = nil
    guard let value = String(decoding: bytes, as: UTF8.self).inOneLine else { return }
    switch name {
    case "title": titles.append(value)
    case "creator": creators[creators.count - 1].name = value
    case "meta":
      if let refined { roles[refined] = value }
      refined = nil
    case let name?: if values[name] == nil { values[name] = value }
    case nil: break
    }
  }

  /// The package's metadata under the keys of a document's front matter.
  /// Only the first title is used. Further titles name a series or are subtitles.
  var titlePage: [TitlePageEntry] {
    let authors = creators.filter { creator in
      guard !creator.name.isEmpty else { return false }
      let role = creator.role ?? creator.id.flatMap { roles[$0] }
      return role == nil || role == "aut"
    }
    let description = values["description"].map(\.withoutTags)
    let language = values["language"].flatMap { Self.unknownLanguages.contains($0) ? nil : $0 }
    let entries: [(String, [String])] = [
      ("title", titles.prefix(1).map { $0 }), ("author", authors.map(\.name)),
      ("language", [language].compactMap(\.self)),
      ("description", [description].compactMap { $0?.inOneLine }),
      ("date", [values["date"]].compactMap(\.self)),
    ]
    return entries.filter { !$0.1.isEmpty }.map { TitlePageEntry(key: $0.0, values: $0.1) }
  }

  /// The language values that name no particular language.
  /// calibre writes "und". pandoc without a locale writes "C".
  private static let unknownLanguages: Set<String> = ["und", "mul", "mis", "zxx", "C"]
}

extension String {
  /// The path of a link with its percent escapes decoded (RFC 3986, 2.1).
  var withoutEscapes: String {
    guard contains("%") else { return self }
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value != 0
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text without HTML tags.
  /// Descriptions written for shops contain such tags.
  fileprivate var withoutTags: String {
    guard contains("<") else { return self }
    var result = ""
    var isTag = false
    for character in self {
      if character == "<" {
        isTag = true
      } else if character == ">", isTag {
        isTag = false
        result.append(" ")
      } else if !isTag {
        result.append(character)
      }
    }
    return result
  }
}
