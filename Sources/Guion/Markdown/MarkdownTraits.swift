/// What is known of a text before it is parsed.
struct MarkdownTraits {
  /// Whether all of it can be decoded as UTF-8.
  var isValid = true
  /// Whether its tables are read as such.
  var hasTables = true
}
