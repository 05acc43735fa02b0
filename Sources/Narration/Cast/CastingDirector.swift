import Digest
public import Guion
public import Hablare

/// Finds a voice for everyone who speaks in a script.
public struct CastingDirector: Sendable {
  /// What the cast file says.
  public var cast: Cast
  /// The default language; the cast's own wins unless the user asked for another.
  public var language: String
  /// The narrator's voice that the user asked for.
  public var narratorVoice: VoiceURI?
  /// Where voices are looked up.
  public var directory: VoiceDirectory

  /// Makes a director.
  public init(
    cast: Cast, language: String, narratorVoice: VoiceURI? = nil,
    directory: VoiceDirectory
  ) {
    self.cast = cast
    self.language = language
    self.narratorVoice = narratorVoice
    self.directory = directory
  }

  /// Casts a script; no casting where the diagnostics hold an error.
  ///
  /// `sources` are the documents' names for diagnostics, in the order of their numbers.
  public func casting(of elements: [GuionElement], sources: [String]) async
    -> (casting: Casting?, diagnostics: [Diagnostic])
  {
    var diagnostics = await unknownVoices()
    guard diagnostics.isEmpty else { return (nil, diagnostics) }
    guard let narrator = await narrator() else {
      let message = "no provider has a voice for the language \(language)"
      return (nil, [Diagnostic(code: "no-voice", severity: .error, message: message)])
    }
    let cues = Cue.distinct(in: elements)
    let names = resolvedNames(of: cues, sources: sources, into: &diagnostics)
    let uncast = Set(names.values.map(\.name)).subtracting(
      cast.characters.filter { $0.voice != nil }.map(\.name))
    let automatic = await automaticVoices(for: uncast, narrator: narrator)
    var roles: [String: Role] = [:]
    var assignments: [String: Casting.Assignment] = [:]
    for cue in cues {
      guard let resolved = names[cue.text] else { continue }
      let voice =
        cast.characters.first { $0.name == resolved.name }?.voice
        ?? cast.defaultVoice ?? automatic[resolved.name] ?? narrator.voice
      let role: Role
      if let known = roles[resolved.name] {
        role = known
      } else {
        role = await self.role(resolved.name, voice)
        roles[resolved.name] = role
      }
      let isAlias = CharacterNormalizer.folded(resolved.name) != cue.folded
      assignments[cue.text] = .init(
        role: role, cue: isAlias ? cue.name : nil, announced: cue.name, isPlural: resolved.isPlural)
    }
    let casting = Casting(
      narrator: narrator, language: language,
      roles: roles.values.sorted { $0.name < $1.name }, assignments: assignments)
    return (casting, diagnostics)
  }

  // MARK: Names

  /// A cue as it stands in the script, with its first place.
  struct Cue {
    var text: String
    var name: String
    var folded: String
    var range: SourceRange?

    var position: SourcePosition? { range?.start }

    func file(in sources: [String]) -> String? {
      let index = range?.source ?? 0
      return sources.indices.contains(index) ? sources[index] : nil
    }

    static func distinct(in elements: [GuionElement]) -> [Cue] {
      var seen: Set<String> = []
      var cues: [Cue] = []
      for element in elements where element.elementType == .character {
        guard seen.insert(element.elementText).inserted else { continue }
        let name = CharacterNormalizer.name(of: element.elementText)
        cues.append(
          Cue(
            text: element.elementText, name: name, folded: CharacterNormalizer.folded(name),
            range: element.sourceRange))
      }
      return cues
    }
  }

  private struct ResolvedName {
    var name: String
    var isPlural: Bool
  }

  /// The cast's name, or the script's own, for every cue.
  private func resolvedNames(
    of cues: [Cue], sources: [String], into diagnostics: inout [Diagnostic]
  )
    -> [String: ResolvedName]
  {
    let words = LanguageWords.of(language)
    var owners: [String: String] = [:]
    for character in cast.characters {
      for name in [character.name] + character.aliases {
        owners[CharacterNormalizer.folded(name)] = character.name
        // "ALICE AND BOB" in the cast is "ALICE & BOB" in the script as well.
        owners[group(CharacterNormalizer.parts(of: name, words: words))] = character.name
      }
    }
    let scriptNames = Dictionary(cues.map { ($0.folded, $0.name) }) { first, _ in first }
    var result: [String: ResolvedName] = [:]
    for cue in cues {
      let parts = CharacterNormalizer.parts(of: cue.name, words: words)
      let isPlural = parts.count > 1 || words.everybody.contains(cue.name.uppercased())
      if let owner = owners[cue.folded] ?? owners[group(parts)] {
        result[cue.text] = ResolvedName(name: owner, isPlural: isPlural)
        continue
      }
      let folded = parts.map(CharacterNormalizer.folded)
      if parts.count > 1, folded.contains(where: { owners[$0] ?? scriptNames[$0] != nil }) {
        let speaker = owners[folded[0]] ?? scriptNames[folded[0]] ?? parts[0]
        result[cue.text] = ResolvedName(name: speaker, isPlural: true)
        diagnostics.append(
          Diagnostic(
            code: "shared-cue", severity: .note,
            message:
              "\(cue.name) is spoken by \(speaker); give it an entry of its own to change that",
            file: cue.file(in: sources), position: cue.position))
        continue
      }
      result[cue.text] = ResolvedName(name: scriptNames[cue.folded] ?? cue.name, isPlural: isPlural)
      if let diagnostic = uncast(cue, file: cue.file(in: sources), owners: owners) {
        diagnostics.append(diagnostic)
      }
    }
    return result
  }

  /// The form in which groups are compared: their names, whatever joins them.
  private func group(_ parts: [String]) -> String {
    parts.map(CharacterNormalizer.folded).joined(separator: " & ")
  }

  /// Said only where there is a cast to be missing from: a warning where a name looks misspelt.
  private func uncast(_ cue: Cue, file: String?, owners: [String: String]) -> Diagnostic? {
    guard !cast.characters.isEmpty else { return nil }
    let names = cast.characters.flatMap { [$0.name] + $0.aliases }
    // A fifth of the letters may be wrong: nearer names are rather two people (ED, AL).
    let bound = max(1, cue.name.count / 5)
    let nearest = Spelling.nearest(to: cue.name, among: names, limit: 1, within: bound).first
    if let nearest, cue.name.count > 2 {
      return Diagnostic(
        code: "uncast-character", severity: .warning,
        message: "\(cue.name) has no voice; did you mean \(nearest)?", file: file,
        position: cue.position)
    }
    guard cast.defaultVoice == nil else { return nil }
    return Diagnostic(
      code: "uncast-character", severity: .note,
      message: "\(cue.name) has no voice in the cast; one is chosen for it", file: file,
      position: cue.position)
  }

  // MARK: Voices

  private func unknownVoices() async -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for reference in cast.voiceReferences {
      if let complaint = await directory.complaint(about: reference.uri) {
        diagnostics.append(
          Diagnostic(
            code: "unknown-voice", severity: .error, message: complaint, file: reference.file,
            position: reference.position))
      }
    }
    if let narratorVoice, let complaint = await directory.complaint(about: narratorVoice) {
      diagnostics.append(
        Diagnostic(code: "unknown-voice", severity: .error, message: "--voice: \(complaint)"))
    }
    return diagnostics
  }

  private func narrator() async -> Role? {
    if let voice = narratorVoice ?? cast.narrator { return await role("", voice) }
    for id in directory.ids {
      guard let provider = directory.provider(id),
        let voice = try? await provider.fetchVoices(languageCode: language).first
      else { continue }
      return await role("", VoiceURI(providerId: id, voiceId: voice.id))
    }
    return nil
  }

  private func role(_ name: String, _ voice: VoiceURI) async -> Role {
    let whisper = await directory.provider(voice.providerId)?.whisperVoice(for: voice.voiceId)
    return Role(
      name: name, voice: voice,
      whisper: whisper.map { VoiceURI(providerId: voice.providerId, voiceId: $0) },
      takesPhonemes: voice.providerId == "espeak")
  }

  /// Voices for names that the cast leaves out: in byte order, each takes the slot that its hash
  /// gives in the provider's list, or the next free one; shared only when the list is used up.
  private func automaticVoices(for names: Set<String>, narrator: Role) async -> [String: VoiceURI] {
    let providerId = narrator.voice.providerId
    guard cast.defaultVoice == nil, !names.isEmpty,
      let provider = directory.provider(providerId),
      let voices = try? await provider.castingVoices(languageCode: language), !voices.isEmpty
    else { return [:] }
    let spoken = cast.voiceReferences.map(\.uri) + [narrator.voice]
    let ids = voices.map(\.id)
    var taken = Set(spoken.filter { $0.providerId == providerId }.map(\.voiceId))
    var result: [String: VoiceURI] = [:]
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let slot = Self.slot(of: name, count: ids.count)
      let free = ids.indices.map { ids[(slot + $0) % ids.count] }.first { !taken.contains($0) }
      let id = free ?? ids[slot]
      taken.insert(id)
      result[name] = VoiceURI(providerId: providerId, voiceId: id)
    }
    return result
  }

  /// A slot that depends on the name alone: the first eight bytes of SHA-256, modulo the list.
  static func slot(of name: String, count: Int) -> Int {
    let digest = SHA256.hash(CharacterNormalizer.folded(name)).bytes
    let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(number % UInt64(count))
  }
}
