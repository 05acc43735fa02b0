import Audio
import Basics
import Guion
import Hablare
import Narration

/// Casts and plans a book, without rendering any speech.
struct BookSurveyor {
  let book: Book
  let material: Book.Material
  private var options: BookOptions { book.options }
  private var manuscript: Manuscript { material.manuscript }

  init(book: Book, material: Book.Material) { (self.book, self.material) = (book, material) }

  func survey() async throws -> BookSurvey {
    var cast = material.cast.cast
    let rules = await book.ruleSet(of: cast)
    let keepsOlderRules = options.rules == nil && cast.rules == nil && rules != .current
    cast.narrator = cast.narrator ?? options.defaultVoice
    cast.rules = rules
    cast.voiceReferences += cast.answers?.voiceReferences ?? []
    if let missing = rules.missingLibrary {
      throw BookError(.unavailable, missing)
    }
    let cover = try CoverChoice(options, cast, manuscript)
    var diagnostics = manuscript.diagnostics + material.cast.diagnostics + cover.diagnostics
    if keepsOlderRules { diagnostics.append(olderRules(rules)) }
    diagnostics += unusedSkips(cast)
    if rules.edition == .second {
      diagnostics += [backMatter(), footnotes(cast)].compactMap(\.self)
    }
    let (language, otherLanguage) = options.language(of: manuscript, cast)
    let installed = await installedProviders(for: cast, language)
    diagnostics += installed.hidden.map(hiddenVoices)
    let natural = await naturalVoice(for: cast, language)
    if installed.ids.isEmpty, case .missing(let why) = natural { diagnostics.append(why) }
    let script = Script(of: manuscript, cast, language)
    let directory = try await directory(
      for: cast, script.passages?.tags ?? [], natural: natural, installed: installed.ids)
    var planned: PlannedBook?
    do throws(PlanError) {
      planned = try await self.planned(
        script, cast, (language, otherLanguage), directory, &diagnostics)
    } catch {
      diagnostics.append(Self.diagnostic(of: error).inFile(book.input.path))
    }
    if let plan = planned?.plan { planned?.plan.cover = try cover.cover(of: plan, &diagnostics) }
    diagnostics = cast.lint.applied(to: diagnostics)
    // The cast's `lint` may have turned a warning into an error.
    if diagnostics.contains(where: { $0.severity == .error }) { planned = nil }
    planned?.warnings = diagnostics.count { $0.severity == .warning }
    planned?.castFile = material.cast.file
    return BookSurvey(diagnostics: diagnostics, book: planned)
  }

  private func olderRules(_ rules: RuleSet) -> Diagnostic {
    Diagnostic(
      code: "older-rules", severity: .note,
      message:
        "the cast names a paid voice and no rules, so rule set \(rules.rawValue) applies and no paid "
        + "line changes; for the newest rules, add \"rules\": \"\(RuleSet.current.rawValue)\" to the cast"
    ).inFile(material.cast.file ?? book.input.path)
  }

  /// Returns the note that the book's front and back matter is read; nil if there is none.
  private func backMatter() -> Diagnostic? {
    let parts = manuscript.backMatter
    guard let first = parts.first.map({ manuscript.elements[$0.elements.lowerBound] }) else {
      return nil
    }
    let names = parts.prefix(5).map(\.name).joined(separator: ", ") + (parts.count > 5 ? ", …" : "")
    let words = parts.reduce(0) { $0 + manuscript.words(in: $1) }
    return Diagnostic(
      code: LintCode.backMatter, severity: .note,
      message:
        "\(Quantity.count(parts.count, "part")) with \(Quantity.count(words, "word")) of front and back "
        + "matter will be read: \(names); to leave them out, add \"\(Manuscript.backMatterName)\" to "
        + "\"skip\" of the cast",
      file: manuscript.document(of: first)?.path, position: first.sourceRange?.start)
  }

  /// Returns the note that footnotes are not read; nil if there are none, or if all are read.
  private func footnotes(_ cast: Cast) -> Diagnostic? {
    var (numbers, words, first): ([String: Set<Int>], Int, GuionElement?) = ([:], 0, nil)
    for element in manuscript.elements where cast.speech.footnotes == .skip {
      guard case .footnote(let number)? = element.mark else { continue }
      numbers[manuscript.document(of: element)?.path ?? "", default: []].insert(number)
      words += WordCount.count(element.elementText).words
      first = first ?? element
    }
    let count = numbers.values.reduce(0) { $0 + $1.count }
    let unused = manuscript.wordCount.skipped.counts.first { $0.rule == .unusedFootnote }?.words
    var parts: [String] = []
    if count > 0 {
      let verb = count == 1 ? "is" : "are"
      parts.append(
        "\(Quantity.count(count, "footnote")) with \(Quantity.count(words, "word")) \(verb) not read; to "
          + "have footnotes read, set \"footnotes\" to \"inline\" or \"end\" in \"speech\" of the cast"
      )
    }
    if let unused {
      parts.append(
        "\(Quantity.count(unused, "word")) of footnotes without a mark in the text "
          + "\(unused == 1 ? "is" : "are") not read")
    }
    guard !parts.isEmpty else { return nil }
    let path = first.flatMap { manuscript.document(of: $0)?.path } ?? book.input.path
    return Diagnostic(
      code: LintCode.unreadFootnotes, severity: .note, message: parts.joined(separator: "; "),
      file: path, position: first?.sourceRange?.start)
  }

  /// Returns the note that the narrator speaks all quotations, if the prose has many.
  private func quotations(_ cast: Cast, _ language: String) -> [Diagnostic] {
    guard cast.ruleSet >= .v1_2, cast.dialogue.voices == nil else { return [] }
    let count = QuotedSpeech.count(in: manuscript, language: language)
    guard count >= 30 else { return [] }
    let note = Diagnostic(
      code: LintCode.quotations, severity: .note,
      message:
        "the narrator speaks all \(count) quotations; for characters with voices of their own, run "
        + "guion2audio cast")
    return [manuscript.isFolder ? note : note.inFile(book.input.path)]
  }

  /// Returns a warning for each name that no section has.
  private func unusedSkips(_ cast: Cast) -> [Diagnostic] {
    let unknown = material.whole.unknownSections(among: cast.skip)
    if unknown.isEmpty { return [] }
    let names = material.whole.sectionNames
    return unknown.map { name in
      let place = cast.skipPositions[name]
      let hint = Spelling.hint(for: name, among: names, otherwise: "correct or remove the name")
      return Diagnostic(
        code: LintCode.unusedSkip.name, severity: .warning,
        message: "no section has the name \"\(name.visible)\" of \"skip\"; \(hint)",
        file: place?.file ?? book.input.path, position: place?.position)
    }
  }

  /// Casts and plans the book; returns nil if the diagnostics contain an error.
  private func planned(
    _ script: Script, _ cast: Cast, _ found: (language: String, warning: Diagnostic?),
    _ directory: VoiceDirectory, _ diagnostics: inout [Diagnostic]
  ) async throws(PlanError) -> PlannedBook? {
    let language = found.language
    let (labels, speech) = (script.labels, script.speech)
    var elements = script.elements
    diagnostics +=
      labels.suspects(in: manuscript) + (speech?.findings(cast) ?? quotations(cast, language))
    if speech == nil {
      let code = LintCode.lineSetting.name
      diagnostics += (cast.answers?.diagnostics ?? []).filter { $0.code == code }
    }
    let paths = manuscript.documents.map(\.path)
    diagnostics += [found.warning].compactMap(\.self)
    var director = CastingDirector(
      cast: cast, language: language, narratorVoice: options.voice, directory: directory)
    var build = options.build
    director.spreadsVoices = build.channels == 2
    director.passages = script.passages
    if build.roomTone == .automatic { build.roomTone = cast.roomTone ?? .automatic }
    let (casting, findings) = await director.casting(of: elements, sources: paths)
    let isBroken = diagnostics.contains { $0.severity == .error }
    // If there is already an error, the cast may be incomplete, and warnings about it would mislead.
    diagnostics += isBroken ? findings.filter { $0.severity == .error } : findings
    guard let casting, !isBroken else { return nil }
    diagnostics += tempoWarnings(casting, directory)
    let rehearsed = RoleChoice(options.rehearsed, .rehearsed, casting, cast)
    let scenes = RoleChoice(options.onlyWith, .onlyWith, casting, cast)
    if !scenes.roles.isEmpty { elements = casting.scenes(of: elements, with: scenes.roles) }
    let sampleRate = options.build.sampleRate ?? Self.nativeRate(of: casting, directory)
    let shaped = (cast.answers?.shapes ?? []).compactMap(\.settings.uri)
    let voices = Array(casting.voices.values) + (casting.passages?.voices ?? []) + shaped
    var planner = BookPlanner(
      manuscript: manuscript, elements: elements, cast: cast, casting: casting,
      options: build,
      engineVersions: await Self.versions(directory, voices),
      sampleRate: sampleRate)
    planner.sounds = SoundLibrary(cast.sounds, for: elements)
    diagnostics += planner.sounds.diagnostics
    if !rehearsed.roles.isEmpty { planner.rehearsal = (rehearsed.roles, options.rehearsal) }
    let folder = cast.recordings.map { RecordingFolder($0) }
    planner.recordings = folder?.recordings(&diagnostics, isExpected: !options.listsRecordings)
    planner.keepsSources = book.keepsElements || book.options.build.needsElements
    if book.keepsElements || cast.answers?.shapes.isEmpty == false {
      planner.shaper = await LineShaper(
        cast.answers, casting: casting, rules: cast.ruleSet, rate: build.rate, directory: directory)
    }
    var plan = try planner.plan()
    if let file = cast.answers, let shapes = plan.shapes { diagnostics += file.findings(shapes) }
    plan.licences = await VoiceLicences.licences(of: voices + cast.fallback.values, in: directory)
    var planned = PlannedBook(
      plan: plan, options: build, sampleRate: sampleRate, paths: paths,
      directory: directory, cast: cast, casting: casting,
      elements: book.keepsElements ? elements : [], fallbacks: cast.fallback)
    if book.keepsElements {
      (planned.shaper, planned.quotations) = (planner.shaper, speech)
    }
    (planned.recordings, planned.recordingFolder) = (plan.recordings, folder?.path)
    diagnostics += plan.recordings?.diagnostics ?? []
    planned.unknownRoles = rehearsed.unknown + scenes.unknown
    return planned
  }

  /// Whether a natural voice reads the book when the user has not chosen a narrator.
  private enum NaturalVoice {
    case speaks
    /// A natural voice should read the book but cannot be used, for the given reason.
    case missing(Diagnostic)
    /// No natural voice is wanted: another narrator is chosen, the natural voice is disabled, or it does not speak
    /// the language.
    case unwanted
  }

  private func naturalVoice(for cast: Cast, _ language: String) async -> NaturalVoice {
    let natural = NeuralVoiceProvider.hibariId
    guard options.voice == nil, cast.narrator == nil,
      language.lowercased().split(separator: "-").first == "en",
      await book.speech.registry.isEnabled(providerId: natural)
    else { return .unwanted }
    do {
      _ = try await book.speech.provider(natural)
      return .speaks
    } catch {
      // A missing voice is a choice. A damaged voice is a fault, which the user wants to know.
      let isDamaged = NeuralVoiceProvider.isDamage(error)
      return .missing(
        Diagnostic(
          code: isDamaged ? LintCode.damagedVoice : LintCode.noNaturalVoice,
          severity: isDamaged ? .warning : .note,
          message: "the natural voice cannot be used, so espeak-ng reads this book: \(error)"
        ).inFile(book.input.path))
    }
  }

  /// Returns the providers that the cast and the options name, and the providers for roles without a voice.
  /// espeak-ng is checked first. If it is missing, this check gives one error instead of an error for each voice.
  private func directory(
    for cast: Cast, _ passages: [String], natural: NaturalVoice, installed: [String]
  ) async throws -> VoiceDirectory {
    let named = cast.voiceReferences.map(\.uri) + [options.voice, cast.narrator].compactMap(\.self)
    var ids = Set(named.map(\.providerId)).union(options.providers)
    let espeak = EspeakNGVoiceEngine.id
    if await book.speech.registry.contains(providerId: espeak) {
      do {
        _ = try await book.speech.provider(espeak).version()
      } catch let error as VoiceProviderError {
        throw BookError(.unavailable, error.description)
      }
      ids.insert(espeak)
    }
    if case .speaks = natural { ids.insert(NeuralVoiceProvider.hibariId) }
    ids.formUnion(installed)
    for tag in passages {
      ids.formUnion(await book.speech.naturalProviders(speaking: tag).ids)
    }
    return try await book.speech.directory(
      of: ids, naming: named, fallbacks: Set(cast.fallback.keys))
  }

  /// Returns the providers with installed natural voices for the book's language.
  /// The result is empty if the chosen narrator is not an installed voice.
  private func installedProviders(for cast: Cast, _ language: String) async -> NaturalProviders {
    if let narrator = options.voice ?? cast.narrator,
      InstalledVoice.Engine(rawValue: narrator.providerId) == nil
    {
      return NaturalProviders()
    }
    return await book.speech.naturalProviders(speaking: language)
  }

  private func hiddenVoices(_ id: String) -> Diagnostic {
    Diagnostic(
      code: "hidden-voices", severity: .note, message: SpeechSetup.note(ofHidden: id)
    ).inFile(book.input.path)
  }

  /// Returns the engine version of each provider, and of each voice whose version differs from its provider's.
  private static func versions(
    _ directory: VoiceDirectory, _ voices: some Sequence<VoiceURI>
  ) async -> EngineVersions {
    var versions = EngineVersions()
    // A provider that cannot report its version is down. Its fallback speaks, and the next run asks the provider again.
    for id in directory.ids { versions[id] = try? await directory.provider(id)?.version() }
    for voice in Set(voices.map(\.plain)) {
      guard let provider = directory.provider(voice.providerId),
        let version = try? await provider.version(voiceId: voice.voiceId)
      else { continue }
      versions[voice] = version
    }
    return versions
  }

  /// Returns warnings for voices that cannot reach the tempo of the book and speak at their limit instead.
  private func tempoWarnings(_ casting: Casting, _ directory: VoiceDirectory) -> [Diagnostic] {
    guard options.build.rate != 1 else { return [] }
    let problems = casting.voices.values.compactMap { voice -> String? in
      var asked = voice.options
      asked.rate *= options.build.rate
      return directory.provider(voice.providerId)?.abilityProblem(with: asked)
    }
    return Set(problems).sorted().map {
      Diagnostic(
        code: "tempo", severity: .warning,
        message: "the rate of the book is out of range: \($0); the nearest tempo is used")
    }
  }

  /// Returns the highest known native sample rate of the book's voices, in hertz.
  private static func nativeRate(of casting: Casting, _ directory: VoiceDirectory) -> Int {
    let providers = Set(casting.voices.values.map(\.providerId))
    // Most synthetic voices have a sample rate of 22,050 Hz.
    return providers.compactMap { directory.provider($0)?.nativeSampleRate }.max() ?? 22_050
  }

  private static func diagnostic(of error: PlanError) -> Diagnostic {
    switch error {
    case .noChapters:
      Diagnostic(
        code: "no-chapters", severity: .error,
        message: "no heading starts a chapter; use the split \"scene\" or \"auto\" instead")
    case .nothingSpoken:
      Diagnostic(
        code: "nothing-spoken", severity: .error, message: "nothing in this document is read aloud")
    }
  }

  /// The text that is cast, with its speakers and the languages of its passages.
  private struct Script {
    var elements: [GuionElement]
    var labels: SpeakerLabels
    var speech: QuotedSpeech?
    /// Nil before rule set 1.2.
    var passages: FoundLanguages?

    init(of manuscript: Manuscript, _ cast: Cast, _ language: String) {
      labels = SpeakerLabels(cast: cast, language: language)
      (elements, speech) = labels.read(manuscript)
      guard cast.ruleSet >= .v1_2 else { return }
      elements = DirectedLanguages.marked(elements, language: language)
      passages = FoundLanguages(in: elements, language: language)
    }
  }

  /// The cover of a book: read and checked before casting, or drawn when the title is known.
  struct CoverChoice {
    private var source: CoverSource?
    private var cover: BookCover?
    /// The errors, warnings and notes about the picture.
    private(set) var diagnostics: [Diagnostic] = []

    /// Reads the first picture that the options, the cast or the document names, in this order.
    init(_ options: BookOptions, _ cast: Cast, _ manuscript: Manuscript) throws(BookError) {
      source = CoverSource(options.cover, cast: cast.coverFile, document: manuscript.coverFile)
      guard let source, source != .drawn else { return }
      do throws(CoverReader.Failure) {
        let (cover, warnings) = try CoverReader(source, fit: options.coverFit).read()
        (self.cover, diagnostics) = (cover, warnings)
      } catch {
        switch error {
        case .unreadable(let message): throw BookError(.missingInput, message)
        case .wrong(let diagnostic):
          diagnostics = [diagnostic]
          // The user cannot change the picture in a published book.
          guard case .named(let file) = source, file.isEmbedded, manuscript.format == .epub else {
            return
          }
          self.source = options.cover == .auto ? .drawn : nil
          diagnostics[0].severity = .warning
          diagnostics[0].code = LintCode.unusedCover
          diagnostics[0].message += "; the book gets \(self.source == nil ? "no" : "a drawn") cover"
        case .unable(let error): throw Self.failure(error)
        }
      }
    }

    /// Returns the cover of a planned book; nil if the book has none.
    func cover(
      of plan: BookPlan, _ diagnostics: inout [Diagnostic]
    ) throws(BookError) -> BookCover? {
      guard source == .drawn else { return cover }
      let words = TypographicCover(
        title: plan.title, authors: plan.authors, language: plan.language)
      do throws(AudioError) {
        let cover = try BookCover(drawing: words, generator: Version.generator)
        if cover.missingLetters > 0 {
          let letters = Quantity.count(cover.missingLetters, "letter")
          diagnostics.append(
            Diagnostic(
              code: "cover-font", severity: .warning,
              message:
                "the title and authors have \(letters) that no installed font has, so the cover shows "
                + "boxes instead; install a font with more letters (Debian: fonts-noto)"))
        }
        return cover
      } catch {
        throw Self.failure(error)
      }
    }

    /// Returns the error for a cover that cannot be made, usually because a library is missing.
    private static func failure(_ error: AudioError) -> BookError {
      BookError(.unavailable, error.description)
    }
  }
}

/// The providers with installed natural voices for a language.
package struct NaturalProviders: Sendable {
  /// The ids of providers that are enabled and can speak, beginning with the most natural.
  package var ids: [String] = []
  /// The ids of built-in providers that a provider in the user configuration replaces.
  package var hidden: [String] = []
}

extension SpeechSetup {
  /// Returns the providers with installed voices for a language: kokoro, then piper.
  package func naturalProviders(speaking language: String) async -> NaturalProviders {
    let installed = InstalledVoices(in: voiceFolders)
    var providers = NaturalProviders()
    for engine in [InstalledVoice.Engine.kokoro, .piper] where installed.speaks(language, engine) {
      let id = engine.rawValue
      guard await registry.isEnabled(providerId: id),
        let provider = try? await registry.configuredProvider(for: id)
      else { continue }
      // A provider from the user configuration is used for casting only if the user asks for it.
      if provider.isNatural { providers.ids.append(id) } else { providers.hidden.append(id) }
    }
    return providers
  }

  /// Returns the note about installed voices that a provider in the user configuration hides.
  package static func note(ofHidden id: String) -> String {
    "the installed voices of \(id) are not used, because the user configuration defines a provider "
      + "with the same id; give that provider another id"
  }
}
