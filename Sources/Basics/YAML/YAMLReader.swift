import CYaml

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
