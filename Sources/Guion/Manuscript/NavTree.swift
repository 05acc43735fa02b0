/// Order files in YAML: `nav.yml` and MkDocs' configuration (MkDocs, "Configuration", "nav").
struct NavTree {
  /// The maximum depth of nested lists.
  /// A real table of contents has only a few levels.
  private static let deepest = 64

  private let lines: LineTable
  private var order = ReadingOrder(entries: [])

  /// Reads an order file.
  /// `isConfiguration` is true for MkDocs' configuration and false for a bare list.
  static func read(_ bytes: [UInt8], isConfiguration: Bool) throws(Diagnostic) -> ReadingOrder {
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(Diagnostic) in
        var tree = NavTree(lines: LineTable(bytes, from: 0))
        let root = try tree.root(of: bytes)
        try isConfiguration ? tree.readConfiguration(root) : tree.readList(root)
        return tree.order
      }
    }
    return try result.get()
  }

  private init(lines: LineTable) { self.lines = lines }

  private func root(of bytes: Bytes) throws(Diagnostic) -> YAMLNode {
    do throws(YAMLError) {
      if let root = try YAMLBuilder.value(of: bytes) { return root }
    } catch {
      if let limit = error.limit {
        throw .tooLarge(limit, at: lines.position(of: error.offset))
      }
      throw wrong(error.offset, "this YAML cannot be read: \(error.reason)")
    }
    throw wrong(0, "this file is empty; list the documents, one per line, as - file.md")
  }

  /// Reads a list, or a map with the key `nav`.
  private mutating func readList(_ root: YAMLNode) throws(Diagnostic) {
    if case .sequence = root.content { return try add(root, title: nil, depth: 0) }
    guard let list = root[member: "nav"] else {
      throw wrong(root.offset, "expected a list of documents, or a map with the key nav")
    }
    try addAll(of: list)
  }

  /// Reads a map with the key `nav`.
  /// Without `nav`, the documents are sorted by name.
  private mutating func readConfiguration(_ root: YAMLNode) throws(Diagnostic) {
    guard case .mapping = root.content else {
      throw wrong(root.offset, "expected a map with the key nav")
    }
    if let nav = root[member: "nav"], !nav.isNull {
      try addAll(of: nav)
    } else {
      order.entries = nil
    }
    order.base = try folder(root[member: "docs_dir"])
    order.title = words(root[member: "site_name"])
    order.authors = words(root[member: "site_author"]).map { [$0] } ?? []
  }

  private func folder(_ node: YAMLNode?) throws(Diagnostic) -> FilePath {
    guard let node, !node.isNull else { return FilePath("docs") }
    guard let name = node.text, !name.isEmpty else {
      throw wrong(node.offset, "docs_dir must be the path of a folder")
    }
    guard FilePath(name).normalized != nil else {
      throw Diagnostic(
        code: "outside-folder", severity: .error,
        message: "docs_dir leads out of the book's folder; name a folder inside it",
        position: lines.position(of: node.offset))
    }
    return FilePath(name)
  }

  private func words(_ node: YAMLNode?) -> String? {
    guard let node, !node.isNull else { return nil }
    return node.text?.inOneLine
  }

  private mutating func addAll(of list: YAMLNode) throws(Diagnostic) {
    guard case .sequence = list.content else {
      throw wrong(list.offset, "nav must be a list of documents: - file.md, or - Title: file.md")
    }
    try add(list, title: nil, depth: 0)
  }

  private mutating func add(
    _ node: YAMLNode, title: String?, depth: Int
  ) throws(Diagnostic) {
    if depth > Self.deepest {
      throw wrong(node.offset, "lists are nested deeper than \(Self.deepest) levels; flatten them")
    }
    switch node.content {
    case .scalar(let path, _):
      if node.isNull || path.isEmpty || ReadingOrder.isExternal(path.utf8) { return }
      order.entries?.append(
        ReadingOrder.Entry(
          path: FilePath(path), title: title, position: lines.position(of: node.offset)))
    case .sequence(let items):
      for item in items { try add(item, title: nil, depth: depth + 1) }
    case .mapping(let pairs):
      for (key, value) in pairs { try add(value, title: key.text?.inOneLine, depth: depth + 1) }
    }
  }

  private func wrong(_ offset: Int, _ message: String) -> Diagnostic {
    Diagnostic(
      code: "order-syntax", severity: .error, message: message,
      position: lines.position(of: offset))
  }
}

extension YAMLNode {
  /// The value of the first member with this key; nil if there is none.
  fileprivate subscript(member key: String) -> YAMLNode? {
    guard case .mapping(let pairs) = content else { return nil }
    return pairs.first { $0.key.text == key }?.value
  }
}
