import Audiobook
import Basics
import Guion
import Hablare
import Narration

/// The changes of single lines: how they are spoken, by whom, and their words.
extension StudioDesk {
  /// The path of the file with the settings of lines and the answers to who speaks; it need not exist.
  nonisolated var voicesPath: String { settings.book.input.voicesFile }

  // MARK: How a line is spoken

  /// Changes the settings of a line; nil removes them.
  func shape(
    _ index: Int, plan: Int, as wish: LineSettings?, page: String?
  ) async throws -> CastEffect {
    try await inTurn { [self] in
      guard let view = await view else { throw StudioError.stale }
      _ = try view.line(index, ofPlan: plan)
      if let problem = wish?.problem {
        throw StudioError.impossible("This setting cannot be used: \(problem).")
      }
      let file = try CastFile(reading: voicesPath)
      let new = try voices(with: wish, for: index, of: view, in: file)
      return try await save(
        new, in: file, title: "how “\(view.lines[index].spoken.shownText.prefix(40))” is spoken",
        page: page)
    }
  }

  /// Returns the contents of the file with other settings for a line, without saving them.
  nonisolated func voices(
    with wish: LineSettings?, for index: Int, of view: StudioView, in file: CastFile? = nil
  ) throws -> [UInt8] {
    let line = view.lines[index]
    guard line.spoken.isAuthors else {
      throw StudioError.impossible("The program writes this line, so it has no settings.")
    }
    let known = view.shape(of: line)
    let text = wish.flatMap { $0.isEmpty ? nil : $0 }.map { wish in
      VoicesFile.line(
        "~", wish.text, chapter: line.chapter, section: max(1, Int(line.spoken.line)),
        words: line.spoken.shownText, before: view.words(before: index))
    }
    return try replacing(
      known.map { ($0.number, $0.text) }, with: text,
      in: file ?? CastFile(reading: voicesPath))
  }

  /// Answers who speaks a quotation; an empty name is the narrator, nil removes the answer.
  func answer(_ turn: Int, plan: Int, with name: String?, page: String?) async throws -> CastEffect
  {
    try await inTurn { [self] in
      guard let view = await view, view.number == plan else { throw StudioError.stale }
      guard let speech = view.book.quotations, speech.attribution.turns.indices.contains(turn)
      else {
        throw StudioError.missing("There is no quotation \(turn).")
      }
      if let name, !name.isEmpty, !speech.attribution.people.contains(where: { $0.name == name }) {
        throw StudioError.impossible("No character of the book or its cast is called \"\(name)\".")
      }
      let file = try CastFile(reading: voicesPath)
      let new = try replacing(
        speech.answerLine(of: turn).map { ($0.number, $0.text) },
        with: name.map { speech.line(for: turn, answer: $0) }, in: file)
      return try await save(new, in: file, title: "who speaks a quotation", page: page)
    }
  }

  /// What `giveVoices` has found.
  struct Given: Sendable {
    /// The roles with new entries in the cast, the largest first.
    var roles: [String]
    /// The number of quotations that characters speak now, and of all; nil for scripts.
    var quotations: (own: Int, all: Int)?
  }

  /// Gives each role that the cast does not name a voice of its own in the cast, as `guion2audio cast` does.
  /// The roles of prose are found by its quotations, which they speak from now on.
  func giveVoices(digest: String, page: String?) async throws -> (effect: CastEffect, given: Given)
  {
    let (effect, roles) = try await inTurn { [self] in
      let old = try await current(digest)
      guard var material = await material else { throw StudioError.stale }
      var known: Set<String> = [""]
      known.formUnion(material.cast.cast.characters.map(\.name))
      var book = settings.book
      (book.keepsElements, book.options.namesFoundLanguage) = (true, true)
      book.cast = await source(old)
      let language = book.options.language(of: material.manuscript, material.cast.cast).0
      material.cast.addSpeakers(of: material.manuscript, language: language)
      let planned = try await book.survey(of: material).planned()
      let draft = try await CastDrafter(planned, speech: book.speech).draft(besides: known)
      guard !draft.roles.isEmpty else {
        throw StudioError.impossible(
          known.count > 1
            ? "All characters are in the cast already."
            : "No characters were found who speak more than two quotations, so the narrator reads everything."
        )
      }
      let new: [UInt8]
      do {
        new = try old.bytes.map { try draft.adding(to: $0) } ?? draft.file
      } catch let error as Diagnostic {
        throw StudioError.impossible("\(error.inFile(castPath))")
      }
      let roles = draft.roles.map(\.name)
      let effect = try await keep(new, in: old) {
        $0.add(
          .init(
            title: "voices of \(Quantity.count(roles.count, "character"))", page: page,
            before: old.bytes, after: new))
      }
      return (effect, roles)
    }
    let quotations = view?.book.quotations.map { speech in
      (own: speech.voices.count { $0 != nil }, all: speech.attribution.turns.count)
    }
    return (effect, Given(roles: roles, quotations: quotations))
  }

  /// Returns the contents of the file of answers with another line, if it still has the line of the plan.
  private nonisolated func replacing(
    _ old: (number: Int, text: String)?, with text: String?, in file: CastFile
  ) throws(StudioError) -> [UInt8] {
    let name = FilePath(voicesPath).last.text
    if let old, VoicesFile.line(old.number, of: file.bytes ?? []) != old.text {
      throw StudioError.conflict("\(name) was changed elsewhere. Your change was not saved.")
    }
    guard var new = VoicesFile.replacing(old?.number, with: text, in: file.bytes) else {
      throw StudioError.impossible("\(name) is not UTF-8 text; save it as UTF-8.")
    }
    // A new file with an answer begins with the line that explains answers.
    if file.bytes == nil, let text, !text.hasPrefix("~") {
      new = Array("\(VoicesFile.heading)\n\(text)\n".utf8)
    }
    return new
  }

  /// Saves the contents of the file of answers, and plans the book with them.
  private func save(
    _ new: [UInt8], in file: CastFile, title: String, page: String?
  ) async throws -> CastEffect {
    if new == file.bytes ?? [] { return CastEffect() }
    return try await keepVoices(new, in: file) {
      $0.add(
        .init(title: title, page: page, before: file.bytes, after: new, path: file.path))
    }
  }

  // MARK: The words

  /// The words of an element as the script has them.
  struct SourceText: Sendable, Encodable {
    var file: String
    var line: Int
    var text: String
  }

  /// Returns the words of an element as the script has them.
  func source(ofElement index: Int, plan: Int) throws -> SourceText {
    let place = try place(ofElement: index, plan: plan)
    let lines = try ScriptLines(CastFile(reading: place.path), place.lines)
    return SourceText(
      file: FilePath(place.path).last.text, line: place.lines.lowerBound, text: lines.text)
  }

  /// Replaces the words of an element in the script, if they are still the words that the page has shown.
  func rewrite(
    _ index: Int, plan: Int, from old: String, to new: String, page: String?
  ) async throws -> CastEffect {
    try await inTurn { [self] in
      let place = try await place(ofElement: index, plan: plan)
      let file = try CastFile(reading: place.path)
      let lines = try ScriptLines(file, place.lines)
      guard lines.text == old else {
        throw StudioError.conflict(
          "\(FilePath(place.path).last.text) was changed elsewhere. Your change was not saved.")
      }
      let bytes = lines.replaced(by: new)
      if bytes == file.bytes { return CastEffect() }
      return try await keepScript(bytes, in: file) {
        $0.add(
          .init(
            title: "words of line \(place.lines.lowerBound)", page: page, before: file.bytes,
            after: bytes, path: file.path))
      }
    }
  }

  /// Replaces a name in all its cues.
  func rename(_ old: String, to new: String, plan: Int, page: String?) async throws -> CastEffect {
    try await inTurn { [self] in
      guard let view = await view, view.number == plan else { throw StudioError.stale }
      let cues = view.book.elements.indices.filter { index in
        let element = view.book.elements[index]
        return element.elementType == .character
          && CharacterNormalizer.name(of: element.elementText) == old
      }
      var places: [(path: String, lines: ClosedRange<Int>)] = []
      for cue in cues { places.append(try await place(ofElement: cue, plan: plan)) }
      guard let path = places.first?.path else {
        throw StudioError.missing("No cue has the name \"\(old)\".")
      }
      guard places.allSatisfy({ $0.path == path }), CharacterNormalizer.name(of: new) == new,
        !new.contains(where: \.isNewline), CharacterNormalizer.isName(new)
      else { throw StudioError.impossible("The studio cannot rename \"\(old)\" to \"\(new)\".") }
      let file = try CastFile(reading: path)
      var bytes = file.bytes
      for place in places {
        let lines = try ScriptLines(CastFile(path: path, bytes: bytes), place.lines)
        guard lines.text.contains(old) else {
          throw StudioError.conflict(
            "\(FilePath(path).last.text) was changed elsewhere. Your change was not saved.")
        }
        bytes = lines.replaced(by: lines.text.replacing(old, with: new, maxReplacements: 1))
      }
      let changed = bytes
      return try await keepScript(changed, in: file) {
        $0.add(
          .init(
            title: "\(old) renamed to \(new)", page: page, before: file.bytes, after: changed,
            path: path))
      }
    }
  }

  /// Replaces the script with another version of it. The cast and the answers stay.
  func replaceScript(with bytes: [UInt8], page: String?) async throws {
    let path = settings.book.input.path
    _ = try await inTurn { [self] in
      let file = try CastFile(reading: path)
      if bytes == file.bytes { return CastEffect() }
      return try await keepScript(bytes, in: file) {
        $0.add(
          .init(
            title: "new version of the script", page: page, before: file.bytes, after: bytes,
            path: path))
      }
    }
  }

  private func place(
    ofElement index: Int, plan: Int
  ) throws -> (path: String, lines: ClosedRange<Int>) {
    guard let view, view.number == plan else { throw StudioError.stale }
    guard view.book.elements.indices.contains(index),
      let range = view.book.elements[index].sourceRange, range.start.line > 0,
      range.end.line >= range.start.line
    else { throw StudioError.missing("These words are not in the script.") }
    guard view.canEdit(document: range.source) else {
      throw StudioError.impossible(
        "The studio edits the words of Fountain, Markdown and plain text only.")
    }
    return (view.book.paths[range.source], range.start.line...range.end.line)
  }
}

/// Some lines of a text file.
private struct ScriptLines {
  private let bytes: [UInt8]
  private let range: Range<Int>
  private let usesCRLF: Bool

  init(_ file: CastFile, _ lines: ClosedRange<Int>) throws(StudioError) {
    guard let bytes = file.bytes else { throw .missing("The script no longer exists.") }
    let name = FilePath(file.path).last.text
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw .impossible("\(name) is not UTF-8 text; save it as UTF-8.")
    }
    var starts = [0]
    for (place, byte) in bytes.enumerated() {
      if byte == 0x0A { starts.append(place + 1) }
      if byte == 0x0D, place + 1 >= bytes.count || bytes[place + 1] != 0x0A {
        throw .impossible("\(name) has line ends of CR alone; save it with LF or CRLF.")
      }
    }
    guard lines.upperBound <= starts.count else { throw .stale }
    let start = starts[lines.lowerBound - 1]
    var end = lines.upperBound < starts.count ? starts[lines.upperBound] - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    (self.bytes, range) = (bytes, start..<end)
    usesCRLF = bytes.contains(0x0D)
  }

  /// The text, with line ends as a page has them.
  var text: String {
    String(decoding: bytes[range].filter { $0 != 0x0D }, as: UTF8.self)
  }

  /// Returns the file with other words in these lines.
  /// Blanks around the words stay as they were. An empty line would end the element, and the rest of it would be something
  /// else. A line break in the place of one line is a blank; several lines keep theirs, as in verse.
  func replaced(by new: String) -> [UInt8] {
    let old = text
    let words = new.replacing("\r\n", with: "\n").replacing("\r", with: "\n").trimmed
    let breaks = /[^\S\n]*\n\s*/
    let plain =
      words.isEmpty
      ? ""
      : old.prefix(while: \.isWhitespace)
        + (old.contains("\n") ? words : words.replacing(breaks, with: " "))
        + String(old.reversed().prefix(while: \.isWhitespace).reversed())
    let text = usesCRLF ? plain.replacing("\n", with: "\r\n") : plain
    return Array(bytes[..<range.lowerBound] + text.utf8 + bytes[range.upperBound...])
  }
}

extension StudioView {
  /// Whether the words of a document can be edited: it is a text file of its own.
  func canEdit(document: Int) -> Bool {
    guard book.paths.indices.contains(document) else { return false }
    let path = book.paths[document]
    return DocumentFormat(path: path).map(DocumentFormat.plainTexts.contains) == true
      && FileStatus(path, followingLinks: true)?.isFile == true
  }

  /// Returns the settings of a line; nil if it has none.
  func shape(of line: BookLine) -> VoicesFile.Shape? {
    book.plan.shapes?.found[line.place]
  }

  /// Returns the words before a line, if other lines begin as the line does.
  func words(before index: Int) -> String? {
    let key = LineFinder.key(lines[index].spoken.shownText.prefix(60))
    guard lines.count(where: { LineFinder.key($0.spoken.shownText).hasPrefix(key) }) > 1 else {
      return nil
    }
    return lines[..<index].last { $0.spoken.isAuthors }?.spoken.shownText
  }

  /// Returns the view with other settings for a line, without planning the book again.
  /// The voice of the line must not change.
  func shaping(_ line: BookLine, as settings: LineSettings, speech: SpeechSetup) -> StudioView {
    let place = line.place
    var book = book
    guard let shaper = book.shaper else { return self }
    var read = book.plan.chapters[place.chapter].read
    if let plain = book.plan.shapes?.plain[place.chapter] {
      read.passages[place.passage].items[place.item] =
        plain.passages[place.passage].items[place.item]
    }
    shaper.apply(settings, to: &read, at: place)
    book.plan.chapters[place.chapter].read = read
    return StudioView(self, book: book, speech: speech)
  }
}

extension BookLine {
  fileprivate var place: LineShaper.Place {
    LineShaper.Place(chapter: chapter - 1, passage: passage, item: item)
  }
}
