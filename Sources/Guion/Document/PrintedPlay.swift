import Basics

/// A play printed in a plain text, as in the books of Project Gutenberg: the names of its speakers are above their speeches
/// or before them, and directions are in brackets.
struct PrintedPlay {
  /// The speeches, directions and scenes; empty if the text is no play.
  private(set) var elements: [GuionElement] = []
  private var names: [Substring: Int] = [:]
  private var areInCapitals = true
  /// Whether most names are alone in their paragraphs, so that each paragraph below belongs to the speech.
  private var areAlone = false
  private var speaker: Substring?
  private var needsCue = false

  init(_ paragraphs: [GuionElement]) {
    guard isPlay(paragraphs) else { return }
    let headings = Set(
      paragraphs.indices.filter { Self.isHeading(paragraphs[$0]) })
    for (index, paragraph) in paragraphs.enumerated() {
      let isListed =
        headings.contains(index - 1) && headings.contains(index + 1)
        || headings.isSuperset(of: [index + 1, index + 2])
        || headings.isSuperset(of: [index - 1, index - 2])
      if paragraph.elementType != .action {
        speaker = nil
        elements.append(paragraph)
      } else if headings.contains(index), !isListed {
        speaker = nil
        var heading = paragraph
        heading.elementText = paragraph.elementText.replacing("_", with: "").inOneLine ?? ""
        heading.elementType = .sceneHeading
        elements.append(heading)
      } else {
        read(paragraph)
      }
    }
  }

  private mutating func isPlay(_ paragraphs: [GuionElement]) -> Bool {
    let texts = paragraphs.lazy.filter { $0.elementType == .action }.map(\.elementText)
    return hasSpeeches(texts, inCapitals: true) || hasSpeeches(texts, inCapitals: false)
  }

  private mutating func hasSpeeches(
    _ texts: some Sequence<String>, inCapitals: Bool
  ) -> Bool {
    var (alone, others) = (0, 0)
    (names, areInCapitals) = ([:], inCapitals)
    for text in texts {
      guard let cue = cue(text[...]) else {
        if !Self.isDirection(text) { others += 1 }
        continue
      }
      names[cue.name, default: 0] += 1
      if cue.direction == nil, cue.speech.isEmpty { alone += 1 }
    }
    let speeches = names.values.reduce(0) { $1 > 2 ? $0 + $1 : $0 }
    areAlone = alone * 2 > speeches
    return speeches >= 30 && names.values.count { $0 > 2 } > 1
      && speeches * (inCapitals ? 3 : 2) >= speeches + max(0, others - alone)
  }

  /// Returns the cue at the start of a paragraph. Names in small letters are before their speeches.
  private func cue(_ text: Substring) -> Cue? {
    guard let cue = Cue(text), cue.isInCapitals || !areInCapitals && !cue.speech.isEmpty else {
      return nil
    }
    return cue
  }

  private mutating func read(_ paragraph: GuionElement) {
    let text = paragraph.elementText[...]
    if let cue = cue(text),
      names[cue.name, default: 0] > 1
        || cue.isInCapitals && areInCapitals && !areAlone && !cue.speech.isEmpty
    {
      speaker = cue.name
      needsCue = true
      // "NORA. [Exit.]" is action, which must not lose its name.
      if cue.direction == nil, Self.isOnlyDirection(cue.speech) {
        add(.action, text, of: paragraph)
        return
      }
      if let direction = cue.direction { add(.parenthetical, direction, of: paragraph) }
      addSpeech(cue.speech, of: paragraph)
      if cue.direction == nil, cue.speech.isEmpty { return }
      if !areAlone { speaker = nil }
    } else if speaker != nil, !Self.isDirection(text) {
      addSpeech(text, of: paragraph)
    } else {
      add(.action, Self.unbracketed(text), of: paragraph)
    }
  }

  /// Adds a speech. A direction before its words says how they are spoken; any other direction is action.
  private mutating func addSpeech(_ text: Substring, of paragraph: GuionElement) {
    var rest = text
    var isFirst = true
    while let first = rest.first {
      let isOpen = first == "[" || rest.hasPrefix("(_")
      guard isOpen else {
        let end = rest.indices.first { rest[$0] == "[" || rest[$0...].hasPrefix("(_") }
        add(.dialogue, rest[..<(end ?? rest.endIndex)], of: paragraph)
        rest = rest[(end ?? rest.endIndex)...]
        isFirst = false
        continue
      }
      let close = rest.prefix(Self.longest).firstIndex(of: first == "[" ? "]" : ")")
      let end = close ?? rest.firstIndex { $0 == "\n" } ?? rest.endIndex
      let direction = rest[rest.index(after: rest.startIndex)..<end]
      // "[To the girl]. You can keep it."
      rest = rest[end...].drop { "]).,;".contains($0) }
      let isManner = isFirst && rest.contains(where: \.isLetter)
      add(isManner ? .parenthetical : .action, direction, of: paragraph)
      isFirst = false
    }
  }

  /// Adds a part of a paragraph, with the cue that it needs.
  private mutating func add(
    _ type: ElementType, _ part: Substring, of paragraph: GuionElement
  ) {
    let words = part.trimming(while: \.isWhitespace)
    guard words.contains(where: { $0.isLetter || $0.isNumber }) else { return }
    let place = Self.range(of: words, in: paragraph)
    if type != .action, needsCue, let speaker {
      elements.append(
        GuionElement(elementType: .character, elementText: String(speaker), sourceRange: place))
      needsCue = false
    }
    if type == .action { needsCue = true }
    let text = type == .dialogue ? String(words) : String(words.replacing("_", with: ""))
    elements.append(GuionElement(elementType: type, elementText: text, sourceRange: place))
  }

  private static func range(of part: Substring, in paragraph: GuionElement) -> SourceRange? {
    guard paragraph.elementText.utf8.count < longest * 10 else { return paragraph.sourceRange }
    return paragraph.sourceRange.map { range in
      func position(_ end: String.Index) -> SourcePosition {
        let before = paragraph.elementText[..<end].split(
          separator: "\n", omittingEmptySubsequences: false)
        let column = before.last?.utf8.count ?? 0
        return SourcePosition(
          line: range.start.line + before.count - 1,
          column: column + (before.count == 1 ? range.start.column : 1))
      }
      let last = part.index(before: part.endIndex)
      return SourceRange(
        start: position(part.startIndex), end: max(position(part.startIndex), position(last)),
        source: range.source)
    }
  }

  /// The maximum length of a direction within a speech.
  private static let longest = 2000

  /// Whether a paragraph is only a direction: in brackets or in italics, or with a word that begins directions.
  private static func isDirection(_ text: some StringProtocol) -> Bool {
    let starts = ["[", "(_", "Enter ", "Re-enter ", "Exit ", "Exeunt"]
    if starts.contains(where: text.hasPrefix) {
      return text.hasPrefix("E") || "])".contains(text.last ?? " ")
    }
    return text.hasPrefix("_") && text.hasSuffix("_") && text.count { $0 == "_" } == 2
  }

  /// Whether a speech has no words but those of the direction that begins it.
  private static func isOnlyDirection(_ speech: Substring) -> Bool {
    guard speech.first == "[" || speech.hasPrefix("(_") else { return false }
    let close = speech.prefix(longest).firstIndex(of: speech.first == "[" ? "]" : ")")
    let end = close ?? speech.firstIndex(of: "\n") ?? speech.endIndex
    return !speech[end...].contains { $0.isLetter || $0.isNumber }
  }

  private static func unbracketed(_ text: Substring) -> Substring {
    guard isDirection(text), text.first == "[" || text.first == "(" else { return text }
    return text.dropFirst().dropLast("])".contains(text.last ?? " ") ? 1 : 0)
  }

  /// Whether a paragraph is the heading of an act or a scene: "SCENE II. A street", "THE FIRST ACT".
  private static func isHeading(_ element: GuionElement) -> Bool {
    let text = element.elementText
    guard element.elementType == .action, text.utf8.count <= 160 else { return false }
    let words = text.split { !$0.isLetter && !$0.isNumber }.prefix(8).map { $0.uppercased() }
    guard let first = words.first, let last = words.last, words.count > 1 else { return false }
    if acts.contains(first) { return ChapterLabel.isNumber(words[1]) }
    return acts.contains(last) && words.count < 4 && !words.contains("END")
      && text.prefix(5).contains(where: \.isUppercase)
  }

  private static let acts: Set<String> = [
    "ACT", "SCENE", "AKT", "AUFZUG", "AUFTRITT", "SZENE", "ACTE", "SCÈNE", "ACTO", "ESCENA",
  ]

  /// A name, perhaps with a direction, and the speech behind it: "NORA (laughing). Oh!", "Algernon.  [Rises.] Yes."
  private struct Cue {
    var name: Substring
    var direction: Substring?
    var speech: Substring
    var isInCapitals: Bool

    init?(_ paragraph: Substring) {
      let isItalic = paragraph.first == "_"
      let text = isItalic ? paragraph.dropFirst() : paragraph
      let line = text.prefix(60).prefix { $0 != "\n" }
      var start = line.startIndex
      var sign = line.startIndex
      repeat {
        guard let next = line[start...].firstIndex(where: { ".:[(".contains($0) }) else {
          return nil
        }
        (sign, start) = (next, line.index(after: next))
      } while line[sign] == "." && Self.isTitle(line[..<sign])
      name = line[..<sign].trimming(while: \.isWhitespace)
      isInCapitals = !name.contains(where: \.isLowercase)
      speech = text[sign...]
      if let open = speech.first, open == "[" || open == "(" {
        let close: Character = open == "[" ? "]" : ")"
        guard let end = speech.prefix(400).firstIndex(of: close) else { return nil }
        direction = speech[speech.index(after: speech.startIndex)..<end]
        speech = speech[speech.index(after: end)...]
        let hasSign = speech.first == "." || speech.first == ":"
        guard hasSign || open == "[" || isInCapitals else { return nil }
        if hasSign { speech = speech.dropFirst() }
      } else {
        guard speech.first == "." || isInCapitals else { return nil }
        speech = speech.dropFirst()
      }
      if isItalic {
        guard speech.first == "_" else { return nil }
        speech = speech.dropFirst()
      }
      guard speech.first?.isWhitespace != false, Self.isName(name, isInCapitals) else { return nil }
      speech = speech.trimming(while: \.isWhitespace)
    }

    private static func isTitle(_ text: Substring) -> Bool {
      ["MR", "MRS", "MS", "DR", "ST", "MME", "HON", "REV", "CAPT", "SRA", "SR"].contains(
        text.split(separator: " ").last?.uppercased())
    }

    private static func isName(_ name: Substring, _ isInCapitals: Bool) -> Bool {
      let words = name.split(separator: " ")
      guard let first = words.first, words.count < 6, name.count(where: \.isLetter) > 1,
        !others.contains(first.uppercased()), !acts.contains(words[words.count - 1].uppercased())
      else { return false }
      let isWord: (Character) -> Bool = {
        $0.isLetter || $0.isNumber || " '’-.&,#".contains($0)
      }
      return name.allSatisfy(isWord) && first.first?.isUppercase == true
        && (isInCapitals
          || words.count < 4
            && words.allSatisfy { $0.first?.isUppercase == true || ["of", "the"].contains($0) })
    }

    private static let others: Set<String> = PrintedPlay.acts.union([
      "CURTAIN", "END", "FINIS", "CHAPTER", "NOTE", "CONTENTS", "ILLUSTRATION",
    ])
  }
}

extension Substring {
  fileprivate func trimming(while isLeftOut: (Character) -> Bool) -> Substring {
    let head = drop(while: isLeftOut)
    guard let last = head.lastIndex(where: { !isLeftOut($0) }) else { return head }
    return head[...last]
  }
}
