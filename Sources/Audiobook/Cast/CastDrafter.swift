import Basics
public import Hablare
public import Narration

/// Drafts cast entries for the speakers of a book that have no voice yet.
///
/// Free voices on this machine are measured. Measuring other voices may cost money, so the ids of their providers
/// must be in `listened`.
public struct CastDrafter: Sendable {
  let book: PlannedBook
  let speech: SpeechSetup
  /// The ids of providers whose voices are measured although measuring them may cost money.
  public var listened: Set<String> = []
  /// The cost limit for measuring, in the currency of the prices; nil for no limit.
  public var maximumCost: Double?
  /// Whether names with nearly the same spelling become one role.
  public var mergesNames = false
  /// The names that notes use for settings.
  public var settings = SettingNames.library
  /// Called with notes, for example about voices that were not measured and the cost of measuring them.
  public var onNote: @Sendable (String) -> Void = { _ in }

  private let listener: VoiceListener

  /// Creates a drafter for a planned book that has kept its elements (`Book.keepsElements`).
  public init(_ book: PlannedBook, speech: SpeechSetup) {
    (self.book, self.speech) = (book, speech)
    listener = VoiceListener(
      directory: book.directory, clips: speech.clips, measurements: speech.timbres())
  }

  /// Returns a cast draft for the speaking roles that are not `known`, with voices that differ as much as possible.
  ///
  /// The drafted voices come from `provider`. If `provider` is nil, their source depends on the narrator. If the
  /// narrator has a natural voice, they come from all providers of natural voices, else only from the narrator's
  /// provider. Throws a `BookError`.
  public func draft(besides known: Set<String>, provider: String? = nil) async throws -> CastDraft {
    let narrator =
      book.plan.cast[""] ?? VoiceURI(providerId: EspeakNGVoiceEngine.id, voiceId: "en-us")
    let missing = book.roleNames.filter { !known.contains($0) }
    for name in missing where !CharacterNormalizer.isName(name) {
      speech.onWarning(
        "\"\(name.visible)\" has no letter or digit, so it cannot have an entry in a cast")
    }
    let names = missing.filter(CharacterNormalizer.isName)
    // The largest role comes first, so other spellings are merged into the spelling of the largest role.
    let groups = mergesNames ? NameGroups.merged(names) : names.map { [$0] }
    guard !groups.isEmpty else {
      return CastDraft(language: language, narrator: narrator, roles: [])
    }
    let spoken = [narrator] + book.cast.characters.compactMap(\.voice)
    for id in listened.sorted() { _ = try await speech.provider(id) }
    var spread = try await spread(
      of: provider.map { [$0] } ?? providers(for: narrator), besides: spoken)
    let notes = CharacterNotes.notes(on: groups.map { $0[0] }, in: book.elements)
    let evidence = RoleEvidence.evidence(
      on: groups.map { $0[0] }, in: book.elements, language: language)
    let roles = groups.map { names in
      let stated = evidence[names[0]]
      return CastDraft.Role(
        name: names[0], voice: spread.next(stated?.gender) ?? narrator,
        aliases: Array(names.dropFirst()), note: notes[names[0]] ?? stated?.quote)
    }
    return CastDraft(language: language, narrator: narrator, roles: roles)
  }

  /// Returns at most `count` voices for a role; the first voice differs most from the other voices in the book.
  ///
  /// The narrator's role has an empty name. If the narrator has a natural voice, the chosen voices come from all
  /// providers of natural voices, else only from the narrator's provider. If possible, they have the gender that the
  /// script states for the role. The role's own voice is left out. Throws a `BookError`.
  public func candidates(for role: String, count: Int) async throws -> [VoiceURI] {
    let narrator =
      book.plan.cast[""] ?? VoiceURI(providerId: EspeakNGVoiceEngine.id, voiceId: "en-us")
    let others = book.plan.cast.filter { $0.key != role }.map(\.value)
    let own = book.plan.cast[role]
    var spread = try await spread(
      of: providers(for: narrator), besides: others.sorted { $0.description < $1.description },
      omitting: own)
    let stated = RoleEvidence.evidence(on: [role], in: book.elements, language: language)[role]
    return (0..<count).compactMap { _ in
      guard let voice = spread.next(stated?.gender) else { return nil }
      spread.remove(voice)
      return voice
    }
  }

  private var language: String { book.plan.language }

  /// Returns the ids of the providers to choose voices from.
  ///
  /// These are all providers of natural voices if the narrator has a natural voice, else only the narrator's
  /// provider.
  private func providers(for narrator: VoiceURI) -> [String] {
    let natural = book.directory.naturalIds
    return natural.contains(narrator.providerId) ? natural : [narrator.providerId]
  }

  /// Returns the voices of providers as a spread, which assigns the voices to roles one by one.
  ///
  /// Each assigned voice differs as much as possible from the voices assigned before and from the voices in `spoken`.
  private func spread(
    of ids: [String], besides spoken: [VoiceURI], omitting own: VoiceURI? = nil
  ) async throws -> VoiceSpread {
    var candidates: [Candidate] = []
    for id in ids { candidates += try await self.candidates(of: try await speech.provider(id)) }
    candidates.removeAll { $0.uri.plain == own?.plain }
    guard !candidates.isEmpty else {
      throw BookError(
        .wrongInput,
        "no voice of \(ids.joined(separator: " and ")) speaks the language \(language)")
    }
    var heard: [Candidate] = []
    for uri in spoken where book.directory.provider(uri.providerId) != nil {
      heard.append(Candidate(uri: uri, voice: await voice(of: uri)))
    }
    try await permit(candidates + heard)
    return VoiceSpread(try await points(candidates), besides: try await points(heard))
  }

  /// A voice with its settings, and the provider's description of the voice.
  private struct Candidate {
    var uri: VoiceURI
    var voice: Voice
    var providerId: String { uri.providerId }
  }

  private func candidates(of provider: any VoiceProvider) async throws -> [Candidate] {
    let (id, voices): (String, [Voice])
    do {
      (id, voices) = (
        provider.providerId, try await provider.castingVoices(languageCode: language)
      )
    } catch let error as VoiceProviderError {
      throw BookError(error, "\(provider.providerId): \(error)")
    }
    return voices.map { Candidate(uri: VoiceURI(providerId: id, voiceId: $0.id), voice: $0) }
  }

  /// Returns the provider's description of a voice; if there is none, a description that contains only the id.
  private func voice(of uri: VoiceURI) async -> Voice {
    let provider = book.directory.provider(uri.providerId)
    let known = try? await provider?.fetchVoices(languageCode: language)
    return known?.first { $0.id == uri.voiceId }
      ?? Voice(id: uri.voiceId, name: uri.voiceId, providerId: uri.providerId)
  }

  // MARK: Listening

  /// Returns whether measuring a voice is allowed.
  private func hears(_ voice: Candidate) -> Bool {
    book.directory.isFreeToHear(voice.providerId) || listened.contains(voice.providerId)
  }

  /// Throws a `BookError` if measuring costs more than the limit.
  ///
  /// For voices that the user has not allowed to be measured, notes report what measuring them would cost.
  private func permit(_ voices: [Candidate]) async throws {
    let bill = try await bill(voices.filter(hears))
    let cost = RunCost(bill.work, prices: speech.prices)
    if let refusal = maximumCost.flatMap(cost.refusal) {
      throw BookError(.refused, .maximumCost, ": \(refusal); no voice was measured")
    }
    let unheard = voices.filter { !hears($0) }
    for id in Set(unheard.map(\.providerId)).sorted() {
      let own = unheard.filter { $0.providerId == id }
      let work = RunCost(try await self.bill(own).work, prices: speech.prices).entries.first
      onNote(
        "\(Quantity.count(own.count, "voice")) of \(id) "
          + "\(own.count == 1 ? "was" : "were") not measured; \(settings.name(.listened)) \(id) measures "
          + "\(own.count == 1 ? "it" : "them")"
          + (work.map { ", for " + price($0) } ?? ""))
    }
  }

  private func bill(_ voices: [Candidate]) async throws -> PaidBill {
    do {
      return try await listener.bill(for: voices.map(\.uri), languageCode: language)
    } catch let error as VoiceProviderError {
      throw BookError(error)
    }
  }

  private func price(_ entry: RunCost.Entry) -> String {
    let characters = "\(entry.work.characters) characters"
    guard let price = entry.price, let cost = entry.cost else { return characters }
    return characters + " (\(Quantity.money(cost, price.currency)))"
  }

  /// Returns how voices sound: the measured timbre, or else the timbre that the provider's description suggests.
  private func points(_ voices: [Candidate]) async throws -> [VoiceSpread.Point] {
    let timbres: [VoiceURI: VoiceTimbre]
    do {
      timbres = try await listener.timbres(
        of: voices.filter(hears).map(\.uri), languageCode: { _ in language }, onNote: onNote)
    } catch let failure as VoiceListener.Failure {
      throw BookError(failure.reason, "\(failure.voice): \(failure.reason)")
    }
    return voices.map { voice in
      VoiceSpread.Point(
        voice: voice.uri, timbre: timbres[voice.uri] ?? VoiceTimbre(describing: voice.voice),
        gender: voice.voice.gender)
    }
  }
}
