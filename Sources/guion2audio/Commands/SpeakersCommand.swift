import Audiobook
import Basics
import Guion
import Narration

/// `guion2audio speakers NOVEL`: shows who speaks the quotations of prose, and writes the file of answers.
struct SpeakersCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    let input = try BookInput.one(arguments)
    let setup = try SpeechSetup(arguments)
    var options = try RenderOptions(arguments.removing(.output))
    options.book.dialogue = true
    let book = Book(input, arguments, options, setup)
    let printer = DiagnosticsPrinter(arguments)
    var material: Book.Material
    do {
      material = try await PrintedPlanner(arguments, printer).read(book)
    } catch {
      await setup.shutdown()
      throw error
    }
    await setup.shutdown()
    guard !material.manuscript.isScreenplay else {
      throw CommandFailure(
        .badInput,
        "\(input.path): the cues of a screenplay name its speakers; speakers reads only prose")
    }
    let language = book.options.language(of: material.manuscript, material.cast.cast).0
    let former = try arguments[.output].flatMap { try self.former($0, beside: material) }
    if let former { material.cast.cast.answers = former }
    var speech = QuotedSpeech(of: material.manuscript, cast: material.cast.cast, language: language)
    if let file = material.cast.cast.answers { printer.print(speech.findings(file)) }
    let all = arguments.has(.all)
    if arguments.has(.ask) {
      speech = try ask(speech, material, language, in: try answers(of: input, material))
    } else {
      if all, arguments[.output] == nil { throw UsageError("--all needs -o FILE") }
      if let output = arguments[.output], output != "-" {
        guard !output.isEmpty else { throw UsageError("--output needs a file") }
        // What another file holds would be lost.
        if let former, !speech.holds(former) { throw Self.isForeign(output) }
        try WholeFile.write(Array(speech.file(all: all).utf8), to: output)
        if !arguments.has(.quiet) {
          let turns = all ? Quantity.count(speech.attribution.turns.count, "turn") + ", " : ""
          let open = Quantity.count(speech.doubts.count, "open question")
          Streams.error("\(turns)\(open) -> \(output)\n")
        }
      }
    }
    let listing = SpeakersListing(speech, material.manuscript)
    if arguments.has(.json) {
      Streams.out(listing.json)
    } else if arguments[.output] == "-" {
      Streams.out(speech.file(all: all))
    } else if arguments[.output] == nil, !arguments.has(.ask) {
      Streams.out(listing.text)
    }
    suggest(input, speech)
    return .success
  }

  private func suggest(_ input: BookInput, _ speech: QuotedSpeech) {
    let novel = Summary.shellWord(input.path)
    if !speech.doubts.isEmpty {
      arguments.suggest(["answer the doubts": "speakers \(novel) --ask"])
    }
    arguments.suggest(["render": novel])
  }

  // MARK: Questions

  /// Returns the path of the file that the answers to questions are written to.
  private func answers(of input: BookInput, _ material: Book.Material) throws -> String {
    guard !arguments.has(.all), arguments[.output] == nil else {
      throw UsageError("--ask writes the file of answers, so --all and -o cannot be used with it")
    }
    guard input.path != "-" else {
      throw UsageError("--ask reads answers from standard input, so the input must be a file")
    }
    return material.cast.cast.answers?.path ?? input.voicesFile
  }

  /// Asks the questions that decide most, one after the other, and writes each answer to the file of answers.
  private func ask(
    _ speech: QuotedSpeech, _ material: Book.Material, _ language: String, in path: String
  ) throws -> QuotedSpeech {
    try WholeFile.checkWritable(path)
    var (speech, cast) = (speech, material.cast.cast)
    var passed: Set<String> = []
    while let turn = speech.mostUseful.first(where: { !passed.contains(speech.identity(of: $0)) }) {
      let before = speech.doubts.count
      Streams.error(SpeakersListing(speech, material.manuscript).question(turn, of: before))
      guard let line = try Question.line()?.trimmed else {
        Streams.error("\n")
        break
      }
      if line == "q" { break }
      guard let name = speech.answer(line, to: turn) else {
        if line == "s" {
          passed.insert(speech.identity(of: turn))
        } else {
          Streams.error("no character has the name \"\(line.visible)\"\n")
        }
        continue
      }
      passed.insert(speech.identity(of: turn))
      let bytes = try written(speech.line(for: turn, answer: name), of: turn, speech, in: path)
      cast.answers = VoicesFile(bytes, path: path)
      speech = QuotedSpeech(of: material.manuscript, cast: cast, language: language)
      let others = before - speech.doubts.count - 1
      if others > 0 {
        Streams.error("\(Quantity.count(others, "other doubt")) decided by this answer\n")
      }
    }
    if !arguments.has(.quiet) {
      let place = WholeFile.exists(path) ? " -> \(path)" : ""
      Streams.error("\(Quantity.count(speech.doubts.count, "open question"))\(place)\n")
    }
    return speech
  }

  /// Writes a line to the file of answers, and returns the new contents.
  private func written(
    _ line: String, of turn: Int, _ speech: QuotedSpeech, in path: String
  ) throws -> [UInt8] {
    let old =
      WholeFile.exists(path)
      ? try SourceFile.bytes(of: FilePath(path), shown: path, limit: .castFile, isRegular: true)
      : Array("\(VoicesFile.heading)\n".utf8)
    let known = speech.answerLine(of: turn)
    if let known, VoicesFile.line(known.number, of: old) != known.text {
      throw CommandFailure(.cannotWrite, "\(path) has changed meanwhile; run the command again")
    }
    guard let new = VoicesFile.replacing(known?.number, with: line, in: old) else {
      throw CommandFailure(.badInput, "\(path) is not UTF-8 text; save it as UTF-8")
    }
    try WholeFile.write(new, to: path)
    return new
  }

  /// Returns the file of answers that an earlier call wrote to the output, if the commands read another file or none.
  private func former(_ output: String, beside material: Book.Material) throws -> VoicesFile? {
    let own = (material.cast.cast.answers?.path).flatMap { try? FilePath($0).resolved().text }
    guard output != "-", !output.isEmpty, WholeFile.exists(output),
      (try? FilePath(output).resolved().text) != own
    else { return nil }
    guard
      let bytes = try? SourceFile.bytes(
        of: FilePath(output), shown: output, limit: .castFile, isRegular: true),
      bytes.starts(with: VoicesFile.heading.utf8)
    else { throw Self.isForeign(output) }
    return VoicesFile(bytes, path: output)
  }

  private static func isForeign(_ output: String) -> CommandFailure {
    CommandFailure(
      .cannotWrite,
      "\(output) exists, and is not the file of answers of this book; name another file, or delete it"
    )
  }

  /// The quotations of a book with their speakers, as text and as JSON.
  private struct SpeakersListing {
    private let speech: QuotedSpeech
    private let manuscript: Manuscript
    /// The number of answers that the text lists.
    private static let shown = 20

    init(_ speech: QuotedSpeech, _ manuscript: Manuscript) {
      (self.speech, self.manuscript) = (speech, manuscript)
    }

    private var found: Attribution { speech.attribution }

    var text: String {
      let total = found.turns.count
      guard total > 0 else { return "\(manuscript.name): no quotations\n" }
      let voiced = speech.voices.count { $0 != nil }
      let own = found.turns.indices.count { isNarrators($0) }
      let doubtful = total - voiced - own
      func share(_ count: Int) -> String { "\((count * 100 + total / 2) / total) %" }
      var lines = [
        "\(manuscript.name): \(Quantity.count(total, "turn")), \(share(voiced)) with a voice, "
          + "\(share(doubtful)) in doubt, \(share(own)) the narrator's"
      ]
      let people = found.people.filter { $0.quotations > 0 }.sorted {
        $0.quotations > $1.quotations
      }
      if !people.isEmpty { lines += ["", "turns  character"] }
      for person in people {
        let count = String(person.quotations)
        let names =
          person.aliases.isEmpty ? "" : " (\(person.aliases.prefix(5).joined(separator: ", ")))"
        lines.append(
          String(repeating: " ", count: max(0, 5 - count.count))
            + "\(count)  \(person.name)\(names)"
            + (person.gender.map { ", \($0.rawValue)" } ?? ""))
      }
      let useful = speech.mostUseful.prefix(Self.shown)
      if !useful.isEmpty {
        lines += ["", "The answers that help most (give them with --ask, or with -o NAME.voices):"]
      }
      for turn in useful {
        let names = found.turns[turn].guesses.prefix(2).map {
          "\(name($0)) \(percent($0.probability))"
        }
        let place = place(of: found.turns[turn].pieces[0])
        lines.append(
          "\(PlaceUnit.place(ofLine: place.line, in: place.file)): "
            + "\(names.joined(separator: ", ")): \(speech.words(of: turn))")
      }
      let letters = found.turns.indices.filter { speech.isLetter($0) }
      if !letters.isEmpty { lines += ["", "Letters, which the narrator reads:"] }
      for turn in letters {
        let place = place(of: found.turns[turn].pieces[0])
        lines.append(
          "\(PlaceUnit.place(ofLine: place.line, in: place.file)): \(speech.words(of: turn))")
      }
      return lines.joined(separator: "\n") + "\n"
    }

    /// The letters of a paragraph that a question shows.
    private static let shownLetters = 300

    /// Returns a question about a turn: the paragraphs before it, its own one, and the answers.
    func question(_ turn: Int, of count: Int) -> String {
      let piece = found.turns[turn].pieces[0]
      let place = place(of: piece)
      var lines = [
        "",
        "\(PlaceUnit.place(ofLine: place.line, in: place.file)), "
          + Quantity.count(count, "open question"),
      ]
      for paragraph in max(0, piece.paragraph - 2)...piece.paragraph {
        let text = manuscript.elements[speech.places[paragraph]].elementText
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let short = String(text.prefix(Self.shownLetters)).visible
        lines.append("  \(short)\(short.count < text.count ? "..." : "")")
      }
      let names = speech.candidates(for: turn).enumerated().map { "\($0 + 1) \($1.visible)" }
      lines += [
        "Who says: \(speech.words(of: turn).visible)",
        (names + ["n narrator", "s skip", "q end", "or a name: "]).joined(separator: ", "),
      ]
      return lines.joined(separator: "\n")
    }

    /// Whether the narrator speaks a turn without doubt.
    private func isNarrators(_ turn: Int) -> Bool {
      guard speech.voices[turn] == nil, let best = found.turns[turn].guesses.first else {
        return false
      }
      return best.person == nil || best.person == found.narrator
    }

    private func percent(_ probability: Double) -> String {
      "\(Int((probability * 100).rounded())) %"
    }

    private func name(_ guess: Attribution.Guess) -> String {
      guess.person.map { found.people[$0].name } ?? "narrator"
    }

    private func place(of piece: Attribution.Piece) -> (file: String, line: Int) {
      let element = manuscript.elements[speech.places[piece.paragraph]]
      return (manuscript.document(of: element)?.path ?? "", element.sourceRange?.start.line ?? 0)
    }

    // MARK: JSON

    /// One object for each quotation.
    var json: [UInt8] {
      var json = JSONWriter(style: .pretty)
      var sources = SourceOffsets(manuscript)
      json.beginArray()
      for (index, turn) in found.turns.enumerated() {
        for piece in turn.pieces { write(piece, of: index, turn, &sources, &json) }
      }
      json.end()
      json.endLine()
      return json.take()
    }

    private func write(
      _ piece: Attribution.Piece, of index: Int, _ turn: Attribution.Turn,
      _ sources: inout SourceOffsets, _ json: inout JSONWriter
    ) {
      let element = manuscript.elements[speech.places[piece.paragraph]]
      let place = sources.place(of: piece.place.words, in: element)
      let words = Array(element.elementText.utf8)[piece.place.words]
      let best = turn.guesses.first
      json.beginObject()
      json.key("aliases")
      json.strings(best?.person.map { found.people[$0].aliases } ?? [])
      json.key("alternatives")
      json.beginArray()
      for guess in turn.guesses.dropFirst().prefix(3) where guess.probability >= 0.01 {
        json.beginObject()
        json.member("confidence", decimal: guess.probability)
        json.member("speaker", guess.person.map { found.people[$0].name } ?? "")
        json.end()
      }
      json.end()
      json.member("column", place?.column ?? element.sourceRange?.start.column ?? 0)
      json.member("confidence", decimal: best?.probability ?? 0)
      if let place { json.member("end", place.range.upperBound) }
      json.key("evidence")
      json.strings(
        turn.evidence.map { evidence in
          let told = evidence.words.map { narration(at: $0) }
          return "\(evidence.rule.reason(told)): \(evidence.weight > 0 ? "+" : "")"
            + short(evidence.weight)
        })
      json.member("file", self.place(of: piece).file)
      json.member("line", place?.line ?? element.sourceRange?.start.line ?? 0)
      json.member("speaker", best?.person.map { found.people[$0].name } ?? "")
      if let place { json.member("start", place.range.lowerBound) }
      json.member("text", String(decoding: words, as: UTF8.self))
      json.member("voice", speech.voices[index].map { found.people[$0].name } ?? "")
      json.end()
    }

    private func narration(at place: Attribution.Words) -> String {
      let text = manuscript.elements[speech.places[place.paragraph]].elementText.utf8
      return String(decoding: Array(text)[place.range], as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func short(_ weight: Double) -> String {
      let cents = Int((weight * 100).rounded())
      return cents % 100 == 0 ? "\(cents / 100)" : "\(Double(cents) / 100)"
    }
  }

  /// The places of words in the source files.
  /// The words of an element are those of the source without its markup, so the place is found by walking through both.
  private struct SourceOffsets {
    private let manuscript: Manuscript
    private var files: [Int: (bytes: [UInt8], lines: [Int])] = [:]

    init(_ manuscript: Manuscript) { self.manuscript = manuscript }

    /// Returns the bytes of words in the source, without the marks; nil if the source is no plain text.
    mutating func place(
      of words: Range<Int>, in element: GuionElement
    ) -> (range: Range<Int>, line: Int, column: Int)? {
      guard let source = element.sourceRange, let file = self.file(of: element),
        file.lines.indices.contains(source.start.line - 1)
      else { return nil }
      let (bytes, text) = (file.bytes, Array(element.elementText.utf8))
      var place = file.lines[source.start.line - 1]
      var (start, end): (Int?, Int?)
      for index in text.indices {
        if text[index] == 0x20 || text[index] == 0x0A { continue }
        while place < bytes.count, bytes[place] != text[index] { place += 1 }
        if index == words.lowerBound { start = place }
        if index == words.upperBound - 1 { end = place + 1 }
        place += 1
      }
      guard let start, let end, start < end, end <= bytes.count else { return nil }
      var (low, high) = (0, file.lines.count)
      while low < high {
        let middle = (low + high) / 2
        if file.lines[middle] > start { high = middle } else { low = middle + 1 }
      }
      let line = low
      let column = String(decoding: bytes[file.lines[line - 1]..<start], as: UTF8.self).count + 1
      return (start..<end, line, column)
    }

    private mutating func file(of element: GuionElement) -> (bytes: [UInt8], lines: [Int])? {
      let number = element.sourceRange?.source ?? 0
      if let known = files[number] { return known }
      guard let document = manuscript.document(of: element),
        document.format == .text || document.format == .markdown,
        let bytes = try? SourceFile.bytes(of: document.path)
      else { return nil }
      var lines = [0]
      for (index, byte) in bytes.enumerated() where byte == 0x0A { lines.append(index + 1) }
      files[number] = (bytes, lines)
      return (bytes, lines)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: String, decimal: Double) {
    self.key(key)
    self.decimal(Int((decimal * 1000).rounded()), over: 1000)
  }
}
