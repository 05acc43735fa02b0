/// Builds a value from the events of a YAML text, without recursion.
package struct YAMLBuilder {
  /// The maximum nesting depth, which is the maximum for JSON.
  static let maximumDepth = JSONDocument.maximumDepth
  /// The maximum number of values, including the expansion of aliases.
  ///
  /// Without the limit, a few lines of nested aliases could expand to billions of values.
  static let maximumSize = InputLimit.values.maximum

  /// A sequence or mapping that is not closed yet.
  private struct Open {
    let offset: Int
    let anchor: String?
    let isMapping: Bool
    var nodes: [YAMLNode] = []
    var size = 1
    var depth = 1
    var bytes = 0
  }

  private var open: [Open] = []
  private var anchors: [String: YAMLNode] = [:]
  private var result: YAMLNode?

  /// Returns the value of a text; nil if the text is empty.
  package static func value(of text: Bytes) throws(YAMLError) -> YAMLNode? {
    var reader = YAMLReader(text)
    var builder = Self()
    while true {
      let (event, offset, anchor) = try reader.next()
      if case .end = event { return builder.result }
      try builder.take(event, offset, anchor)
    }
  }

  private mutating func take(
    _ event: YAMLEvent, _ offset: Int, _ anchor: String?
  ) throws(YAMLError) {
    switch event {
    case .scalar(let text, let isPlain):
      let content = YAMLNode.Content.scalar(text: text, isPlain: isPlain)
      let count = text.utf8.count
      // A text that is not a mapping is not front matter, but prose between two thematic breaks, so it
      // may be long.
      guard open.isEmpty || count <= InputLimit.string.maximum else {
        throw YAMLError(above: .string, offset: offset)
      }
      try add(YAMLNode(offset: offset, content: content, size: 1, bytes: count), anchor)
    case .alias(let name):
      guard let node = anchors[name] else {
        throw YAMLError(
          reason:
            "a value that begins with * must be in quotes, because there is no anchor &\(name) "
            + "above it",
          offset: offset)
      }
      try add(node, nil)
    case .sequence: try begin(Open(offset: offset, anchor: anchor, isMapping: false))
    case .mapping: try begin(Open(offset: offset, anchor: anchor, isMapping: true))
    case .close: try close()
    case .document:
      guard result == nil else {
        throw YAMLError(
          reason: "a second YAML document begins here, but only one is allowed; remove this ---",
          offset: offset)
      }
    case .end: break
    }
  }

  private mutating func begin(_ container: Open) throws(YAMLError) {
    guard open.count < Self.maximumDepth else { throw Self.tooDeep(at: container.offset) }
    if let last = open.last, last.isMapping, last.nodes.count.isMultiple(of: 2) {
      throw YAMLError(
        reason: "a key must be plain text; put values with braces or brackets in quotes",
        offset: container.offset)
    }
    open.append(container)
  }

  private mutating func close() throws(YAMLError) {
    guard let done = open.popLast() else { return }
    let content: YAMLNode.Content
    if done.isMapping {
      let pairs = stride(from: 0, to: done.nodes.count - 1, by: 2).map {
        (key: done.nodes[$0], value: done.nodes[$0 + 1])
      }
      content = .mapping(pairs)
    } else {
      content = .sequence(done.nodes)
    }
    let node = YAMLNode(
      offset: done.offset, content: content, size: done.size, bytes: done.bytes,
      depth: done.depth)
    try add(node, done.anchor)
  }

  private mutating func add(_ node: YAMLNode, _ anchor: String?) throws(YAMLError) {
    guard node.size <= Self.maximumSize, (open.last?.size ?? 0) <= Self.maximumSize - node.size
    else {
      throw YAMLError(above: .values, offset: node.offset)
    }
    guard node.bytes + (open.last?.bytes ?? 0) <= InputLimit.frontMatter.maximum else {
      throw YAMLError(above: .frontMatter, offset: node.offset)
    }
    guard open.count + node.depth <= Self.maximumDepth else { throw Self.tooDeep(at: node.offset) }
    if let anchor { anchors[anchor] = node }
    guard let last = open.indices.last else {
      result = node
      return
    }
    open[last].nodes.append(node)
    open[last].size += node.size
    open[last].bytes += node.bytes
    open[last].depth = max(open[last].depth, node.depth + 1)
  }

  private static func tooDeep(at offset: Int) -> YAMLError {
    YAMLError(above: .depth, offset: offset)
  }
}
