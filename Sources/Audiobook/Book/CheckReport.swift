import Basics
import FoundationEssentials
package import Guion
import Hablare
import Narration

/// The errors and likely mistakes in books, each reported once.
package struct CheckReport: Sendable {
  /// The findings, in the order of the books.
  package private(set) var findings: [Diagnostic] = []
  /// The errors that ended a survey early, at most one for each book.
  package private(set) var errors: [BookError] = []
  /// The numbers of words of the books that could be read, each with its input.
  package private(set) var words: [(input: String, count: WordCount)] = []

  /// The results for one book.
  package struct Part: Sendable {
    /// The errors and likely mistakes in the book.
    package fileprivate(set) var findings: [Diagnostic] = []
    /// The numbers of words, with the input; nil if the input could not be read.
    fileprivate var words: (input: String, count: WordCount)?
    /// The files that can contain cast settings: the documents and the cast file.
    fileprivate var casts: Set<String> = []
    /// The error that ended the survey early; nil if it was completed.
    package fileprivate(set) var error: BookError?
    /// The plan; nil if a finding is an error.
    package var planned: PlannedBook?
  }

  /// Checks books.
  /// Also reads the other documents in the folder of a `cast.json`, because an entry that seems unused may be meant
  /// for one of them. Errors about a provider do not hide errors in a script. Throws `CancellationError`.
  package init(of books: [Book]) async throws {
    var parts: [Part] = []
    for book in books {
      parts.append(try await Part(book))
      try Task.checkCancellation()
    }
    await self.init(parts, of: books)
    // If the task was cancelled, some documents in the folder of `cast.json` were not read.
    try Task.checkCancellation()
  }

  /// Combines the results for each of the books.
  package init(_ parts: [Part], of books: [Book]) async {
    let isEntryUnused = parts.contains { $0.findings.contains { Entry($0) != nil } }
    let neighbours = isEntryUnused ? await Self.neighbours(of: books) : []
    findings = Self.joined(parts + neighbours)
    errors = parts.compactMap(\.error)
    words = parts.compactMap(\.words)
  }
}

extension CheckReport.Part {
  /// Checks one book, using `material` if the book has already been read, and `survey` if it was planned from that.
  /// Throws `CancellationError`.
  package init(
    _ book: Book, _ material: Book.Material? = nil, _ survey: BookSurvey? = nil
  ) async throws {
    self = try await Self.part(book, material, survey)
  }

  private static func part(
    _ book: Book, _ known: Book.Material?, _ planned: BookSurvey?
  ) async throws -> Self {
    var part = Self()
    do {
      let material = if let known { known } else { try await book.read() }
      part.words = (book.input.path, material.manuscript.wordCount)
      part.casts = Set(
        material.manuscript.documents.map(\.path) + [material.cast.file].compactMap(\.self))
      try Task.checkCancellation()
      part.findings += ScriptChecker().findings(
        in: CheckReport.script(material, book.options))
      try Task.checkCancellation()
      var book = book
      book.keepsElements = true
      let survey = if let planned { planned } else { try await book.survey(of: material) }
      // The note of a build is about all parts; the checks have one for each.
      part.findings += survey.diagnostics.filter { $0.code != LintCode.backMatter }
      // One finding about the whole text is enough.
      if survey.diagnostics.contains(where: { $0.code == LintCode.otherLanguage.name }) {
        part.findings.removeAll { $0.code == LintCode.mixedLanguage.name }
      }
      part.planned = survey.book
      if let planned = survey.book {
        for tag in planned.quotations?.skippedTags ?? [] {
          part.words?.count.skip(tag, .skippedTag)
        }
        part.findings += VoiceLicences.findings(in: planned.plan, material.cast.cast)
        part.findings += SoundFindings.findings(in: planned)
        part.findings += await VoiceFit.findings(in: planned)
        part.findings += await UnknownNames.findings(in: planned)
        part.findings = LanguageSwitches.added(to: part.findings, in: planned)
      }
    } catch let error as BookError {
      part.findings += error.diagnostics
      // Without this finding, an unreadable input would look free of mistakes.
      if error.kind == .missingInput, !error.message.isEmpty {
        part.findings.append(
          Diagnostic(
            code: "unreadable", severity: .error, message: error.message, file: error.file))
      }
      part.error = error
    }
    return part
  }
}

extension CheckReport {
  fileprivate static func script(_ material: Book.Material, _ options: BookOptions) -> CheckedScript
  {
    let cast = material.cast.cast
    return CheckedScript(
      material.manuscript, cast: cast, language: options.language(of: material.manuscript, cast).0)
  }

  /// Returns the entries of `cast.json` that other documents in its folder do not use.
  /// An entry that one document does not use may be meant for another document.
  private static func neighbours(of books: [Book]) async -> [Part] {
    let books = books.filter { if case .beside = $0.cast { true } else { false } }
    let known = Set(books.map(\.input.path))
    let folders = Dictionary(grouping: books.filter { !$0.input.isFolder }, by: \.input.castFile)
    var parts: [Part] = []
    for castFile in folders.keys.sorted() {
      guard var book = folders[castFile]?.first else { continue }
      for path in documents(beside: castFile) where !known.contains(path) {
        guard !Task.isCancelled, var input = try? BookInput(path), !input.isFolder else { continue }
        // A pipe may have replaced the file since its status was read.
        input.readsOnlyRegularFiles = true
        book.input = input
        guard let material = try? await book.read(), material.cast.file == castFile else {
          continue
        }
        let unused = ScriptChecker().unusedEntries(in: script(material, book.options))
        parts.append(Part(findings: unused.filter { $0.file == castFile }, casts: [castFile]))
      }
    }
    return parts
  }

  /// Returns the regular files in the folder of a file.
  /// Other files are not read: opening a pipe that has no writer would block.
  private static func documents(beside castFile: String) -> [String] {
    let folder = FilePath(castFile).folder
    let place = folder.text.isEmpty ? "." : folder.text
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return names.sorted().map { folder.appending(FilePath($0)).text }
      .filter { FileStatus($0, followingLinks: true)?.isFile == true }
  }

  /// An unused entry of a cast, identified by the code, file and position of its finding.
  private struct Entry: Hashable {
    var code: String
    var file: String
    var position: SourcePosition?

    /// Creates an entry from a finding; nil if the finding is not about an unused entry.
    init?(_ finding: Diagnostic) {
      let uses = [LintCode.unusedRole, .unusedPronunciation, .unusedSkip].map(\.name)
      guard uses.contains(finding.code), let file = finding.file, finding.position != nil else {
        return nil
      }
      (code, self.file, position) = (finding.code, file, finding.position)
    }
  }

  /// Returns all findings without repetitions.
  /// An unused entry of a cast is reported only if no book that shares the cast uses the entry.
  private static func joined(_ parts: [Part]) -> [Diagnostic] {
    let entries = Dictionary(
      parts.flatMap { Set($0.findings.compactMap(Entry.init)) }.map { ($0, 1) },
      uniquingKeysWith: +)
    let sharers = Dictionary(parts.flatMap(\.casts).map { ($0, 1) }, uniquingKeysWith: +)
    var seen: Set<Diagnostic> = []
    var seenEntries: Set<Entry> = []
    return parts.flatMap(\.findings).filter { finding in
      guard let entry = Entry(finding) else { return seen.insert(finding).inserted }
      return entries[entry] == sharers[entry.file] && seenEntries.insert(entry).inserted
    }
  }
}

/// Findings about voices that do not fit the roles of a book.
private enum VoiceFit {
  /// The confidence from which evidence counts as strong.
  private static let strong = 0.97

  /// Returns a finding for each role whose voice in the cast contradicts strong evidence, and for each role without a
  /// gender in the cast whose evidence contradicts itself.
  /// The book must have kept its elements.
  static func findings(in book: PlannedBook) async -> [Diagnostic] {
    let script = CastingScript(
      of: book.elements, cast: book.cast, language: book.plan.language, sources: book.paths)
    let entries = Dictionary(book.cast.characters.map { ($0.name, $0) }) { first, _ in first }
    var lists: [String: [Voice]] = [:]
    for id in Set(entries.values.compactMap { $0.voice?.providerId }) {
      lists[id] = try? await book.directory.provider(id)?.fetchVoices(languageCode: "")
    }
    var findings: [Diagnostic] = []
    for part in script.parts {
      let entry = entries[part.name]
      if let voice = entry?.voice, let finding = unfitting(voice, part, lists, in: book) {
        findings.append(finding)
      } else if entry?.voice == nil, entry?.gender == nil,
        let finding = contradiction(part, in: book)
      {
        findings.append(finding)
      }
    }
    return book.cast.lint.applied(to: findings)
  }

  private static func unfitting(
    _ voice: VoiceURI, _ part: CastingScript.Part, _ lists: [String: [Voice]], in book: PlannedBook
  ) -> Diagnostic? {
    let portrait = part.portrait
    guard portrait.confidence >= strong, portrait.kind == .person, let gender = portrait.gender,
      let other = lists[voice.providerId]?.first(where: { $0.id == voice.voiceId })?.gender
        .flatMap(RoleGender.init),
      other != .neutral, gender != .neutral, other != gender
    else { return nil }
    let isStated = portrait.evidence.first?.kind == .cast
    let reason = isStated ? "the cast says so" : portrait.reason ?? "the name"
    let place = book.cast.characterPositions[part.name]
    return Diagnostic(
      code: LintCode.unfittingVoice.name, severity: .warning,
      message:
        "\(part.name) is a \(word(gender)) (\(reason)), but \(voice) is a \(word(other))'s voice; "
        + "choose another voice, or \(isStated ? "correct" : "state") the gender in the cast",
      file: place?.file, position: place?.position)
  }

  private static func contradiction(
    _ part: CastingScript.Part, in book: PlannedBook
  ) -> Diagnostic? {
    guard let other = part.portrait.contradiction, let evidence = part.portrait.evidence.first
    else { return nil }
    let file = book.paths.indices.contains(other.source) ? book.paths[other.source] : nil
    let isMan = part.portrait.gender == .male
    let (one, two) = isMan ? ("man", "woman") : ("woman", "man")
    return Diagnostic(
      code: LintCode.contradictoryEvidence.name, severity: .note,
      message:
        "\(part.name) may be a \(one) (\(evidence.note)) or a \(two) (\(other.note)); "
        + "state the gender in the cast",
      file: file, position: other.line > 0 ? SourcePosition(line: other.line, column: 1) : nil)
  }

  private static func word(_ gender: RoleGender) -> String { gender == .female ? "woman" : "man" }
}

/// The finding about names that the natural voice has to guess.
enum UnknownNames {
  /// The largest number of names in the message.
  private static let most = 20

  /// Returns one note for all names of roles that are in no lexicon.
  /// The book must have kept its elements.
  static func findings(in book: PlannedBook) async -> [Diagnostic] {
    guard let voice = book.plan.cast[""],
      let provider = book.directory.provider(voice.providerId) as? NeuralVoiceProvider
    else { return [] }
    let known = Set(book.cast.pronunciations.map { $0.text.lowercased() })
    var places: [String: GuionElement] = [:]
    var words: [String] = []
    for cue in book.elements where cue.elementType == .character {
      for part in CharacterNormalizer.name(of: cue.elementText).split(whereSeparator: isNoLetter) {
        let word = part.prefix(1).uppercased() + part.dropFirst().lowercased()
        guard part.count > 1, !known.contains(word.lowercased()), places[word] == nil else {
          continue
        }
        places[word] = cue
        words.append(word)
      }
    }
    guard let said = try? await provider.unknown(words, voiceId: voice.voiceId) else { return [] }
    let names = words.filter { said[$0] != nil }
    guard let first = names.first, let cue = places[first] else { return [] }
    let place = mention(of: first, by: cue, in: book.elements)
    let list = names.prefix(most).map { name in
      // espeak ties the letters of an affricate.
      let symbols = (said[name] ?? "").unicodeScalars.filter { $0 != "\u{361}" && $0 != "^" }
      return "\(name) (\(String(String.UnicodeScalarView(symbols))))"
    }.joined(separator: ", ")
    let count = names.count == 1 ? "1 name is" : "\(names.count) names are"
    let finding = Diagnostic(
      code: LintCode.unknownName.name, severity: .note,
      message:
        "\(count) in no lexicon, so the voice guesses: \(list)\(names.count > most ? ", …" : ""); "
        + "if a guess is wrong, add the name to \"pronunciations\"",
      file: place.sourceRange.flatMap {
        book.paths.indices.contains($0.source) ? book.paths[$0.source] : nil
      },
      position: place.sourceRange?.start)
    return book.cast.lint.applied(to: [finding])
  }

  /// Returns the first place of a name.
  /// The cue of a quotation is not in the text, so the first words with the name are the place.
  static func mention(
    of name: String, by cue: GuionElement, in elements: [GuionElement]
  ) -> GuionElement {
    guard cue.paragraphPart != nil else { return cue }
    let name = name.lowercased()
    let first = elements.first { element in
      guard element.paragraphPart == nil || element.elementType != .character else { return false }
      return element.elementText.lowercased().split(whereSeparator: isNoLetter).contains {
        $0 == name || $0.hasPrefix(name + "'") || $0.hasPrefix(name + "’")
      }
    }
    return first ?? cue
  }

  private static func isNoLetter(_ character: Character) -> Bool {
    !character.isLetter && character != "'" && character != "’"
  }
}

/// Findings about passages in other languages that other voices speak.
private enum LanguageSwitches {
  /// Returns the findings with a note for each passage, and without the warnings that the voice does not fit a passage.
  static func added(to findings: [Diagnostic], in book: PlannedBook) -> [Diagnostic] {
    let switches = book.plan.chapters.flatMap { $0.read.passages.flatMap(\.items) }
      .flatMap { item in item.passages.map { finding(about: $0, of: item, in: book) } }
    guard !switches.isEmpty else { return findings }
    let places = Set(switches.map(Place.init))
    return findings.filter {
      $0.code != LintCode.mixedLanguage.name || !places.contains(Place($0))
    } + book.cast.lint.applied(to: switches)
  }

  private struct Place: Hashable {
    var file: String?
    var line: Int?

    init(_ finding: Diagnostic) { (file, line) = (finding.file, finding.position?.line) }
  }

  private static func finding(
    about passage: SpokenPassage, of item: SpokenItem, in book: PlannedBook
  ) -> Diagnostic {
    let source = Int(item.source)
    let words = passage.text.split(separator: " ").prefix(6).joined(separator: " ")
    let role = item.role.map(\.name) ?? "the narrator"
    return Diagnostic(
      code: LintCode.languageSwitch.name, severity: .note,
      message:
        "\"\(words)\" is read as \(passage.language), so \(passage.voice) speaks it for \(role)",
      file: book.paths.indices.contains(source) ? book.paths[source] : nil,
      position: passage.line > 0 ? SourcePosition(line: passage.line, column: 1) : nil)
  }
}

/// The terms of use of a book's voices.
enum VoiceLicences {
  /// Returns the licences of the natural voices.
  /// Each key is a voice without its settings.
  static func licences(
    of voices: [VoiceURI], in directory: VoiceDirectory
  ) async -> [VoiceURI: VoiceLicence] {
    var licences: [VoiceURI: VoiceLicence] = [:]
    for id in directory.naturalIds {
      let own = Set(voices.filter { $0.providerId == id }.map(\.plain))
      guard !own.isEmpty,
        let listed = try? await directory.provider(id)?.fetchVoices(languageCode: "")
      else { continue }
      for uri in own {
        // If a voice has several speakers and `uri` names no speaker, the licence of the first speaker is used.
        let voice = listed.first { $0.id == uri.voiceId || $0.id.hasPrefix("\(uri.voiceId)/") }
        licences[uri] = voice.flatMap { VoiceLicence(of: $0) }
      }
    }
    return licences
  }

  /// Returns findings about voices that must not be used commercially, or whose commercial terms are unknown.
  static func findings(in plan: BookPlan, _ cast: Cast) -> [Diagnostic] {
    let findings = plan.licences.sorted { $0.key.description < $1.key.description }
      .compactMap { voice, licence -> Diagnostic? in
        guard licence.commercialUse != .yes else { return nil }
        let reference = cast.voiceReferences.first { $0.uri.plain == voice }
        let isBarred = licence.commercialUse == .no
        let code: LintCode = isBarred ? .nonCommercialVoice : .unknownLicence
        return Diagnostic(
          code: code.name, severity: code.severity ?? .note,
          message: isBarred
            ? "the licence of \(voice) does not allow commercial use (\(licence.name))"
            : "it is unknown whether \(voice) may be used commercially (licence: \(licence.name))",
          file: reference?.file, position: reference?.position)
      }
    return cast.lint.applied(to: findings)
  }
}
