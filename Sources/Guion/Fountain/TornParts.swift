import Basics

/// A part of a line in the first column. A program that reads web pages tears lines at words that are underlined or
/// bold: `under the`, `R`, ` stand?`
struct TornPart {
  /// Whether the part goes on in the line above.
  var goesOn = false
  var hasBlank = false
  /// The indentation of the paragraph.
  var indentation: Range<Int>
}

extension ScriptColumns {
  /// Moves parts of lines to the columns of their paragraphs.
  mutating func alignParts() {
    let torn = lines.indices.dropFirst().filter { isPart(lines[$0]) }
    guard torn.count > 4, torn.count * 10 < lines.count,
      Self.middle(lines.map(\.column), 12) > 4
    else { return }
    let speeches = lines.indices.dropFirst().filter {
      lines[$0 - 1].name != nil && lines[$0].name == nil && lines[$0].column > 2
        && !isParenthetical(lines[$0])
    }
    guard speeches.count > 20 else { return }
    let column = Self.middle(speeches.map { lines[$0].column }, 50)
    let speech = speeches.first { lines[$0].column == column } ?? 0
    var wasTorn = -1
    for index in torn {
      let above = lines[index - 1]
      let isBelowCue = above.name != nil || isParenthetical(above) && endsInBracket(above)
      let model = isBelowCue ? lines[speech] : above
      let indentation =
        parts[model.start]?.indentation ?? model.start..<model.words.lowerBound
      var part = TornPart(indentation: indentation)
      if !isBelowCue, !above.isHeading {
        part.hasBlank = lines[index].column > 0 || text[above.words.upperBound] == 0x20
        let first = text[lines[index].words.lowerBound]
        let isSmall = Wrap.isContinued(lines[index].words, text)
        part.goesOn =
          part.hasBlank || ".,;:!?)".utf8.contains(first) || isSmall && wasTorn == index - 1
      }
      parts[lines[index].start] = part
      lines[index].column = model.column
      if isBelowCue || part.goesOn { lines[index].name = nil }
      wasTorn = index
    }
  }

  private func isPart(_ line: Line) -> Bool {
    let first = text.character(at: line.words.lowerBound, before: line.words.upperBound)
    return line.column < 3 && !line.isHeading && first.kind != .digit
  }

  private func endsInBracket(_ line: Line) -> Bool {
    text[line.words.upperBound - 1] == UInt8(ascii: ")")
  }
}

extension PrintedPages {
  /// Whether a line in the form of a cue goes on with a speech in capitals that a program tore into paragraphs: the speech
  /// has no end, and the line names no known speaker, is longer than most names, and has no small letters below it.
  func isShout(
    _ text: Bytes, _ line: ScriptLine, _ cue: CueForm, below element: GuionElement?
  ) -> Bool {
    guard cue.extension == nil, !cue.isDual, !speakers.contains(line.start),
      text[line.content.lowerBound] != UInt8(ascii: "@"),
      let element, element.elementType == .dialogue,
      let above = element.elementText.split(separator: "\n").last, above.count > 20,
      above.last?.isLetter == true, !above.contains(where: \.isLowercase)
    else { return false }
    let end = text.first(0x0A, in: line.content.upperBound..<text.count) ?? text.count
    let below = (min(end + 1, text.count)..<text.count).prefix(200)
    let words = below.lowerBound..<(text.first(0x0A, in: below) ?? below.upperBound)
    return text.string(line.content).split(separator: " ").count > 2 && !text.hasLowerCase(words)
  }
}
