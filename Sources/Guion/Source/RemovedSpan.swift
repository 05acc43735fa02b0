/// A note or a boneyard that was removed from the text (R15, R16), with its position.
struct RemovedSpan {
  enum Kind {
    case boneyard, note
  }

  let kind: Kind
  /// The position in the remaining text: the offset of the byte after the removed span.
  var offset: Int
  /// The range in the file, from the first opening bracket to the last closing bracket.
  let range: SourceRange
  /// The trimmed text inside the brackets.
  let text: String
}
