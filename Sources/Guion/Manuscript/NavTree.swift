/// Order files in YAML: `nav.yml` and MkDocs' configuration ("Configuration: nav").
enum NavTree {
  /// The deepest nesting of lists that is read; a table of contents has a few levels.
  static let deepest = 64

  /// Reads `nav.yml`: a list, or a map with the key `nav`.
  static func nav(_ root: JSONNode) throws(Diagnostic) -> ReadingOrder {
    if case .array = root.value {
      return ReadingOrder(entries: try entries(of: root))
    }
    guard let list = root[member: "nav"] else {
      throw wrong(root.position, "a list of documents is expected here, or a map with the key nav")
    }
    return ReadingOrder(entries: try entries(of: list))
  }

  /// Reads `mkdocs.yml`; without `nav`, the documents are read in the order of their names.
  static func mkdocs(_ root: JSONNode) throws(Diagnostic) -> ReadingOrder {
    guard case .object = root.value else {
      throw wrong(root.position, "a map is expected here, with the key nav")
    }
    var order = ReadingOrder(entries: nil, base: FolderPath("docs"))
    if let nav = root[member: "nav"], nav.value != .null { order.entries = try entries(of: nav) }
    if let node = root[member: "docs_dir"] {
      guard case .string(let name) = node.value, !name.isEmpty else {
        throw wrong(node.position, "docs_dir is the path of a folder")
      }
      order.base = FolderPath(name)
      guard order.base.normalized != nil else {
        throw Diagnostic(
          code: "outside-folder", severity: .error,
          message: "docs_dir leads out of the folder; name a folder in it", position: node.position)
      }
    }
    order.title = words(root[member: "site_name"])
    order.authors = words(root[member: "site_author"]).map { [$0] } ?? []
    return order
  }

  private static func words(_ node: JSONNode?) -> String? {
    guard case .string(let text)? = node?.value else { return nil }
    return text.inOneLine
  }

  private static func entries(of list: JSONNode) throws(Diagnostic) -> [ReadingOrder.Entry] {
    guard case .array = list.value else {
      throw wrong(list.position, "nav is a list of documents: - file.md, or - Title: file.md")
    }
    var entries: [ReadingOrder.Entry] = []
    try visit(list, title: nil, depth: 0, &entries)
    return entries
  }

  private static func visit(
    _ node: JSONNode, title: String?, depth: Int, _ entries: inout [ReadingOrder.Entry]
  ) throws(Diagnostic) {
    if depth > deepest { throw wrong(node.position, "lists are nested deeper than \(deepest)") }
    switch node.value {
    case .string(let path):
      if path.isEmpty || ReadingOrder.isExternal(Array(path.utf8)) { return }
      entries.append(
        ReadingOrder.Entry(path: FolderPath(path), title: title, position: node.position))
    case .array(let items):
      for item in items { try visit(item, title: nil, depth: depth + 1, &entries) }
    case .object(let members):
      for member in members {
        try visit(member.value, title: member.key.inOneLine, depth: depth + 1, &entries)
      }
    case .null: return
    case .number, .bool:
      throw wrong(node.position, "a path is expected here; put it between quotes")
    }
  }

  private static func wrong(_ position: SourcePosition, _ message: String) -> Diagnostic {
    Diagnostic(code: "order-syntax", severity: .error, message: message, position: position)
  }
}

extension JSONNode {
  /// What the first member of that key stands for; nil where there is none.
  fileprivate subscript(member key: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }
}
