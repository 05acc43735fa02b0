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
