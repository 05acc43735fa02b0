/// One line of the text that remains after boneyards and notes are removed.
struct ScriptLine {
  /// The content of a line.
  enum Kind {
    case text
    /// No characters, or one character of white space.
    case empty
    /// Two or more blanks, which have a meaning in speech and in notes (R7.3, R15.2).
    case wide
    /// Only notes, and perhaps boneyards (R15.6).
    case notes
    /// Only boneyards (R16.4).
    case boneyards
  }

  /// The whole line without its end.
  let whole: Range<Int>
  /// The line without white space at its ends (R1.5).
  let content: Range<Int>
  let kind: Kind
  /// The indices of the spans that were removed from this line.
  let spans: Range<Int>
  /// The line number in the file.
  /// If the removed text contained line ends, this is the number of the first of several lines.
  let number: Int

  /// The offset at which the line begins.
  var start: Int { whole.lowerBound }
}

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
