/// A note or a boneyard that was taken out of the text (R15, R16), remembered where it stood.
struct RemovedSpan {
  enum Kind {
    case boneyard, note
  }

  let kind: Kind
  /// Where it stood in the text that remains: the offset of the byte that follows it.
  var offset: Int
  /// From the first opening bracket to the last closing one, in the file.
  let range: SourceRange
  /// What is inside the brackets, trimmed.
  let text: String
}
