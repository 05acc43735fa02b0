import CYaml

/// The one owner of a libyaml parser, which hands out a text's events.
struct YAMLReader: ~Copyable {
  private let text: Bytes
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var places: CharacterOffsets

  /// Begins to read a text, which must outlive the reader.
  init(_ text: Bytes) {
    self.text = text
    places = CharacterOffsets(text)
    parser = .allocate(capacity: 1)
    // It fails only where memory ran out, which nothing here can mend.
    let isReady = yaml_parser_initialize(parser)
    precondition(isReady == 1, "libyaml has no memory")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// The next event, its first byte, and the anchor that its value is given.
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
      // A quotation mark that is never closed is worth more than the end of the text.
      offset = places.offset(of: Int(state.context_mark.index))
    } else {
      offset = places.offset(of: Int(state.problem_mark.index))
    }
    let byte = offset < text.count ? text[offset] : nil
    return YAMLError(reason: YAMLError.reason(problem, at: byte), offset: offset)
  }
}

/// What a YAML text consists of, piece by piece.
enum YAMLEvent {
  /// A value that holds no others; `isPlain` says that its type is to be told from its words.
  case scalar(text: String, isPlain: Bool)
  case sequence, mapping
  /// The end of the sequence or mapping that was opened last.
  case close
  /// Another appearance of the value with that anchor.
  case alias(String)
  /// The beginning of a document.
  case document
  /// The end of the text.
  case end
}
