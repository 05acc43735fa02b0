import Basics
public import Guion
public import Hablare

/// Finds a voice for every speaker of a script.
public struct CastingDirector: Sendable {
  /// The cast: names, voices and settings.
  public var cast: Cast
  /// The language of the text, as a BCP 47 tag.
  ///
  /// The user, the cast and the document can each name a language. The caller has already chosen one of them.
  public var language: String
  /// The narrator's voice that the user asked for, or nil.
  public var narratorVoice: VoiceURI?
  /// The directory in which voices are looked up.
  public var directory: VoiceDirectory
  /// Whether roles get positions between left and right (from rule set 1.2 on).
  package var spreadsVoices = false
  /// The languages of the script, if they are found already.
  package var passages: FoundLanguages?

  /// Creates a director.
  public init(
    cast: Cast, language: String, narratorVoice: VoiceURI? = nil,
    directory: VoiceDirectory
  ) {
    self.cast = cast
    self.language = language
    self.narratorVoice = narratorVoice
    self.directory = directory
  }

  /// Casts a script.
  ///
  /// Returns the casting and the diagnostics. The casting is nil if a diagnostic is an error.
  ///
  /// `sources` are the names of the script's documents for diagnostics, by the number of the document.
  public func casting(of elements: [GuionElement], sources: [String]) async
    -> (casting: Casting?, diagnostics: [Diagnostic])
  {
    var diagnostics = await unknownVoices()
    guard diagnostics.isEmpty else { return (nil, diagnostics) }
    guard let narrator = await narrator() else {
      let message = "no provider has a voice for the language \(language)"
      return (nil, [Diagnostic(code: "no-voice", severity: .error, message: message)])
    }
    let names = CueNames(of: elements, cast: cast, language: language, sources: sources)
    diagnostics += names.diagnostics
    let own = Dictionary(
      cast.characters.compactMap { character in character.voice.map { (character.name, $0) } }
    ) { first, _ in first }
    let uncast = Set(names.meanings.map(\.name)).filter { own[$0] == nil }
    var (portraits, automatic): ([String: RolePortrait], [String: VoiceURI]) = ([:], [:])
    if !uncast.isEmpty, rules >= .v1_2 {
      let script = CastingScript(
        of: elements, cast: cast, names: names, language: language, sources: sources)
      portraits = Dictionary(script.parts.map { ($0.name, $0.portrait) }) { first, _ in first }
      if await offersPaidVoices(narrator) {
        // What the user would pay for stays until `cast` writes another voice.
        automatic = await hashedVoices(for: uncast, in: elements, narrator: narrator)
      } else if cast.defaultVoice == nil {
        var match = await match(script, narrator: narrator.voice, named: own)
        automatic = match.assignments()
      }
    } else {
      automatic = await hashedVoices(for: uncast, in: elements, narrator: narrator)
    }
    let effects = Dictionary(
      cast.characters.compactMap { character in character.effect.map { (character.name, $0) } }
    ) { first, _ in first }
    var roles: [String: Role] = [:]
    for name in names.meanings.map(\.name) where roles[name] == nil {
      let voice = own[name] ?? cast.defaultVoice ?? automatic[name] ?? narrator.voice
      // A voice that the cast names has only the effect that the cast names.
      let effect = effects[name] ?? (own[name] == nil ? portraits[name]?.effect : nil)
      roles[name] = await role(name, voice, effect)
    }
    var casting = Casting(
      narrator: narrator, language: language, roles: roles, names: names, portraits: portraits)
    if rules >= .v1_2 {
      if spreadsVoices {
        casting.places = StereoPlaces.places(
          of: elements, names, fixed: own.compactMapValues(\.pan))
      }
      casting.romanTitles = RomanTitles(of: elements)
      casting.quickensAnnouncements = !directory.isPaidService(narrator.voice.providerId)
      let (passages, findings) = await passageVoices(
        for: elements, narrator: narrator, roles: casting.roles, portraits: portraits,
        sources: sources)
      casting.passages = passages
      diagnostics += findings
    }
    return (casting, diagnostics)
  }

  // MARK: Voices

  /// The maximum number of problems for which similar names are suggested.
  /// For each suggestion, a provider searches its list of voices.
  private static let maximumSuggestions = 100

  private func unknownVoices() async -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var problems: [VoiceURI: VoiceProblem?] = [:]
    for reference in cast.voiceReferences {
      let uri = reference.uri
      if problems[uri] == nil {
        let suggests = diagnostics.count < Self.maximumSuggestions
        problems[uri] = .some(await directory.problem(with: uri, suggestsSimilar: suggests))
      }
      if let problem = problems[uri] ?? nil {
        diagnostics.append(
          Diagnostic(
            code: problem.kind.rawValue, severity: .error, message: problem.message,
            file: reference.file, position: reference.position))
      }
    }
    for reference in cast.fallbackReferences {
      if cast.fallback[reference.id]?.providerId == reference.id {
        diagnostics.append(
          Diagnostic(
            code: "own-fallback", severity: .error,
            message: "\(reference.id) cannot be its own fallback", file: reference.file,
            position: reference.position))
      } else if let problem = directory.problem(withProvider: reference.id) {
        diagnostics.append(
          Diagnostic(
            code: problem.kind.rawValue, severity: .error, message: problem.message,
            file: reference.file, position: reference.position))
      }
    }
    let isNamed = cast.voiceReferences.contains { $0.uri == cast.narrator }
    if let narrator = cast.narrator, !isNamed,
      let problem = await directory.problem(with: narrator)
    {
      diagnostics.append(
        Diagnostic(
          code: problem.kind.rawValue, severity: .error,
          message: "the narrator in the user configuration: \(problem.message)"))
    }
    if let narratorVoice, let problem = await directory.problem(with: narratorVoice) {
      diagnostics.append(
        Diagnostic(
          code: problem.kind.rawValue, severity: .error,
          message: "the chosen narrator \(narratorVoice): \(problem.message)"))
    }
    return diagnostics
  }

  private func narrator() async -> Role? {
    if let voice = narratorVoice ?? cast.narrator { return await role("", voice) }
    // By default, the narrator has the most natural free voice. Providers that may cost money are used only if no free
    // provider has a voice for the language.
    let free = directory.naturalIds + [EspeakNGVoiceEngine.id]
    for id in free + directory.ids.filter({ !free.contains($0) }) {
      guard let provider = directory.provider(id),
        let voice = try? await provider.narratorVoice(languageCode: language)
      else { continue }
      return await role("", VoiceURI(providerId: id, voiceId: voice.id))
    }
    return nil
  }

  private var rules: RuleSet {
    cast.ruleSet(paidServices: Set(directory.ids.filter(directory.isPaidService)))
  }

  func role(
    _ name: String, _ voice: VoiceURI, _ effect: Delivery.Effect? = nil
  ) async -> Role {
    let whisper = await directory.provider(voice.providerId)?.whisperVoice(for: voice.voiceId)
    return Role(
      name: name, voice: voice,
      whisper: whisper.map { VoiceURI(providerId: voice.providerId, voiceId: $0) },
      abilities: directory.abilities(of: voice), effect: effect)
  }

  // MARK: Rule set 1.2

  /// Returns the ids of the providers whose voices roles get: all natural voices, or those of the narrator's provider.
  package func castingIds(narrator: VoiceURI) -> [String] {
    let natural = directory.naturalIds
    return natural.contains(narrator.providerId) ? natural : [narrator.providerId]
  }

  private func offersPaidVoices(_ narrator: Role) async -> Bool {
    castingIds(narrator: narrator.voice).contains(where: directory.isPaidService)
  }

  /// Returns the assignment of voices to the roles of a script.
  /// `named` are voices of the cast, by role. `providers` are the providers of the other voices; if nil, the narrator's
  /// voice decides. `timbres` are measured timbres that are better than the provider's.
  package func match(
    _ script: CastingScript, narrator: VoiceURI, named: [String: VoiceURI],
    providers: [String]? = nil, timbres: [VoiceURI: VoiceTimbre] = [:]
  ) async -> VoiceMatch {
    let ids = providers ?? castingIds(narrator: narrator)
    var lists: [String: [Voice]] = [:]
    for id in Set(ids + [narrator.providerId] + named.values.map(\.providerId)) {
      lists[id] = try? await directory.provider(id)?.roleVoices(languageCode: language)
    }
    let voices = ids.flatMap { id in
      (lists[id] ?? []).map {
        candidate($0, VoiceURI(providerId: id, voiceId: $0.id), timbres)
      }
    }
    /// A voice that the cast names, with the provider's description if there is one.
    func described(_ uri: VoiceURI) -> VoiceMatch.Candidate {
      let voice = lists[uri.providerId]?.first { $0.id == uri.voiceId }
      return candidate(
        voice ?? Voice(id: uri.voiceId, name: uri.voiceId, providerId: uri.providerId), uri, timbres
      )
    }
    return VoiceMatch(
      of: script, voices: voices, narrator: described(narrator),
      named: named.mapValues(described))
  }

  private func candidate(
    _ voice: Voice, _ uri: VoiceURI, _ timbres: [VoiceURI: VoiceTimbre]
  ) -> VoiceMatch.Candidate {
    let known = directory.timbre(of: uri)
    var timbre = timbres[uri.plain] ?? known
    timbre?.naturalness = known?.naturalness
    return VoiceMatch.Candidate(
      voice, uri: uri, timbre: timbre, isPaid: directory.isPaidService(uri.providerId))
  }

  // MARK: Rule sets 1.0 and 1.1

  /// Chooses voices for names that have no voice in the cast.
  /// Names get their voices in byte order. The hash of a name selects a slot in the list of voices. If the voice in
  /// this slot is already in use, the name gets the next unused voice. Names share a voice only after all voices of the
  /// list are in use.
  /// The list contains the voices of the narrator's provider. If the narrator has a natural voice, the list contains
  /// the natural voices of all providers. If the script states the gender of a role and the list has voices of this
  /// gender, only these voices are used for the role.
  private func hashedVoices(
    for names: Set<String>, in elements: [GuionElement], narrator: Role
  ) async -> [String: VoiceURI] {
    guard cast.defaultVoice == nil, !names.isEmpty else { return [:] }
    let evidence =
      rules == .v1_0
      ? [:] : RoleEvidence.evidence(on: names.sorted(), in: elements, language: language)
    let voices = await candidates(of: castingIds(narrator: narrator.voice))
    guard !voices.isEmpty else { return [:] }
    // A voice for one line must not change the voices of roles.
    let named = cast.voiceReferences.filter { cast.answers == nil || $0.file != cast.answers?.path }
    var taken = Set((named.map(\.uri) + [narrator.voice]).map(\.plain))
    let lists = Self.lists(of: voices)
    var free = lists.mapValues { Set($0).subtracting(taken).count }
    var result: [String: VoiceURI] = [:]
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let gender = evidence[name]?.gender.rawValue
      let list = gender.flatMap { lists[$0] == nil ? nil : $0 } ?? ""
      guard let uris = lists[list] else { continue }
      let slot = Self.slot(of: name, count: uris.count)
      let places = uris.indices.lazy.map { (slot + $0) % uris.count }
      let place = free[list, default: 0] > 0 ? places.first { !taken.contains(uris[$0]) } : nil
      let uri = uris[place ?? slot]
      if taken.insert(uri).inserted {
        for (other, uris) in lists where uris.contains(uri) { free[other, default: 0] -= 1 }
      }
      result[name] = uri
    }
    return result
  }

  /// A voice that can be assigned to a role.
  private struct Candidate {
    var uri: VoiceURI
    var gender: String?
  }

  /// Returns the voices that these providers offer for casting, in the order of `ids`.
  private func candidates(of ids: [String]) async -> [Candidate] {
    var candidates: [Candidate] = []
    for id in ids {
      let voices = try? await directory.provider(id)?.castingVoices(languageCode: language)
      candidates += (voices ?? []).map {
        Candidate(uri: VoiceURI(providerId: id, voiceId: $0.id), gender: $0.gender)
      }
    }
    return candidates
  }

  /// Returns all voices under the empty key, and the voices of each gender under that gender.
  private static func lists(of voices: [Candidate]) -> [String: [VoiceURI]] {
    var lists = Dictionary(grouping: voices.filter { $0.gender != nil }) { $0.gender ?? "" }
      .mapValues { $0.map(\.uri) }
    lists[""] = voices.map(\.uri)
    return lists
  }

  /// Returns the slot of a name: the first eight bytes of the SHA-256 of the folded name, modulo `count`.
  static func slot(of name: String, count: Int) -> Int {
    let digest = SHA256.hash(CharacterNormalizer.folded(name)).bytes
    let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(number % UInt64(count))
  }
}
