/// One line of the text that remains when boneyards and notes are out.
struct ScriptLine {
  /// What there is on a line.
  enum Standing {
    case text
    /// White space, less than two characters of it.
    case empty
    /// Two or more blanks, which mean something in speech and in notes (R7.3, R15.2).
    case wide
    /// Nothing but notes, and perhaps boneyards (R15.6).
    case notes
    /// Nothing but boneyards (R16.4).
    case boneyards
  }

  /// All of the line but its end.
  let whole: Range<Int>
  /// The line without the white space at its ends (R1.5).
  let content: Range<Int>
  let standing: Standing
  /// Which removed spans stood in the line.
  let spans: Range<Int>
  /// The number of the line in the file that it begins on.
  let number: Int

  /// Where the line begins.
  var start: Int { whole.lowerBound }
}
