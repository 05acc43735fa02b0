package import Hablare

/// Finds a voice for each role: one that fits the person, and differs from the voices that the person meets.
/// The result depends only on the roles and the voices. The time is linear in the number of roles and their meetings.
package struct VoiceMatch: Sendable {
  /// A voice that can be assigned.
  package struct Candidate: Sendable {
    package var uri: VoiceURI
    /// The gender, or nil if the provider does not state it.
    package var gender: RoleGender?
    /// The age; an adult if the provider does not state it.
    package var age: RoleAge
    /// How the voice sounds.
    package var timbre: VoiceTimbre
    /// Whether each line of the voice costs money, so that only the cast gives it to a role.
    package var isPaid: Bool

    /// Creates a candidate from the provider's description of a voice.
    /// Without a timbre, the description decides.
    package init(_ voice: Voice, uri: VoiceURI, timbre: VoiceTimbre? = nil, isPaid: Bool = false) {
      (self.uri, self.isPaid) = (uri, isPaid)
      gender = voice.gender.flatMap(RoleGender.init)
      age = voice.age.flatMap(RoleAge.init) ?? .adult
      self.timbre = timbre ?? VoiceTimbre(describing: voice)
    }
  }

  private let voices: [Candidate]
  private let parts: [CastingScript.Part]
  private let numbers: [String: Int]
  private let narrator: Candidate?
  /// The voices that the cast names, by role, as indices into `voices`.
  private var fixed: [Int: Int] = [:]
  /// The voice of each role: an index into `voices`, or nil.
  private var assigned: [Int?]
  /// How many roles have each voice, by scene; the voices are indices into `voices`.
  private var heard: [[Int: Int]]
  /// How many large roles have a voice.
  private var uses: [Int]
  /// How many leading roles have a voice.
  private var leads: [Int]
  /// The voices that come from the cast or from the narrator, which others get only if there is nothing else.
  private let reserved: Set<Int>

  /// Starts with voices that the cast names.
  /// `named` are the voices of roles in the cast. They are not assigned to other roles while others fit.
  package init(
    of script: CastingScript, voices: [Candidate], narrator: Candidate?, named: [String: Candidate]
  ) {
    var voices = voices
    var places = Dictionary(voices.indices.map { (voices[$0].uri.plain, $0) }) { first, _ in first }
    func place(_ candidate: Candidate) -> Int {
      if let place = places[candidate.uri.plain] { return place }
      voices.append(candidate)
      places[candidate.uri.plain] = voices.count - 1
      return voices.count - 1
    }
    let count = voices.count
    parts = script.parts
    numbers = Dictionary(parts.indices.map { (script.parts[$0].name, $0) }) { first, _ in first }
    assigned = Array(repeating: nil, count: parts.count)
    heard = Array(repeating: [:], count: script.scenes)
    var reserved = Set(narrator.map { [place($0)] } ?? [])
    for (name, candidate) in named.sorted(by: { $0.key < $1.key }) {
      let voice = place(candidate)
      reserved.insert(voice)
      guard let part = numbers[name] else { continue }
      fixed[part] = voice
    }
    self.narrator = narrator
    // Voices that only the cast names are known for their sound, but are not assigned to others.
    reserved.formUnion(count..<voices.count)
    (self.voices, self.reserved) = (voices, reserved)
    uses = Array(repeating: 0, count: voices.count)
    leads = uses
    offered = count
  }

  /// The number of voices that can be assigned; the others are named by the cast.
  private let offered: Int

  /// Returns the voices of the roles that the cast does not name.
  package mutating func assignments() -> [String: VoiceURI] {
    guard offered > 0 else { return [:] }
    assignAll()
    var owners: [Int: Int] = [:]
    for part in order {
      if let voice = assigned[part], owners[voice] == nil { owners[voice] = part }
    }
    return Dictionary(
      parts.indices.filter { fixed[$0] == nil }.compactMap { part in
        uri(of: part, owners).map { (parts[part].name, $0) }
      }
    ) { first, _ in first }
  }

  /// The roles, the largest first.
  private var order: [Int] {
    parts.indices.sorted { (parts[$1].size, $0) < (parts[$0].size, $1) }
  }

  /// Returns the voice of a role. Roles with the same derived voice differ a little; `owners` are their largest roles.
  /// A step towards the original voice costs no naturalness (measured: 0.07 more on the mean of 12 speakers).
  private func uri(of part: Int, _ owners: [Int: Int]) -> VoiceURI? {
    guard let voice = assigned[part] else { return nil }
    var person = part
    if let other = base(of: part), assigned[other] == voice { person = other }
    let (own, timbre) = (voices[voice].uri, voices[voice].timbre)
    guard timbre.naturalness != nil, let narrator, owners[voice] != person, owners[voice] != part
    else { return own }
    var changed = own
    let towards = timbre.pitch < narrator.timbre.pitch ? 1.0 : -1.0
    switch CastingDirector.slot(of: parts[person].name, count: 3) {
    case 0: (changed.pitch, changed.rate) = (1.5 * towards, 1.05)
    case 1: (changed.pitch, changed.rate) = (1.5 * towards, 0.94)
    default: (changed.pitch, changed.rate) = (0.8 * towards, 1.08)
    }
    return changed
  }

  /// Gives each role its voice, the largest role first.
  /// A voice of the cast counts when it is the turn of its role. So a new voice for a role changes only smaller roles.
  private mutating func assignAll() {
    let order = order
    var relatives: [Int: [Int]] = [:]
    for part in order where fixed[part] == nil {
      if let base = base(of: part) { relatives[base, default: []].append(part) }
    }
    let others = Set(relatives.values.joined())
    for part in order where !others.contains(part) {
      assign(fixed[part] ?? voice(for: part), to: part)
      // YOUNG EDWARD comes with EDWARD, so that smaller roles of his scenes get other voices.
      for relative in relatives[part] ?? [] { assign(voice(forRelative: relative), to: relative) }
    }
    // A relative of a relative.
    for part in order where assigned[part] == nil && others.contains(part) {
      assign(voice(forRelative: part), to: part)
    }
  }

  /// Returns voices for a role in the order in which they fit, at most `count`.
  /// The voice `own` is left out.
  package func ranking(for role: String, omitting own: VoiceURI?, count: Int) -> [VoiceURI] {
    let part = numbers[role]
    var lists = part.map { tiers(for: $0) } ?? [(0..<offered).filter { voices[$0].age == .adult }]
    // Boys and girls have similar voices, so a user can choose either before an adult's.
    if let part, parts[part].portrait.age == .child {
      let children = (0..<offered).filter { voices[$0].age == .child }
      let adults = lists.firstIndex { list in !list.allSatisfy(children.contains) } ?? lists.count
      lists.insert(children, at: adults)
    }
    var (ranking, match): ([Int], VoiceMatch) = ([], self)
    match.assignAll()
    if let part { match.withdraw(part) }
    for tier in lists where ranking.count < count {
      var tier = tier.filter { voices[$0].uri.plain != own?.plain && !ranking.contains($0) }
      while ranking.count < count, let best = match.farthest(tier, part, besides: ranking) {
        ranking.append(best)
        tier.removeAll { $0 == best }
      }
    }
    return ranking.map { voices[$0].uri }
  }

  // MARK: One role

  private mutating func assign(_ voice: Int?, to part: Int) {
    guard let voice else { return }
    assigned[part] = voice
    for scene in parts[part].scenes { heard[scene][voice, default: 0] += 1 }
    if parts[part].size >= .large { uses[voice] += 1 }
    if parts[part].size >= .leading { leads[voice] += 1 }
  }

  /// Takes the voice of a role away, so that it does not compete with itself.
  private mutating func withdraw(_ part: Int) {
    guard let voice = assigned[part] else { return }
    assigned[part] = nil
    if parts[part].size >= .large { uses[voice] -= 1 }
    if parts[part].size >= .leading { leads[voice] -= 1 }
  }

  private func base(of part: Int) -> Int? {
    parts[part].portrait.relative.flatMap { numbers[$0] }.flatMap { $0 == part ? nil : $0 }
  }

  /// Returns the best voice for a role: the first list that has a free voice decides.
  private func voice(for part: Int) -> Int? {
    let lists = tiers(for: part)
    let met = met(by: part)
    for tier in lists {
      let free = tier.filter { !met.contains($0) && !reserved.contains($0) }
      if let voice = best(of: free, in: tier, for: part) { return voice }
    }
    return shared(by: part, lists)
  }

  /// Returns the voice to share if every fitting voice is in one of the role's scenes: that of the fewest roles there.
  private func shared(by part: Int, _ lists: [[Int]]) -> Int? {
    let fitting = Set(lists.joined()).sorted()
    let unreserved = fitting.filter { !reserved.contains($0) }
    let open = unreserved.isEmpty ? fitting : unreserved
    guard !open.isEmpty else { return nil }
    var roles: [Int: Int] = [:]
    for scene in parts[part].scenes { roles.merge(heard[scene], uniquingKeysWith: +) }
    let slot = CastingDirector.slot(of: parts[part].name, count: open.count)
    let place = open.indices.min { one, other in
      let (first, second) = (open[one], open[other])
      return (roles[first] ?? 0, leads[first], (one + open.count - slot) % open.count)
        < (roles[second] ?? 0, leads[second], (other + open.count - slot) % open.count)
    }
    return place.map { open[$0] }
  }

  private func best(of free: [Int], in list: [Int], for part: Int) -> Int? {
    guard let fewest = free.map({ leads[$0] }).min() else { return nil }
    // A child without a child's voice has the highest voice.
    if parts[part].portrait.age == .child, free.allSatisfy({ voices[$0].age != .child }) {
      return free.max { (voices[$0].timbre.pitch, $1) < (voices[$1].timbre.pitch, $0) }
    }
    if parts[part].size >= .large {
      let least = free.map { uses[$0] }.min() ?? 0
      return farthest(free.filter { uses[$0] == least }, part)
    }
    // A small role has a place in the whole list by its name, so an edit elsewhere does not recast it.
    var open = free.filter { leads[$0] == fewest }
    let natural = open.filter { voices[$0].timbre.naturalness ?? 5 >= Self.natural }
    if !natural.isEmpty { open = natural }
    if parts[part].portrait.depth != nil { return farthest(open, part) }
    let slot = CastingDirector.slot(of: parts[part].name, count: list.count)
    return list.indices.lazy.map { list[(slot + $0) % list.count] }.first(where: open.contains)
  }

  /// Returns the voice for the same person under another name: the same voice, or the most similar voice of the age.
  private func voice(forRelative part: Int) -> Int? {
    guard let base = base(of: part), let voice = assigned[base] else {
      return self.voice(for: part)
    }
    let (own, other) = (parts[part].portrait, parts[base].portrait)
    if (own.age ?? .adult) == (other.age ?? .adult) || own.age == nil, !voices[voice].isPaid {
      return voice
    }
    let met = met(by: part)
    for tier in tiers(for: part) {
      let free = tier.filter { !met.contains($0) && !reserved.contains($0) }
      let timbre = voices[voice].timbre
      let nearest = free.min {
        (voices[$0].timbre.distance(to: timbre), $0) < (voices[$1].timbre.distance(to: timbre), $1)
      }
      if let nearest { return nearest }
    }
    return self.voice(for: part)
  }

  // MARK: Fitting voices

  /// Returns lists of voices that fit a role, the best list first; no list is empty.
  /// A known gender never gets a voice of the other one while there is any other. A child's voice is only for a child,
  /// and an old voice only for the old.
  private func tiers(for part: Int) -> [[Int]] {
    let portrait = parts[part].portrait
    let age = portrait.age ?? .adult
    func list(_ isWanted: (Candidate) -> Bool) -> [Int] {
      (0..<offered).filter { isWanted(voices[$0]) }
    }
    var lists: [[Int]] = []
    let gender = portrait.kind == .person || portrait.gender != .neutral ? portrait.gender : nil
    if let gender, gender != .neutral {
      lists.append(list { $0.gender == gender && $0.age == age })
      if age == .child { lists.append(list { $0.age == .child && $0.gender != gender.other }) }
      lists.append(adults(list { $0.gender == gender && $0.age == .adult }, for: age))
      if lists.allSatisfy(\.isEmpty) {
        lists.append(list { $0.gender == gender })
        lists.append(adults(list { $0.gender != gender.other && $0.age == .adult }, for: age))
      }
    } else {
      lists.append(list { $0.gender == .neutral && $0.age == age })
      lists.append(list { $0.gender == nil && $0.age == age })
      lists.append(list { $0.age == age })
    }
    if lists.allSatisfy(\.isEmpty) {
      lists.append(adults(list { $0.age == .adult }, for: age))
      if age != .child || lists.allSatisfy(\.isEmpty) { lists.append(Array(0..<offered)) }
    }
    return lists.filter { !$0.isEmpty }
  }

  /// Returns the voices of adults that fit an age: for a child, only the highest third.
  private func adults(_ list: [Int], for age: RoleAge) -> [Int] {
    guard age == .child else { return list }
    let open = list.filter { !reserved.contains($0) }
    let high = (open.isEmpty ? list : open).sorted {
      (-voices[$0].timbre.pitch, $0) < (-voices[$1].timbre.pitch, $1)
    }
    return high.prefix((high.count + 2) / 3).sorted()
  }

  // MARK: Meetings

  /// Returns the voices that other people have in the scenes of a role.
  private func met(by part: Int) -> Set<Int> {
    parts[part].scenes.reduce(into: []) { $0.formUnion(heard[$1].keys) }
  }

  /// The weights of distances, so that the voices of people who talk to each other differ most.
  private enum Weight {
    static let narrator = 1.3
    static let others = 1.8
  }

  /// The naturalness from which a small role gets a derived voice before others.
  private static let natural = 4.05
  /// From this distance on, in semitones, two voices differ clearly, and the more natural voice is better.
  private static let clear = 5.0
  /// The naturalness of heart.
  private static let best = 4.43
  /// The semitones that a point of naturalness is worth.
  private static let worth = 8.0

  /// The turns between two roles from which they count as talking to each other.
  /// Few pairs have about so many turns, so an edit rarely makes or ends such a pair.
  private static let talk = 4

  /// Returns the voice whose nearest voice in use is farthest away, or nil for an empty list.
  private func farthest(_ list: [Int], _ part: Int?, besides ranked: [Int] = []) -> Int? {
    let partners = part.map { parts[$0].talks.filter { $0.value >= Self.talk }.keys } ?? [:].keys
    let talks = Set(partners.compactMap { assigned[$0] })
    let others = Set(uses.indices.filter { uses[$0] > 0 })
    func nearest(_ voice: Int) -> Double {
      let timbre = voices[voice].timbre
      func least(_ set: Set<Int>) -> Double {
        set.map { voices[$0].timbre.distance(to: timbre) }.min() ?? .infinity
      }
      let narrator = narrator?.timbre.distance(to: timbre) ?? .infinity
      return min(
        least(talks), Weight.narrator * min(narrator, least(Set(ranked))),
        Weight.others * least(others))
    }
    var best: (voice: Int, score: Double)?
    for voice in list {
      let pitch = voices[voice].timbre.pitch
      let score =
        switch part.flatMap({ parts[$0].portrait.depth }) {
        case .low: -pitch
        case .high: pitch
        case nil:
          // Voices that are not derived are the most natural.
          voices[voice].timbre.naturalness.map {
            min(nearest(voice), Self.clear) - Self.worth * (Self.best - $0)
          } ?? nearest(voice)
        }
      if best == nil || score > best?.score ?? 0 { best = (voice, score) }
    }
    return best?.voice
  }
}
