import Audiobook
import Basics
import Guion
import Hablare
import Narration

/// The answer that describes the book for the page.
/// Keys without a value are left out.
struct BookAnswer: Encodable {
  struct CastState: Encodable {
    var file: String
    var exists: Bool
    var digest: String
    var undo: String?
    var redo: String?
    /// The pages that made the changes in `undo` and `redo`.
    var undoPage: String?
    var redoPage: String?
    /// Whether the changes are of lines: their settings, speakers or words.
    var undoIsLine: Bool?
    var redoIsLine: Bool?
  }

  struct Chapter: Encodable {
    var number: Int
    var title: String
    /// The index of the chapter's first block.
    var block: Int
  }

  struct Line: Encodable {
    var block: Int
    var chapter: Int
    /// The index of the speaking role.
    var role: Int
    /// The author's text, or the program's text if the author wrote none.
    var text: String
    /// The estimated length in seconds.
    var seconds: Double
    /// The silence between the previous line and this line, in seconds.
    var pause: Double
    /// The numbers of the lines that are simultaneous with this line.
    var with: [Int]?
    /// The settings of the line.
    var shape: LineSettings?
    /// Whether the program, not the author, wrote the line.
    var ours: Bool?
    /// The quotations in the line, as indices of `turns`.
    var turns: [Int]?
  }

  /// A quotation of prose.
  struct Turn: Encodable {
    /// The number of the quotation in the book.
    var number: Int
    var words: String
    /// The most probable speakers.
    var names: [String]
    /// How probable the first speaker is, from 0 to 100.
    var sure: Int
    /// Whether a character speaks the quotation; otherwise the narrator does.
    var voiced: Bool
    var answered: Bool
    /// Whether an answer helps.
    var doubt: Bool
  }

  /// A sound that the script asks for. Its number in the list is its name in requests.
  struct Sound: Encodable {
    struct Place: Encodable {
      var block: Int?
      /// The number of the line that follows.
      var line: Int?
    }

    var name: String
    var bus: String
    /// The path in the cast; nil if the cast names no file.
    var file: String?
    /// The length of the file in seconds.
    var seconds: Double?
    var places: [Place]
  }

  /// The picture of the book.
  struct Picture: Encodable {
    var name: String
    /// Whether the cast names the picture, so that the page can remove it.
    var isOfCast: Bool
    /// Whether an option of the command names the picture, so that the page cannot replace it.
    var isFixed: Bool
  }

  struct Pause: Encodable {
    var name: String
    /// The length of the pause in milliseconds.
    /// Nil if the pause is as long as the voice makes it.
    var value: Int?
    var usual: Int?
  }

  struct Finding: Encodable {
    var code: String
    var severity: String
    var message: String
    var document: Int?
    var block: Int?
    var line: Int?
    var column: Int?
    /// The place in words, such as "line 12" or "page 12, line 3".
    var place: String?
    var file: String?
    /// A role whose name looks misspelt, and the role that it probably is.
    var join: [String]?
    /// A name in cues that looks misspelt, and its usual spelling.
    var rename: [String]?
    /// A name of the cast that is no cue.
    var unused: String?
  }

  struct Word: Encodable {
    var text: String
    var say: String?
    var ipa: String?
    var phonemes: String?
    var language: String?
    var character: String?
  }

  /// The meaning of a finding's code, and what to do about the finding.
  struct Help: Encodable {
    var meaning: String
    var advice: String
  }

  var state: Int
  var plan = 0
  var program: String
  var input: String
  /// The folder of the script if the page works on a copy of it.
  var copy: String?
  var title = ""
  var authors: [String] = []
  var language = "en"
  var screenplay = false
  var problem: String?
  var cast: CastState
  var documents: [String] = []
  var chapters: [Chapter] = []
  var blocks: [ScriptBlocks.Block] = []
  var lines: [Line] = []
  var turns: [Turn] = []
  /// The names of the people in prose.
  var people: [String] = []
  /// Whether the words of each document can be edited.
  var editable: [Bool] = []
  var roles: [RoleAnswer] = []
  var findings: [Finding] = []
  /// The help for each code in `findings`.
  var help: [String: Help] = [:]
  var sounds: [Sound] = []
  /// Nil if the book names no picture, so that exports get a drawn one.
  var cover: Picture?
  var pauses: [Pause] = []
  var pronunciations: [Word] = []
  /// The numbers of the lines that each pronunciation applies to.
  var pronunciationLines: [[Int]] = []
  var maxCost: Double?
  var render: RenderAnswer
  var install: InstallRun.Progress?

  /// Describes the book that is open on a desk.
  init(_ desk: isolated StudioDesk) {
    if let known = desk.described as? BookAnswer, known.plan == desk.view?.number {
      self = known
    } else {
      self.init(of: desk.view, on: desk)
      desk.described = self
    }
    state = desk.state
    problem = desk.problem
    cast = CastState(
      file: FilePath(desk.castPath).last.text, exists: desk.file.bytes != nil,
      digest: desk.file.digest, undo: desk.history.undo?.title, redo: desk.history.redo?.title,
      undoPage: desk.history.undo?.page, redoPage: desk.history.redo?.page,
      undoIsLine: desk.history.undo.map { $0.path != nil },
      redoIsLine: desk.history.redo.map { $0.path != nil })
    render = RenderAnswer(desk)
    install = desk.install.progress
    for code in Set(desk.findings.map(\.code)).compactMap(LintCode.named) {
      help[code.name] = Help(meaning: code.meaning, advice: code.advice)
    }
    findings = desk.findings.map { finding($0, desk.view) }
  }

  /// Describes a plan, without what changes while the plan stays.
  private init(of view: StudioView?, on desk: isolated StudioDesk) {
    let settings = desk.settings
    (state, program, maxCost) = (0, settings.program, settings.maximumCost)
    input = FilePath(settings.book.input.path).last.text
    title = input
    copy = settings.isCopy ? FilePath(settings.book.input.path).folder.text : nil
    cast = CastState(file: "", exists: false, digest: "")
    render = RenderAnswer()
    guard let view else { return }
    add(view)
    add(view, ScriptBlocks(view))
    if view.book.plan.cover?.file != nil {
      cover = Picture(
        name: FilePath(view.book.cast.cover ?? "picture").last.text,
        isOfCast: view.book.cast.cover != nil, isFixed: settings.book.options.cover != nil)
    }
    sounds = view.sounds.map { sound in
      Sound(
        name: sound.name, bus: sound.bus, file: sound.file?.file, seconds: sound.file?.seconds,
        places: sound.places.map { place in
          // A sound that the cast asks for, such as the music at the start, stands nowhere in the script.
          Sound.Place(
            block: place.cue.line > 0
              ? block(at: Int(place.cue.line), Int(place.cue.source)) : nil, line: place.line)
        })
    }
  }

  /// Returns the last block that begins at a line of a document or earlier.
  private func block(at line: Int, _ document: Int) -> Int? {
    blocks.lastIndex { $0.document == document && $0.line > 0 && $0.line <= line }
  }

  private mutating func add(_ view: StudioView) {
    let (book, plan) = (view.book, view.book.plan)
    self.plan = view.number
    (title, authors, language) = (plan.title, plan.authors, plan.language)
    screenplay = plan.chapters.lazy.compactMap(\.source).first?.format.isScreenplay ?? false
    documents = plan.sources.map(\.file)
    editable = documents.indices.map(view.canEdit)
    roles = RoleAnswer.all(in: view)
    let usual = Pauses(for: plan.rules)
    pauses = Pauses.Key.allCases.map { key in
      Pause(
        name: key.rawValue, value: book.cast.pauses[key] ?? usual[key], usual: usual[key])
    }
    pronunciations = book.cast.pronunciations.map { entry in
      Word(
        text: entry.text, say: entry.say, ipa: entry.ipa, phonemes: entry.phonemes,
        language: entry.language, character: entry.character)
    }
    pronunciationLines = book.uses(ofPronunciationsIn: view.lines)
  }

  private mutating func add(_ view: StudioView, _ script: ScriptBlocks) {
    blocks = script.blocks
    let places = Dictionary(roles.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let plan = view.book.plan
    let turns = turns(in: view)
    lines = zip(view.lines, script.blockOfLine).enumerated().map { index, pair in
      let (line, block) = pair
      let before = index > 0 ? view.lines[index - 1].chapter : line.chapter
      // Between chapters a listener hears two pauses: one after the chapter, and one before the next chapter.
      let end = before < line.chapter ? plan.chapters[before - 1].read.pauseAfter : 0
      return Line(
        block: block, chapter: line.chapter, role: places[line.role] ?? 0,
        text: line.spoken.shownText,
        seconds: (view.seconds[index] * 10).rounded() / 10,
        pause: Double(end + line.pauseBefore) / 1000, with: view.lines(simultaneousWith: index),
        shape: view.shape(of: line)?.settings, ours: line.spoken.isAuthors ? nil : true,
        turns: turns[index])
    }
    var firsts: [Int: Int] = [:]
    for line in lines { firsts[line.chapter] = min(firsts[line.chapter] ?? line.block, line.block) }
    chapters = view.book.plan.chapters.map {
      Chapter(number: $0.index, title: $0.title, block: firsts[$0.index] ?? 0)
    }
  }

  /// Adds the quotations of prose, and returns their numbers by line.
  private mutating func turns(in view: StudioView) -> [Int: [Int]] {
    guard let speech = view.book.quotations else { return [:] }
    let (all, doubts) = (speech.attribution.turns, Set(speech.doubts))
    people = speech.attribution.people.map(\.name)
    turns = all.indices.map { index in
      let turn = all[index]
      return Turn(
        number: index, words: speech.words(of: index),
        names: turn.guesses.prefix(4).compactMap { $0.person.map { people[$0] } },
        sure: Int((turn.guesses.first?.probability ?? 0) * 100),
        voiced: speech.voices[index] != nil, answered: speech.isAnswered(index),
        doubt: doubts.contains(index))
    }
    return speech.turns(in: view)
  }

  private func finding(_ diagnostic: Diagnostic, _ view: StudioView?) -> Finding {
    var finding = Finding(
      code: diagnostic.code, severity: diagnostic.severity.rawValue, message: diagnostic.message,
      line: diagnostic.position?.line, column: diagnostic.position?.column,
      place: diagnostic.position.map { PlaceUnit.words(ofLine: $0.line, in: diagnostic.file) },
      file: diagnostic.file.map { FilePath($0).last.text })
    guard let view, let file = diagnostic.file else { return finding }
    finding.unused = view.unused(in: diagnostic)
    let document = view.book.paths.firstIndex(of: file)
    guard let document, let line = diagnostic.position?.line else { return finding }
    finding.document = document
    finding.block = block(at: line, document)
    // The narrator announces the role first.
    let own = lines.first { $0.block >= finding.block ?? .max && !roles[$0.role].name.isEmpty }
    let name = own.map { roles[$0.role].name }
    guard let name else { return finding }
    let misspelt = view.misspelt(name, in: diagnostic)
    finding.join = misspelt.map { [name, $0.owner] }
    if view.canEdit(document: document) {
      finding.rename = view.slip(name, in: diagnostic) ?? misspelt.map { [name, $0.spelling] }
    }
    return finding
  }

  /// A role in the list of the page.
  /// Keys without a value are left out.
  struct RoleAnswer: Encodable {
    /// The name; empty for the narrator.
    var name: String
    var lines: Int
    /// The role's share of all spoken text, from 0 to 1.
    var share: Double
    /// The voice with its settings in `voice`, and without its settings in `plain`.
    var voice: String
    var plain: String
    /// Whether the cast names the role's voice.
    /// If not, the program has chosen the voice.
    var cast: Bool
    /// Whether the role is listed in the front matter of the script.
    var inFrontMatter: Bool
    var aliases: [String]
    /// The note about the role in the cast file.
    var note: String?
    /// What the script tells about the role, such as "old woman".
    var person: String?
    /// The evidence for `person`, such as "her coat, line 6".
    var reason: String?
    /// The number of a typical line.
    var sample: Int?
    /// The values of the voice's settings, by name.
    var settings: [String: Double]
    /// The minimum and the maximum of each setting, by name.
    var ranges: [String: [Double]]
    var takesIPA: Bool
    /// Whether the voice can say a line differently.
    var varies: Bool
    /// Whether the role's lines may cost money.
    var paid: Bool
    /// The number of the role's colour, as on the read-along page; nil for the narrator.
    var colour: Int?

    /// Returns the roles of a book, beginning with the role that speaks most.
    static func all(in view: StudioView) -> [RoleAnswer] {
      let samples = TypicalLine.indices(in: view.lines)
      let numbers = view.book.plan.speakerNumbers
      return view.summary.roles.map { role in
        var answer = RoleAnswer(role, in: view, samples)
        if !role.name.isEmpty { answer.colour = numbers[role.name] }
        return answer
      }
    }

    private init(_ role: PlanSummary.Role, in view: StudioView, _ samples: [String: Int]) {
      let (book, name) = (view.book, role.name)
      let uri = book.plan.cast[name] ?? VoiceURI(providerId: "", voiceId: "")
      let entry = book.cast.characters.first { $0.name == name }
      (self.name, lines, share) = (name, role.amount.lines, role.share)
      (voice, plain) = (uri.description, uri.plain.description)
      cast = name.isEmpty ? book.cast.narrator != nil : entry?.voice != nil
      let place = book.cast.characterPositions[name]?.file
      inFrontMatter = place != nil && book.paths.contains { $0 == place }
      (aliases, note) = (entry?.aliases ?? [], entry?.note)
      (person, reason) = (role.portrait?.words, role.portrait?.reason)
      sample = samples[name]
      let abilities = book.directory.abilities(of: uri)
      let limits = Self.ranges(of: uri, abilities)
      ranges = limits.mapValues { [$0.lowerBound, $0.upperBound] }
      settings = [
        "rate": uri.rate ?? 1, "pitch": uri.pitch ?? 0, "gain": uri.gain ?? 0,
        "formant": uri.parameters["formant"].flatMap(Double.init) ?? 1,
      ].filter { limits[$0.key] != nil }
      takesIPA = abilities.supportsIPA || abilities.supportsPhonemes
      varies = abilities.varies
      paid = book.directory.isPriced(uri.providerId)
    }

    private static func ranges(
      of voice: VoiceURI, _ abilities: VoiceAbilities
    ) -> [String: ClosedRange<Double>] {
      var ranges = ["gain": VoiceURI.gainRange]
      let rates = abilities.rates.clamped(to: VoiceURI.rateRange)
      if rates.lowerBound < rates.upperBound { ranges["rate"] = rates }
      if abilities.supportsPitch { ranges["pitch"] = VoiceURI.pitchRange }
      if voice.providerId == NeuralVoiceProvider.hibariId {
        ranges["formant"] = NeuralVoiceProvider.formants
      }
      return ranges
    }
  }
}

extension QuotedSpeech {
  /// Returns the numbers of the turns in each line.
  /// A line is in the paragraph of its turns, and those with voices of their own follow each other there.
  fileprivate func turns(in view: StudioView) -> [Int: [Int]] {
    var lines: [ScriptPosition: [Int]] = [:]
    for (index, line) in view.lines.enumerated() where line.spoken.isAuthors {
      lines[line.spoken.position, default: []].append(index)
    }
    var result: [Int: [Int]] = [:]
    for (turn, place) in positions.enumerated() {
      let own = lines[place] ?? []
      let key = words(of: turn).filter { $0.isLetter || $0.isNumber }.prefix(24)
      let found = own.first { line in
        let text = view.lines[line].spoken.shownText.filter { $0.isLetter || $0.isNumber }
        return text.contains(key) && (voices[turn] == nil || text.hasPrefix(key))
          && (voices[turn] == nil) == view.lines[line].role.isEmpty
      }
      if let line = found ?? own.first { result[line, default: []].append(turn) }
    }
    return result
  }
}
