package import Guion

/// The quotations of a manuscript with their speakers, and the elements in which they speak.
package struct QuotedSpeech: Sendable {
  /// Who speaks what.
  package let attribution: Attribution
  /// For each paragraph of the attribution, the index of its element.
  package let places: [Int]
  /// For each turn, the person whose voice speaks it; nil for the narrator.
  package let voices: [Int?]
  /// For each element with quotations in other voices, the turns in the paragraph with their pieces, in order.
  private var spoken: [Int: [(piece: QuotationFinder.Piece, name: String)]] = [:]

  /// Attributes the quotations in the paragraphs of prose.
  /// `leaving` has the elements that already have a speaker, such as labelled paragraphs.
  package init(
    of manuscript: Manuscript, cast: Cast, language: String?, leaving labelled: Set<Int> = []
  ) {
    let (texts, breaks, places) = Self.paragraphs(of: manuscript, leaving: labelled)
    let people = cast.characters.map {
      Attribution.Person(
        name: $0.name, aliases: $0.aliases, gender: $0.gender == .neutral ? nil : $0.gender)
    }
    attribution = Attribution(
      texts, breaks: breaks, cast: people, narrator: cast.dialogue.narrator,
      language: language ?? cast.language ?? manuscript.language ?? "en-US")
    voices = attribution.speakers(confidence: cast.dialogue.confidence)
    self.places = places
    for (turn, voice) in zip(attribution.turns, voices) {
      guard let voice else { continue }
      for piece in turn.pieces {
        spoken[places[piece.paragraph], default: []].append(
          (piece.place, attribution.people[voice].name))
      }
    }
  }

  /// Returns the number of quotations in prose: the pieces that are said without narration between them.
  package static func count(in manuscript: Manuscript, language: String) -> Int {
    let texts = paragraphs(of: manuscript, leaving: []).texts
    return QuotationFinder(texts, language: language).pieces(of: texts).reduce(0) { $0 + $1.count }
  }

  /// Returns the paragraphs of prose, the numbers of those that end a scene, and the indices of their elements.
  private static func paragraphs(
    of manuscript: Manuscript, leaving labelled: Set<Int>
  ) -> (texts: [String], breaks: Set<Int>, places: [Int]) {
    var (texts, breaks, places): ([String], Set<Int>, [Int]) = ([], [], [])
    var source = 0
    for (index, element) in manuscript.elements.enumerated() where !labelled.contains(index) {
      let isParagraph = SpeakerLabels.canHold(element, in: manuscript)
      let isBreak =
        element.elementType.isSectionHeading || element.elementType == .sceneHeading
        || element.elementType == .pageBreak || isParagraph && !element.elementText.hasLetterOrDigit
        || element.source != source
      source = element.source
      guard isParagraph || isBreak else { continue }
      if isBreak { breaks.insert(texts.count) }
      if isBreak, isParagraph, element.elementText.hasLetterOrDigit {
        // The first paragraph of another document.
        (texts, places) = (texts + [""], places + [index])
      }
      texts.append(element.elementText)
      places.append(index)
    }
    return (texts, breaks, places)
  }

  /// Returns the elements that a paragraph becomes, or nil if the narrator reads all of it.
  package func elements(of element: GuionElement, at index: Int) -> [GuionElement]? {
    guard let spoken = spoken[index] else { return nil }
    let text = Array(element.elementText.utf8)
    var parts: [(range: Range<Int>, name: String?)] = []
    var end = 0
    for (piece, name) in spoken {
      if piece.outer.lowerBound > end { parts.append((end..<piece.outer.lowerBound, nil)) }
      // Two pieces of one speaker are one speech if only marks are between them.
      parts.append((max(end, piece.outer.lowerBound)..<piece.outer.upperBound, name))
      end = max(end, piece.outer.upperBound)
    }
    if end < text.count { parts.append((end..<text.count, nil)) }
    var result: [GuionElement] = []
    for (range, name) in parts {
      guard let part = element.part(range, of: text) else { continue }
      let place: ParagraphPart = result.isEmpty ? .first : .within
      if let name {
        var cue = GuionElement(
          elementType: .character, elementText: name, sourceRange: element.sourceRange)
        cue.paragraphPart = place
        result.append(cue.withIdentity(of: element))
      }
      var words = part
      words.elementType = name == nil ? .action : .dialogue
      words.paragraphPart = place
      result.append(words.withIdentity(of: element))
    }
    return result
  }
}

extension GuionElement {
  /// Returns a part of the text with its formatting and without spaces around it; nil if the part has no words.
  fileprivate func part(_ range: Range<Int>, of text: [UInt8]) -> GuionElement? {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, text[start] == 0x20 || text[start] == 0x0A { start += 1 }
    while end > start, text[end - 1] == 0x20 || text[end - 1] == 0x0A { end -= 1 }
    guard start < end else { return nil }
    var part = self
    part.elementText = String(decoding: text[start..<end], as: UTF8.self)
    part.inlines = inlines.compactMap { span in
      let own = span.range.clamped(to: start..<end)
      let isInside =
        span.range.isEmpty
        ? range.contains(span.range.lowerBound)
          || span.range.lowerBound == range.upperBound && range.upperBound == text.count
        : !own.isEmpty
      guard isInside else { return nil }
      let shown = max(own.lowerBound, start) - start..<max(own.upperBound, start) - start
      return InlineSpan(span.kind, shown)
    }
    return part
  }
}
