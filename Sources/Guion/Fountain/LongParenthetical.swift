import Basics

/// A parenthetical of several lines of a speech (R8.6).
struct LongParenthetical {
  let text: String
  let end: SourcePosition
  /// The line below it, if it has been read already.
  let below: ScriptLine?
  /// The lines that have not been read.
  let rest: LineCursor

  /// Finds the parenthetical that begins with a line.
  ///
  /// `below` is the line below it, `lines` are those below both, and `step` returns the next of them. `isInner` says
  /// whether the line is further to the right than its speech. In a script with columns (`isColumned`), a bracket that
  /// is not closed ends where its column ends.
  init?(
    _ line: ScriptLine, below: ScriptLine?, _ lines: LineCursor, isInner: Bool, isColumned: Bool,
    step: (inout LineCursor) -> ScriptLine?
  ) {
    let (text, close) = (lines.text, UInt8(ascii: ")"))
    guard Self.begins(text, line) else { return nil }
    var (run, next, rest) = ([(line: line, rest: lines)], below, lines)
    while let line = next, line.kind == .text, run.count < 5,
      text.first(UInt8(ascii: "("), in: line.content) == nil
    {
      run.append((line, rest))
      if let end = text.first(close, in: line.content) {
        // A speech in parentheses has nothing below it.
        var after = rest
        guard end == line.content.upperBound - 1, isInner || step(&after)?.kind == .text
        else { return nil }
        self.text = String(text.joined(run.map(\.line)).dropLast())
        (self.end, self.below, self.rest) = (rest.position(of: end, in: line), nil, rest)
        return
      }
      next = step(&rest)
    }
    let indent = lines.indentation(of: line).count
    guard isColumned,
      let column = run.firstIndex(where: { lines.indentation(of: $0.line).count < indent })
    else { return nil }
    let words = text.joined(run[..<column].map(\.line))
    // A scanner made "(" of a spot.
    guard words.first?.isLowercase == true, words.contains(" ") else { return nil }
    let last = run[column - 1].line
    self.text = String(words)
    end = lines.position(of: last.content.upperBound - 1, in: last)
    (self.below, self.rest) = (run[column].line, run[column].rest)
  }

  /// Whether a line begins with a bracket and has none that closes.
  static func begins(_ text: Bytes, _ line: ScriptLine) -> Bool {
    text[line.content.lowerBound] == UInt8(ascii: "(")
      && text.first(UInt8(ascii: ")"), in: line.content) == nil
  }
}

extension Bytes {
  /// Returns the text of lines without the bracket that opens it.
  fileprivate func joined(_ lines: [ScriptLine]) -> Substring {
    lines.map { string($0.content) }.joined(separator: " ").dropFirst()
  }
}
