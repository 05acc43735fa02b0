import Basics
import Guion
package import Hablare
package import Narration

/// Drafts cast entries for the speakers of books that have no voice yet.
/// The voices are those that a build without a cast uses. Measuring voices only improves the draft, and may cost money, so
/// the ids of the measured providers must be in `listened`.
package struct CastDrafter: Sendable {
  let book: PlannedBook
  let speech: SpeechSetup
  /// The other books of a series.
  /// A role that speaks in several books gets one entry.
  package var others: [PlannedBook] = []
  /// The books before `cast --set` changed voices.
  /// A voice that the cast names reads unmarked passages itself, so only these books show who spoke the passages.
  package var former: [PlannedBook] = []
  /// The ids of providers whose voices are measured.
  package var listened: Set<String> = []
  /// The cost limit for measuring, in the currency of the prices; nil for no limit.
  package var maximumCost: Double?
  /// Whether names with nearly the same spelling become one role.
  package var mergesNames = false
  /// Whether a note says that every role has an entry.
  package var notesCompleteCast = true
  /// The names that notes use for settings.
  package var settings = SettingNames.library
  /// Called with notes, for example about voices that were not measured and the cost of measuring them.
  package var onNote: @Sendable (String) -> Void = { _ in }

  private let listener: VoiceListener

  /// Creates a drafter for a planned book that has kept its elements (`Book.keepsElements`).
  package init(_ book: PlannedBook, speech: SpeechSetup) {
    (self.book, self.speech) = (book, speech)
    listener = VoiceListener(
      directory: book.directory, clips: speech.clips, measurements: speech.timbres())
  }

  /// Returns a cast draft for the speaking roles that are not `known`.
  /// The largest role is first. The drafted voices come from `provider`. If `provider` is nil, their source depends on the
  /// narrator. If the narrator has a natural voice, they come from all providers of natural voices, else only from the
  /// narrator's provider. Throws a `BookError`.
  package func draft(besides known: Set<String>, provider: String? = nil) async throws -> CastDraft
  {
    var draft = try await roles(besides: known, provider)
    draft.sounds = SoundFindings.missing(in: [book] + others)
    let languages = passageVoices
    draft.narratorLanguages = languages[""] ?? [:]
    for index in draft.roles.indices {
      let role = draft.roles[index]
      for name in [role.name] + role.aliases {
        draft.roles[index].languages.merge(languages[name] ?? [:]) { own, _ in own }
      }
    }
    return draft
  }

  /// The voices of passages in other languages, by role and language.
  /// Once the cast names a role's voice, only these entries keep the voices of its passages.
  private var passageVoices: [String: [String: VoiceURI]] {
    // With a default voice, every voice is named already.
    guard book.cast.defaultVoice == nil else { return [:] }
    return ([book] + others + former).reduce(into: [:]) { voices, book in
      voices.merge(book.plan.passageVoices) { first, more in
        first.merging(more) { own, _ in own }
      }
    }
  }

  private func roles(besides known: Set<String>, _ provider: String?) async throws -> CastDraft {
    let missing = roleNames.filter { !known.contains($0) }
    for name in missing where !CharacterNormalizer.isName(name) {
      speech.onWarning(
        "\"\(name.visible)\" has no letter or digit, so it cannot have an entry in a cast")
    }
    for name in missing where name.utf8.count > InputLimit.name.maximum {
      speech.onWarning(
        "\"\(String(name.prefix(40)).visible)…\" is longer than \(InputLimit.name.size), so it cannot have an entry "
          + "in a cast")
    }
    let names = missing.filter {
      CharacterNormalizer.isName($0) && $0.utf8.count <= InputLimit.name.maximum
    }
    // The largest role comes first, so other spellings are merged into the spelling of the largest role.
    let groups = mergesNames ? merged(names) : names.map { [$0] }
    guard !groups.isEmpty else {
      if roleNames.allSatisfy(\.isEmpty) {
        onNote(
          "no role speaks, so the narrator reads everything; a role has a cue in a script, or begins paragraphs with "
            + "its name and a colon; in a novel with ten quotations or more, two roles speak at least three each"
        )
      } else if missing.isEmpty, notesCompleteCast {
        onNote("every role has an entry already")
      }
      return CastDraft(language: language, narrator: narrator, roles: [], hasDialogue: hasDialogue)
    }
    var cast = book.cast
    for names in groups where names.count > 1 {
      let own = cast.characters.first { $0.name == names[0] }
      cast.characters.removeAll { names.contains($0.name) }
      cast.characters.append(
        Cast.Character(
          name: names[0], aliases: (own?.aliases ?? []) + names.dropFirst(), note: own?.note,
          gender: own?.gender))
    }
    let script = CastingScript(
      of: elements, cast: cast, language: language, sources: book.paths)
    let named = Dictionary(
      cast.characters.compactMap { role in role.voice.map { (role.name, $0) } }
    ) { first, _ in first }
    var match = try await match(script, named: named, provider: provider)
    let voices = match.assignments()
    let portraits = Dictionary(script.parts.map { ($0.name, $0.portrait) }) { first, _ in first }
    let notes = CharacterNotes.notes(on: groups.map { $0[0] }, in: elements)
    let roles = groups.map { names in
      let portrait = portraits[names[0]] ?? RolePortrait()
      let own = cast.characters.first { $0.name == names[0] }
      let aliases = own?.aliases ?? []
      return CastDraft.Role(
        name: names[0], voice: voices[names[0]] ?? narrator,
        aliases: aliases.isEmpty ? Array(names.dropFirst()) : aliases,
        note: Self.note(notes[names[0]] ?? own?.note, portrait),
        gender: portrait.gender, age: portrait.age, effect: portrait.effect)
    }
    return CastDraft(
      language: language, narrator: narrator, roles: roles, hasDialogue: hasDialogue)
  }

  /// Whether the characters speak the quotations of the book.
  private var hasDialogue: Bool { book.cast.dialogue.voices == true }

  private func merged(_ names: [String]) -> [[String]] {
    let parts = CastingScript(of: elements, cast: book.cast, language: language).parts
    let genders = Dictionary(parts.map { ($0.name, $0.portrait.gender) }) { first, _ in first }
    return NameGroups.merged(names) { genders[$0] ?? nil }
  }

  /// Returns at most `count` voices for a role; the first voice fits best.
  /// The voices have the gender and the age of the role if possible, and differ from the voices of the roles that it meets.
  /// The narrator's role has an empty name. The role's own voice is left out. Throws a `BookError`.
  package func candidates(for role: String, count: Int) async throws -> [VoiceURI] {
    let script = CastingScript(of: elements, cast: book.cast, language: language)
    let named = book.plan.cast.filter { $0.key != role && !$0.key.isEmpty }
    let match = try await match(script, named: named, provider: nil)
    return match.ranking(for: role, omitting: book.plan.cast[role], count: count)
  }

  /// Returns the description of a role and the evidence for its voice as one note, or nil if there is neither.
  private static func note(_ description: String?, _ portrait: RolePortrait) -> String? {
    let isKnown = portrait.gender != nil || portrait.kind != .person
    var shown = portrait
    // The cast is no evidence in a cast.
    shown.evidence.removeAll { $0.kind == .cast }
    shown.evidence.removeAll { clue in
      // The quotations of prose tell the gender, and their note says how.
      let isInDescription = description.map {
        clue.quote.contains($0) || $0.contains(clue.quote)
      }
      return clue.kind == .cast || isInDescription == true
    }
    let parts = [description, isKnown ? shown.reason : "gender unknown"]
    let note = parts.compactMap(\.self).joined(separator: "; ")
    return note.isEmpty ? nil : note
  }

  private var language: String { book.plan.language }

  private var narrator: VoiceURI {
    book.plan.cast[""] ?? VoiceURI(providerId: EspeakNGVoiceEngine.id, voiceId: "en-us")
  }

  private var elements: [GuionElement] { book.elements + others.flatMap(\.elements) }

  /// The names of the roles of all books, beginning with the largest role; the narrator's name is empty.
  private var roleNames: [String] {
    guard !others.isEmpty else { return book.roleNames }
    var words: [String: Int] = [:]
    for other in [book] + others {
      for (name, count) in other.roleWords { words[name, default: 0] += count }
    }
    return words.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  private func match(
    _ script: CastingScript, named: [String: VoiceURI], provider: String?
  ) async throws -> VoiceMatch {
    for id in listened.sorted() { _ = try await speech.provider(id) }
    var director = CastingDirector(cast: book.cast, language: language, directory: book.directory)
    let ids = provider.map { [$0] } ?? director.castingIds(narrator: narrator)
    var voices: [Candidate] = []
    for id in ids {
      voices += try await candidates(of: try await speech.provider(id))
      if director.directory.provider(id) == nil {
        director.directory = try await speech.directory(of: Set(director.directory.ids + [id]))
      }
    }
    guard !voices.isEmpty else {
      throw BookError(
        .wrongInput,
        "no voice of \(ids.joined(separator: " and ")) speaks the language \(language)")
    }
    return await director.match(
      script, narrator: narrator, named: named, providers: ids,
      timbres: try await timbres(of: voices))
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
      (id, voices) = (provider.providerId, try await provider.roleVoices(languageCode: language))
    } catch let error as VoiceProviderError {
      throw BookError(error, "\(provider.providerId): \(error)")
    }
    return voices.map { Candidate(uri: VoiceURI(providerId: id, voiceId: $0.id), voice: $0) }
  }

  // MARK: Listening

  /// Throws a `BookError` if measuring costs more than the limit.
  /// For voices that the user has not allowed to be measured, notes report what measuring them would cost.
  private func permit(_ voices: [Candidate]) async throws {
    let bill = try await bill(voices.filter { listened.contains($0.providerId) })
    let cost = RunCost(bill.work, prices: speech.prices)
    if let refusal = maximumCost.flatMap(cost.refusal) {
      throw BookError(.refused, .maximumCost, ": \(refusal); no voice was measured")
    }
    let unheard = voices.filter {
      !listened.contains($0.providerId) && !book.directory.isFreeToHear($0.providerId)
    }
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

  /// Returns the measured timbres of the voices of the providers in `listened`.
  private func timbres(of voices: [Candidate]) async throws -> [VoiceURI: VoiceTimbre] {
    try await permit(voices)
    let heard = voices.filter { listened.contains($0.providerId) }.map(\.uri)
    guard !heard.isEmpty else { return [:] }
    do {
      return try await listener.timbres(of: heard, languageCode: { _ in language }, onNote: onNote)
    } catch let failure as VoiceListener.Failure {
      throw BookError(failure.reason, "\(failure.voice): \(failure.reason)")
    }
  }
}

extension BookPlan {
  /// The voices of passages in other languages, by role and language.
  package var passageVoices: [String: [String: VoiceURI]] {
    var voices: [String: [String: VoiceURI]] = [:]
    for item in chapters.flatMap(\.read.passages).flatMap(\.items) {
      for passage in item.passages {
        guard let voice = try? VoiceURI.requested(passage.voice) else { continue }
        let role = item.role?.name ?? ""
        voices[role, default: [:]].merge([passage.language: voice]) { own, _ in own }
      }
    }
    return voices
  }
}
