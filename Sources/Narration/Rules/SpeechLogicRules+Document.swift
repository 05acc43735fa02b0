public import Guion

extension SpeechLogicRules {
  var settings: SpeechSettings { layoutSettings.settings }
  var pauses: Pauses { layoutSettings.pauses }
  var inlines: InlineReader { layoutSettings.inlines }
  private var layoutWords: LayoutWords { layoutSettings.words.layout }

  /// Reads an element as the settings require, with the narrator's words about its layout.
  public func processDocumentElement(
    _ index: Int, of elements: ArraySlice<GuionElement>, layout: inout LayoutContext,
    context: inout SceneContext
  ) -> (steps: [NarrationStep], consumed: Int) {
    let element = elements[index]
    if element.isFootnote || element.paragraphPart == .silent { return ([], 1) }
    let isAction = element.elementType == .action
    if isAction, !settings.action { return ([], 1) }
    if settings.quotes == .skip, element.quoteDepth > 0 { return ([], 1) }
    if isAction, settings.lists == .skip, case .list = element.mark { return ([], 1) }
    if isLeftOut(index, of: elements, &layout) { return ([], 1) }
    collectNotes(of: element, into: &layout)
    var steps: [NarrationStep] = []
    var consumed = 1
    switch element.mark {
    case .list(let isOrdered, let number, let depth, let task)
    where isAction && element.isSpeakable:
      // An item that is only a picture without words begins no list.
      let isSilent =
        layoutSettings.rules >= .v1_2 && !isOrdered && task == nil
        && !joinedLines(of: element).hasLetterOrDigit
      if isSilent { return ([], 1) }
      let prefix = listPrefix(isOrdered: isOrdered, number: number, depth: depth, &layout)
      steps = listItem(element, prefix: prefix, task: task)
    case .code(let language): steps = code(element, language: language, &layout)
    case .row(let cells): steps = row(cells, index, elements, &consumed)
    default:
      if element.mark == nil, element.isSpeakable { layout.lists = [] }
      steps = processSingleElement(worded(element), context: &context)
    }
    // Only an element with spoken text begins or ends a quotation.
    return steps.hasItems
      ? (quoteEdges(to: element.quoteDepth, at: element, &layout) + steps, consumed)
      : (steps, consumed)
  }

  /// Whether an element is left out.
  /// Rows of badges are left out. The items of a table of contents are left out if the settings require it. Rule set
  /// 1.0 reads badges and tables of contents, but leaves out summaries.
  private func isLeftOut(
    _ index: Int, of elements: ArraySlice<GuionElement>, _ layout: inout LayoutContext
  ) -> Bool {
    let element = elements[index]
    if element.mark == .summary { return layoutSettings.rules == .v1_0 }
    guard layoutSettings.rules >= .v1_1 else { return false }
    if element.consists(of: .badge) { return true }
    if layoutSettings.rules >= .v1_2, isButton(index, of: elements) { return true }
    guard settings.contents == .skip, case .list = element.mark else { return false }
    if index >= layout.listEnd {
      let list = elements[index...].prefix { if case .list = $0.mark { true } else { false } }
      layout.listEnd = list.endIndex
      layout.isContents = list.count > 1 && list.allSatisfy { $0.consists(of: .contentsLink) }
    }
    return layout.isContents
  }

  /// Whether a paragraph is the button "Copy" of a web page, which stands above code.
  private func isButton(_ index: Int, of elements: ArraySlice<GuionElement>) -> Bool {
    guard elements[index].mark == nil, index + 1 < elements.endIndex,
      ["Copy", "Copy code"].contains(elements[index].elementText)
    else { return false }
    if case .code = elements[index + 1].mark { return true }
    return elements[index + 1].elementText.contains { "{(;=$".contains($0) }
  }

  /// Reads the end of a chapter: the end of a quotation, and the footnotes.
  public func finishLayout(_ layout: inout LayoutContext, after element: GuionElement?)
    -> [NarrationStep]
  {
    var steps = element.map { quoteEdges(to: 0, at: $0, &layout) } ?? []
    for note in layout.notes {
      steps += narrated(note.place, note.words)
    }
    layout.notes = []
    return steps
  }

  // MARK: Quotations

  /// Ends the quotations that are open before a speech.
  func leaveQuotes(before element: GuionElement, _ layout: inout LayoutContext) -> [NarrationStep] {
    layout.lists = []
    return quoteEdges(to: 0, at: element, &layout)
  }

  /// Returns the pauses or words for the quotations that begin or end at an element.
  private func quoteEdges(to depth: Int, at element: GuionElement, _ layout: inout LayoutContext)
    -> [NarrationStep]
  {
    let before = layout.quoteDepth
    layout.quoteDepth = depth
    guard before != depth else { return [] }
    guard settings.quotes == .announce else { return [.pause(pauses.quote)] }
    let isOpening = depth > before
    let word = isOpening ? layoutWords.quote : layoutWords.endOfQuote
    let said = announce(
      word + ".", at: element, placement: isOpening ? .paragraph : .closing)
    return Array(repeating: said, count: abs(depth - before)).flatMap(\.self)
  }

  // MARK: Lists

  private func listItem(_ element: GuionElement, prefix: String, task: Bool?) -> [NarrationStep] {
    var text = settings.lists == .announce ? prefix : ""
    if let task, settings.tasks == .announce {
      text += "\(task ? layoutWords.done : layoutWords.toDo): "
    }
    return narrated(element, text + joinedLines(of: element), placement: .listItem)
  }

  /// Returns the words before the text of a list item.
  /// The words are the number of the item, with the numbers of the outer lists before it ("2.1"), and the announcement
  /// that a nested list begins or ends.
  private func listPrefix(
    isOrdered: Bool, number: Int?, depth: Int, _ layout: inout LayoutContext
  ) -> String {
    let before = layout.lists.count
    layout.lists.removeLast(max(0, before - depth))
    while layout.lists.count < depth { layout.lists.append(nil) }
    let isContinued = isOrdered && number == nil
    if isContinued { return "" }
    layout.lists[depth - 1] = number
    let numbers = layout.lists.reversed().prefix { $0 != nil }.reversed().compactMap(\.self)
    var prefix = ""
    // Numbers show where an item belongs. Without numbers, nesting must be announced.
    if depth > before, before > 0, numbers.count < 2 {
      prefix = layoutWords.sublist + ": "
    } else if depth < before, !isOrdered {
      prefix = layoutWords.endOfSublist + ". "
    }
    return numbers.isEmpty
      ? prefix : prefix + numbers.map(String.init).joined(separator: ".") + ": "
  }

  // MARK: Code and tables

  private func code(
    _ element: GuionElement, language: String?, _ layout: inout LayoutContext
  ) -> [NarrationStep] {
    if language?.lowercased() == "math" { return formula(element) }
    switch settings.code ?? .announce {
    case .skip: return [.pause(pauses.paragraph)]
    case .announce, .brief:
      let count = element.elementText.utf8.count { $0 == 0x0A } + 1
      let isBrief = settings.code == .brief && layout.hasAnnouncedCode
      layout.hasAnnouncedCode = true
      let parts: [String?] =
        isBrief
        ? [layoutWords.briefCode, layoutWords.lines.count(count)]
        : [layoutWords.code, language.map(codeName), layoutWords.lines.count(count)]
      return narrated(element, parts.compactMap(\.self).joined(separator: ", ") + ".")
    case .speak: return lines(of: element)
    }
  }

  private func codeName(_ word: String) -> String {
    let name = SpokenCodeLanguage.name(of: word)
    return layoutSettings.rules >= .v1_2 ? layoutWords.codeNames[name] ?? name : name
  }

  private func formula(_ element: GuionElement) -> [NarrationStep] {
    switch settings.math {
    case .skip: [.pause(pauses.paragraph)]
    case .announce:
      narrated(
        element,
        inlines.words(ofFormula: element.elementText)
          ?? layoutWords.formula.capitalizedFirst + ".")
    case .speak: lines(of: element)
    }
  }

  /// Reads each line as a separate span.
  private func lines(of element: GuionElement) -> [NarrationStep] {
    let lines = element.elementText.split(separator: "\n").map { inlines.code.spoken(String($0)) }
    return narrate(lines, at: element, placement: .paragraph)
  }

  private func row(
    _ cells: [TableCell], _ index: Int, _ elements: ArraySlice<GuionElement>, _ consumed: inout Int
  ) -> [NarrationStep] {
    let element = elements[index]
    switch settings.tables {
    case .rows:
      let sentences = cells.compactMap { cell -> String? in
        let text =
          inlines.tick(cell.text) ?? inlines.keys(of: cell)
          ?? inlines.text(cell.text, cell.inlines)
        guard text.hasLetterOrDigit else { return nil }
        let header = inlines.text(cell.header, cell.headerInlines)
        let said = header.hasLetterOrDigit ? "\(header): \(text)" : text
        return InlineReader.sentence(said)
      }
      return narrated(element, sentences.joined(separator: " "), placement: .listItem)
    case .announce, .skip:
      var (rows, last) = (1, index)
      for next in elements[(index + 1)...].indices {
        // A sound within a row is a comment on the same line.
        if elements[next].elementType == .comment, elements[next].line == elements[last].line {
          continue
        }
        guard elements[next].isRow(under: cells) else { break }
        (rows, last) = (rows + 1, next)
      }
      consumed = last + 1 - index
      guard settings.tables == .announce else { return [.pause(pauses.paragraph)] }
      let parts = [
        layoutWords.table, layoutWords.columns.count(cells.count),
        layoutWords.rows.count(rows),
      ]
      return narrated(element, parts.joined(separator: ", ") + ".")
    }
  }

  // MARK: Footnotes

  /// Stores the footnotes of an element for the end of the chapter.
  func collectNotes(of element: GuionElement, into layout: inout LayoutContext) {
    guard settings.footnotes == .end else { return }
    var found = inlines.notes(element.inlines)
    if case .row(let cells) = element.mark {
      guard settings.tables == .rows else { return }
      found = cells.flatMap { inlines.notes($0.inlines) }
    }
    for note in found where layout.knownNotes.insert(note.number).inserted {
      let place = GuionElement(
        elementType: .action, elementText: "", sourceRange: element.sourceRange)
      layout.notes.append(.init(words: note.words, place: place))
    }
  }

  /// Reads only the footnotes of a heading whose text the credits have already spoken.
  func notesOfTitle(_ heading: GuionElement) -> [NarrationStep] {
    guard settings.footnotes == .inline else { return [] }
    let place = GuionElement(
      elementType: .action, elementText: "", sourceRange: heading.sourceRange)
    return inlines.notes(heading.inlines).flatMap { note in
      narrated(place, note.words)
    }
  }

  /// If footnotes are read with the text, returns the elements with only the first mark of each footnote.
  /// So each footnote is read only once in a chapter.
  func keepingFirstNoteMarks(_ elements: ArraySlice<GuionElement>) -> ArraySlice<GuionElement> {
    guard settings.footnotes == .inline else { return elements }
    var seen: Set<Int> = []
    func isFirst(_ span: InlineSpan) -> Bool {
      guard case .footnote(let number, _) = span.kind else { return true }
      return seen.insert(number).inserted
    }
    var elements = elements
    for index in elements.indices {
      if case .row(var cells) = elements[index].mark {
        for cell in cells.indices { cells[cell].inlines = cells[cell].inlines.filter(isFirst) }
        elements[index].mark = .row(cells: cells)
      } else if !elements[index].inlines.isEmpty {
        elements[index].inlines = elements[index].inlines.filter(isFirst)
      }
    }
    return elements
  }
}

extension GuionElement {
  /// Whether spans of a kind contain all text except whitespace.
  /// False if there is no such span.
  package func consists(of kind: InlineSpan.Kind) -> Bool {
    let ranges = inlines.filter { $0.kind == kind }.map(\.range)
    guard !ranges.isEmpty else { return false }
    return zip(0..., elementText.utf8).allSatisfy { place, byte in
      byte == 0x20 || byte == 0x0A || ranges.contains { $0.contains(place) }
    }
  }

  /// Whether this is a row of the table with these headers.
  fileprivate func isRow(under cells: [TableCell]) -> Bool {
    guard case .row(let own) = mark else { return false }
    return own.lazy.map(\.header).elementsEqual(cells.lazy.map(\.header))
  }
}
