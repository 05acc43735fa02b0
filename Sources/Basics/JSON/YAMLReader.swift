import CYaml

/// Builds a value from the events of a YAML text, without recursion.
package struct YAMLBuilder {
  /// Converts libyaml's character indices to byte offsets.
  struct CharacterOffsets {
    private let text: Bytes
    private var character = 0
    private var offset = 0

    init(_ text: Bytes) {
      self.text = text
    }

    /// Returns the offset of the first byte of a character; `target` is the index of the character, from 0.
    /// The search is fast if the requested indices ascend.
    mutating func offset(of target: Int) -> Int {
      if target < character { (character, offset) = (0, 0) }
      while character < target, offset < text.count {
        offset += 1
        while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
        character += 1
      }
      return offset
    }
  }

  enum YAMLEvent {
    /// A scalar value.
    /// If `isPlain` is true, the text determines the type of the value.
    case scalar(text: String, isPlain: Bool)
    case sequence, mapping
    /// The end of the most recently opened sequence or mapping.
    case close
    /// A reference to the value with this anchor.
    case alias(String)
    case document
    case end
  }

  /// The owner of a libyaml parser, which returns the events of a text.
  struct YAMLReader: ~Copyable {
    private let text: Bytes
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var places: CharacterOffsets

    /// Creates a reader for a text, which must outlive the reader.
    init(_ text: Bytes) {
      self.text = text
      places = CharacterOffsets(text)
      parser = .allocate(capacity: 1)
      // This call fails only if memory runs out. Then the program ends.
      let isReady = yaml_parser_initialize(parser)
      precondition(isReady == 1, "not enough memory")
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
      yaml_parser_delete(parser)
      parser.deallocate()
    }

    /// Returns the next event, the offset of its first byte, and the anchor of its value.
    mutating func next() throws(YAMLError) -> (event: YAMLEvent, offset: Int, anchor: String?) {
      var event = yaml_event_t()
      while true {
        guard yaml_parser_parse(parser, &event) == 1 else { throw error() }
        defer { yaml_event_delete(&event) }
        guard let found = Self.event(event) else { continue }
        return (found, places.offset(of: Int(event.start_mark.index)), Self.anchor(event))
      }
    }

    private static func event(_ event: yaml_event_t) -> YAMLEvent? {
      switch event.type {
      case YAML_SCALAR_EVENT: scalar(event)
      case YAML_SEQUENCE_START_EVENT: .sequence
      case YAML_MAPPING_START_EVENT: .mapping
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: .close
      case YAML_ALIAS_EVENT: .alias(string(event.data.alias.anchor) ?? "")
      case YAML_DOCUMENT_START_EVENT: .document
      case YAML_STREAM_END_EVENT, YAML_NO_EVENT: .end
      default: nil
      }
    }

    private static func scalar(_ event: yaml_event_t) -> YAMLEvent {
      let scalar = event.data.scalar
      let words = Bytes(start: scalar.value, count: scalar.length)
      let tag = string(scalar.tag)
      let isText = tag == "!" || tag == "tag:yaml.org,2002:str"
      let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE && !isText
      return .scalar(text: words.string(0..<words.count), isPlain: isPlain)
    }

    private static func anchor(_ event: yaml_event_t) -> String? {
      switch event.type {
      case YAML_SCALAR_EVENT: string(event.data.scalar.anchor)
      case YAML_SEQUENCE_START_EVENT: string(event.data.sequence_start.anchor)
      case YAML_MAPPING_START_EVENT: string(event.data.mapping_start.anchor)
      default: nil
      }
    }

    private static func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
      text.map { String(cString: $0) }
    }

    private mutating func error() -> YAMLError {
      let state = parser.pointee
      let problem = state.problem.map { String(cString: $0) } ?? "it cannot be read"
      let offset: Int
      if state.error == YAML_READER_ERROR {
        offset = Int(state.problem_offset)
      } else if problem.hasPrefix("found unexpected"), state.context != nil {
        // The position of a quotation mark that is never closed is more useful than the end of the text.
        offset = places.offset(of: Int(state.context_mark.index))
      } else {
        offset = places.offset(of: Int(state.problem_mark.index))
      }
      let byte = offset < text.count ? text[offset] : nil
      return YAMLError(reason: YAMLError.reason(problem, at: byte), offset: offset)
    }
  }

  /// The maximum nesting depth, which is the maximum for JSON.
  static let maximumDepth = JSONDocument.maximumDepth
  /// The maximum number of values, including the expansion of aliases.
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

/// A value of a YAML text, with its position.
package struct YAMLNode: Sendable {
  package enum Content: Sendable {
    case scalar(text: String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([(key: YAMLNode, value: YAMLNode)])
  }

  /// The offset of the first byte.
  package var offset: Int
  package var content: Content
  /// The number of values, including the value itself and the expansion of aliases.
  package var size: Int
  /// The number of bytes of text in the value, including the expansion of aliases.
  package var bytes = 0
  /// The nesting depth, 0 for a scalar.
  /// The expansion of aliases is included.
  package var depth = 0

  /// The text of a scalar with quotes and escapes resolved; nil for other values.
  package var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether the value is null: `~`, `null`, or empty.
  package var isNull: Bool {
    if case .scalar(let text, true) = content { YAMLScalar.value(text) == .null } else { false }
  }

  /// The meaning of an unquoted word: the core schema of YAML 1.2, section 10.3.2.
  enum YAMLScalar {
    /// Returns the value of a word: a Boolean, null, a number, or else a string.
    /// `.inf` and `.nan` are strings, because JSON has no such numbers and the program cannot use them.
    static func value(_ text: String) -> JSONNode.Value {
      switch text {
      case "", "~", "null", "Null", "NULL": .null
      case "true", "True", "TRUE": .bool(true)
      case "false", "False", "FALSE": .bool(false)
      default: number(text).map { .number($0) } ?? .string(text)
      }
    }

    private static func number(_ text: String) -> Double? {
      let bytes = Array(text.utf8)
      guard let first = bytes.first, first < UInt8(ascii: ":") else { return nil }
      if text.hasPrefix("0o") { return UInt64(text.dropFirst(2), radix: 8).map { Double($0) } }
      if text.hasPrefix("0x") { return UInt64(text.dropFirst(2), radix: 16).map { Double($0) } }
      guard isDecimal(bytes[...]), let number = Double(text), number.isFinite else { return nil }
      return number
    }

    /// Whether a text is a decimal number.
    /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
    private static func isDecimal(_ text: ArraySlice<UInt8>) -> Bool {
      var rest = withoutSign(text)
      let whole = takeDigits(&rest)
      var decimals = 0
      if rest.first == UInt8(ascii: ".") {
        rest.removeFirst()
        decimals = takeDigits(&rest)
      }
      guard whole > 0 || decimals > 0 else { return false }
      if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
        rest = withoutSign(rest.dropFirst())
        guard takeDigits(&rest) > 0 else { return false }
      }
      return rest.isEmpty
    }

    private static func withoutSign(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
    }

    private static func takeDigits(_ text: inout ArraySlice<UInt8>) -> Int {
      let digits = text.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      text = text.dropFirst(digits.count)
      return digits.count
    }
  }
}

extension YAMLNode {
  /// Returns the value as JSON.
  /// `place` returns the position of a byte.
  /// The recursion is limited by the maximum depth of YAML (`YAMLBuilder`).
  package func json(_ place: (Int) -> SourcePosition) -> JSONNode {
    JSONNode(position: place(offset), value: jsonValue(place))
  }

  private func jsonValue(_ place: (Int) -> SourcePosition) -> JSONNode.Value {
    switch content {
    case .scalar(let text, let isPlain): isPlain ? YAMLScalar.value(text) : .string(text)
    case .sequence(let nodes): .array(nodes.map { $0.json(place) })
    case .mapping(let pairs):
      .object(
        pairs.map { key, value in
          .init(
            key: key.text ?? "", keyPosition: place(key.offset), value: value.json(place))
        })
    }
  }
}

/// A problem in a YAML text, with its position.
package struct YAMLError: Error, Sendable {
  /// The problem, worded to follow a colon.
  package var reason: String
  /// The byte offset of the problem.
  package var offset: Int
  /// The limit that the text exceeds; nil for any other error.
  package var limit: InputLimit?

  package init(reason: String, offset: Int) { (self.reason, self.offset) = (reason, offset) }

  package init(above limit: InputLimit, offset: Int) {
    (reason, self.offset, self.limit) = (limit.message, offset, limit)
  }
}

extension YAMLError {
  /// Returns libyaml's message in words for people who write front matter and know no parsers.
  /// `byte` is the byte at the position of the problem.
  package static func reason(_ problem: String, at byte: UInt8?) -> String {
    switch problem {
    case "found character that cannot start any token":
      guard let byte, byte != 0x09 else { return "tabs are not allowed as indentation; use spaces" }
      return "a value cannot begin with \(Character(Unicode.Scalar(byte))); put it in quotes"
    case "control characters are not allowed":
      return "control characters are not allowed; delete this one"
    default: return plain[problem] ?? problem
    }
  }

  private static let plain = [
    "mapping values are not allowed in this context":
      "this value contains a second colon, or this line is indented too far; put the value in quotes, or remove the "
      + "indentation",
    "could not find expected ':'": "a colon is missing after the key above",
    "did not find expected key":
      "this text belongs to no key; put a value with quotation marks in quotes as a whole, or correct the indentation",
    "did not find expected alphabetic or numeric character":
      "a value that begins with & or * must be in quotes",
    "did not find expected '-' indicator":
      "a - is missing here, or this line is indented wrongly",
    "did not find expected ',' or ']'": "a comma or ] is missing here",
    "did not find expected ',' or '}'": "a comma or } is missing here",
    "did not find expected node content": "a value is missing here",
    "did not find expected <document start>": "this line does not belong to any key above it",
    "block sequence entries are not allowed in this context":
      "a list cannot begin here; write each - on a line of its own, or put the value in quotes",
    "mapping keys are not allowed in this context":
      "a value cannot begin with ?; put it in quotes",
    "found unexpected end of stream": "this quotation mark is never closed",
    "found unexpected document indicator": "this quotation mark is never closed",
    "found unknown escape character": "this escape is unknown; write \\\\ for a backslash",
    "found a tab character that violates indentation":
      "tabs are not allowed as indentation; use spaces",
    "found a tab character where an indentation space is expected":
      "tabs are not allowed as indentation; use spaces",
    "exceeded maximum nesting depth": "it is nested too deeply",
    "found undefined tag handle": "this ! begins a tag; put the value in quotes",
  ]
}
