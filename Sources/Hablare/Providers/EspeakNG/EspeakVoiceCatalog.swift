/// espeak's voices and variants, and the meaning of voice ids.
///
/// A voice id is a language tag as listed by `espeak-ng --voices`, with an optional `+variant`. Ids
/// are resolved here because the engine silently ignores unknown variants, and does not accept all
/// the tags that it lists.
struct EspeakVoiceCatalog: Equatable, Sendable {
  /// A tag of a voice.
  ///
  /// If several voices have the same tag, the voice with the lowest `priority` is the best match.
  struct Tag: Equatable, Sendable {
    let name: String
    let priority: Int
    /// The name in lower case, stored because each search compares a tag with hundreds of names.
    let folded: String

    init(name: String, priority: Int) {
      (self.name, self.priority, folded) = (name, priority, name.lowercased())
    }
  }

  /// A voice or a variant, as the worker's LIST operation reports it.
  struct Entry: Equatable, Sendable {
    /// The engine's name: `gmw/en-US`, or `f3` for a variant.
    var identifier: String
    var name: String
    var gender: String?
    var age: Int?
    var tags: [Tag] = []
  }

  /// A parsed voice id.
  struct Resolved: Equatable, Sendable {
    var base: Entry
    var variant: Entry?

    /// The name by which the engine loads the voice, such as `gmw/en-US+f3`.
    var identifier: String {
      base.identifier + (variant.map { "+\($0.identifier)" } ?? "")
    }

    var gender: String? { variant?.gender ?? base.gender }

    /// `old` for the variants of old speakers, otherwise nil.
    ///
    /// espeak states a number for some variants, but variants with the number 70 (f1, m1) do not sound
    /// old.
    var age: String? {
      variant.flatMap { EspeakCasting.oldVariants.contains($0.identifier) ? "old" : nil }
    }
  }

  /// The version of the engine, such as `1.51`.
  let version: String
  /// The voices without a variant, in the engine's order.
  let voices: [Entry]
  /// The variants, in the engine's order.
  let variants: [Entry]

  /// Parses the text of the LIST operation (EspeakWorker/listing.c).
  init(listing: String) {
    var version = ""
    var voices = [Entry]()
    var variants = [Entry]()
    for line in listing.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch (fields[0], fields.count) {
      case ("engine", 2): version = fields[1]
      case ("voice", 6):
        // MBROLA voices are left out, because espeak lists them even if their data is missing.
        if !fields[1].hasPrefix("mb/") { voices.append(Entry(fields: fields)) }
      case ("variant", 6):
        var entry = Entry(fields: fields)
        if entry.identifier.hasPrefix("!v/") { entry.identifier.removeFirst(3) }
        variants.append(entry)
      default: continue
      }
    }
    self.version = version
    self.voices = voices
    self.variants = variants
  }

  /// Returns the voice for an id.
  ///
  /// Throws `voiceNotFound` with the nearest ids.
  func resolve(_ voiceId: String) throws(VoiceProviderError) -> Resolved {
    let parts = voiceId.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    let tag = String(parts[0])
    guard let base = voice(tag: tag) else {
      let suffix = parts.count == 2 ? "+\(parts[1])" : ""
      throw .voiceNotFound(nearest: nearestTags(to: tag).map { $0 + suffix })
    }
    guard parts.count == 2 else { return Resolved(base: base) }
    let name = String(parts[1])
    guard let variant = variant(named: name) else {
      let nearest = Spelling.nearest(to: name, among: variants.map(\.identifier))
      throw .voiceNotFound(nearest: nearest.map { "\(tag)+\($0)" })
    }
    return Resolved(base: base, variant: variant)
  }

  /// Returns the whispering form of a voice: a whispering variant of the same gender replaces the
  /// voice's variant.
  func whisperVoice(for voiceId: String) -> String? {
    guard let resolved = try? resolve(voiceId) else { return nil }
    let name = resolved.gender == "female" ? "female_whisper" : "whisper"
    guard let variant = variant(named: name) else { return nil }
    return "\(id(of: resolved.base))+\(variant.identifier)"
  }

  /// Returns the id under which a voice is listed: the voice's first tag, or the voice's identifier
  /// if the first tag means another voice (`yue` does not mean `sit/yue-Latn-jyutping`).
  func id(of voice: Entry) -> String {
    guard let tag = voice.tags.first, self.voice(tag: tag.name) == voice else {
      return voice.identifier
    }
    return tag.name
  }

  /// Returns the best voice with exactly this tag or identifier, ignoring case.
  func voice(tag: String) -> Entry? {
    let wanted = tag.lowercased()
    let candidates = voices.compactMap { voice in
      voice.priority(of: wanted).map { (voice: voice, priority: $0) }
    }
    let best = candidates.min { $0.priority < $1.priority }
    return best?.voice ?? voices.first { $0.identifier.lowercased() == wanted }
  }

  /// Returns the variant with a name.
  ///
  /// Compares the name with the variants' file names, then with the file names ignoring case, then
  /// with the variants' own names (`female_whisper` is in the file `whisperf`).
  func variant(named name: String) -> Entry? {
    if let exact = variants.first(where: { $0.identifier == name }) { return exact }
    let wanted = name.lowercased()
    return variants.first { $0.identifier.lowercased() == wanted }
      ?? variants.first { $0.name.lowercased() == wanted }
  }

  private func nearestTags(to tag: String) -> [String] {
    let known = voices.flatMap { $0.tags.map(\.name) }
    let near = Spelling.nearest(to: tag, among: known)
    // `de-DE` differs from `de` by many letters but is the same language.
    let language = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
    let related = known.filter { $0.lowercased().prefix { $0 != "-" } == language }
    var seen = Set<String>()
    return Array((near + related).filter { seen.insert($0).inserted }.prefix(3))
  }
}

extension EspeakVoiceCatalog.Entry {
  fileprivate init(fields: [String]) {
    identifier = fields[1]
    name = fields[2]
    gender = ["1": "male", "2": "female"][fields[3]]
    age = Int(fields[4]).flatMap { $0 > 0 ? $0 : nil }
    tags = fields[5].split(separator: ",").compactMap { field in
      let parts = field.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let priority = Int(parts[0]) else { return nil }
      return EspeakVoiceCatalog.Tag(name: String(parts[1]), priority: priority)
    }
  }

  /// Returns the priority of the voice for a tag in lower case, or nil if the voice does not have
  /// the tag.
  func priority(of tag: String) -> Int? {
    tags.lazy.filter { $0.folded == tag }.map(\.priority).min()
  }
}

/// The variants for automatic casting.
enum EspeakCasting {
  /// The variants, women and men in turn, in casting order.
  ///
  /// Chosen from the 101 variants of espeak 1.51 by measurement on a fixed passage. Excluded:
  /// robots, jokes, whispers, formant synthesis by `klatt`, and clipping. Required: a tempo that
  /// differs by at most a fifth from the usual tempo, and a fundamental frequency that fits the
  /// gender (men 75 to 150 Hz, women 170 to 250 Hz). Each further entry is the remaining variant
  /// that differs most from all earlier entries in fundamental frequency and mean cepstrum.
  ///
  /// Existing books choose a variant by the variant's position in this list, so append entries and
  /// never reorder them.
  static let variants = [
    "f3", "m3", "steph", "david", "f1", "kaukovalta", "Annie", "Nguyen",
    "belinda", "travis", "Andrea", "Lee", "aunty", "boris", "f2", "m8",
    "Alicia", "Michael", "linda", "rob", "f5", "marcelo", "f4", "victor",
  ]

  /// The variants that sound old.
  static let oldVariants = ["grandpa", "grandma"]
}
