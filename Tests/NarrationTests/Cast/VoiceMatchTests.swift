import Guion
import Hablare
import Testing

@testable import Narration

/// Tests of which voice a role gets from rule set 1.2 on.
@Suite struct VoiceMatchTests {
  private static func candidate(
    _ name: String, _ gender: String?, _ age: String? = nil, hertz: Double,
    naturalness: Double? = nil
  ) -> VoiceMatch.Candidate {
    VoiceMatch.Candidate(
      Voice(id: name, name: name, providerId: "tone", gender: gender, age: age),
      uri: VoiceURI(providerId: "tone", voiceId: name),
      timbre: VoiceTimbre(fundamental: hertz, centre: 700, naturalness: naturalness))
  }

  private static let narrator = candidate("teller", "female", hertz: 200)

  private static let voices = [
    candidate("bass", "male", hertz: 85), candidate("baritone", "male", hertz: 110),
    candidate("tenor", "male", hertz: 140), candidate("alto", "female", hertz: 180),
    candidate("mezzo", "female", hertz: 215), candidate("soprano", "female", hertz: 250),
    candidate("neither", "neutral", hertz: 160), candidate("lad", "male", "child", hertz: 280),
    candidate("lass", "female", "child", hertz: 310), candidate("sage", "male", "old", hertz: 100),
    candidate("crone", "female", "old", hertz: 170), narrator,
  ]

  private static func script(_ text: String, cast: Cast = Cast()) -> CastingScript {
    CastingScript(of: FountainParser(string: text).elements, cast: cast, language: "en-US")
  }

  private static func voices(
    of text: String, cast: Cast = Cast(), named: [String: String] = [:]
  ) -> [String: String] {
    let known = named.mapValues { name in voices.first { $0.uri.voiceId == name } ?? narrator }
    var match = VoiceMatch(
      of: script(text, cast: cast), voices: voices, narrator: narrator, named: known)
    return match.assignments().mapValues(\.voiceId)
  }

  private static func speech(_ name: String, _ words: String = "Well.") -> String {
    "\n\(name)\n\(words)\n"
  }

  /// Returns a scene in which each role speaks as often as its number says.
  private static func scene(_ heading: String, _ roles: [(String, Int)]) -> String {
    var text = "\nINT. \(heading) - DAY\n"
    for round in 0..<(roles.map(\.1).max() ?? 0) {
      for (name, count) in roles where round < count { text += speech(name) }
    }
    return text
  }

  @Test(arguments: [
    ("MARA stands at the window in her coat.", "MARA", ["alto", "mezzo", "soprano"]),
    ("KARL, a giant of a man, ducks.", "KARL", ["bass", "baritone", "tenor"]),
    ("TIM (8) hides behind his mother. He giggles.", "TIM", ["lad"]),
    ("The little girl RUTHIE runs.", "RUTHIE", ["lass"]),
    ("AGNES, 85, knits. She hums.", "AGNES", ["crone"]),
    ("DR. BENNETT (85) nods. He leaves.", "DR. BENNETT", ["sage"]),
    ("QUILL waits. They wait.", "QUILL", ["neither"]),
  ])
  func `a voice has the gender and the age of the role`(
    action: String, name: String, fitting: [String]
  ) {
    let voice = Self.voices(of: "INT. HALL - DAY\n\n\(action)\n\(Self.speech(name))")[name]
    #expect(fitting.contains(voice ?? ""), "\(voice ?? "none")")
  }

  @Test func `the cast overrules the script`() {
    var cast = Cast()
    cast.characters = [.init(name: "MARA", gender: .male, age: .old)]
    let text = "INT. HALL - DAY\n\nMARA takes her coat.\n\(Self.speech("MARA"))"
    #expect(Self.voices(of: text, cast: cast)["MARA"] == "sage")
  }

  @Test func `the same person at another age has a related voice`() {
    let text =
      "INT. HALL - DAY\n\nEDWARD takes his hat. YOUNG EDWARD (10) runs.\n"
      + Self.scene("HALL", [("EDWARD", 20), ("WILL", 20)])
      + Self.scene("POND", [("YOUNG EDWARD", 3), ("ADULT EDWARD", 1), ("EDWARD'S VOICE", 1)])
    let voices = Self.voices(of: text)
    #expect(voices["YOUNG EDWARD"] == "lad")
    #expect(voices["ADULT EDWARD"] == voices["EDWARD"])
    #expect(voices["EDWARD'S VOICE"] == voices["EDWARD"])
    #expect(voices["WILL"] != voices["EDWARD"])
  }

  @Test func `the young form of an old man has no old voice`() {
    let text =
      "INT. HALL - DAY\n\nDR. BENNETT (85) nods.\n"
      + Self.scene("HALL", [("DR. BENNETT", 9), ("YOUNG DR. BENNETT", 2)])
    let voices = Self.voices(of: text)
    #expect(voices["DR. BENNETT"] == "sage")
    #expect(["bass", "baritone", "tenor"].contains(voices["YOUNG DR. BENNETT"]))
  }

  @Test func `a small role does not have the voice of a relative in its scene`() {
    let others = ["ADAM", "BRIAN", "CARL", "DAVID", "FRANK", "GEORGE"]
    for other in others {
      let text =
        Self.scene("HALL", [("EDWARD", 20)])
        + Self.scene("POND", [("ADULT EDWARD", 1), (other, 1)])
      let voices = Self.voices(of: text)
      #expect(voices["ADULT EDWARD"] == voices["EDWARD"] && voices[other] != voices["EDWARD"])
    }
  }

  @Test func `roles that meet do not share a voice while another one fits`() {
    let men = ["ADAM", "BRIAN", "CARL", "DAVID", "EDWARD", "FRANK", "GEORGE", "HENRY", "PETER"]
    var text = ""
    for (number, name) in men.enumerated() {
      let others = [men[(number + 1) % men.count], men[(number + 4) % men.count]]
      text += Self.scene("ROOM \(number)", [(name, 2 + number), (others[0], 1), (others[1], 1)])
    }
    let (voices, parts) = (Self.voices(of: text), Self.script(text).parts)
    let fitting: Set = ["bass", "baritone", "tenor"]
    for one in parts {
      #expect(fitting.contains(voices[one.name] ?? ""))
      for other in parts
      where other.name != one.name && !Set(one.scenes).isDisjoint(with: other.scenes) {
        guard voices[one.name] == voices[other.name] else { continue }
        // Every fitting voice is heard in the scenes of the role.
        let met = parts.filter {
          $0.name != one.name && !Set(one.scenes).isDisjoint(with: $0.scenes)
        }
        #expect(Set(met.compactMap { voices[$0.name] }).isSuperset(of: fitting), "\(one.name)")
      }
    }
  }

  @Test func `two who talk to each other differ most`() {
    let text =
      "INT. HALL - DAY\n\nTOM lights his pipe. BEN lights his pipe.\n"
      + Self.scene("HALL", [("TOM", 20), ("BEN", 20)])
    let voices = Self.voices(of: text)
    #expect(Set([voices["TOM"], voices["BEN"]]) == ["bass", "tenor"])
  }

  @Test func `voices of the cast and of the narrator stay theirs`() {
    let text = Self.scene("HALL", [("ANNA", 9), ("RUTH", 9), ("JANE", 9), ("EMMA", 9)])
    let voices = Self.voices(of: text, named: ["ANNA": "alto"])
    #expect(voices["ANNA"] == nil)
    #expect(!voices.values.contains("teller") && !voices.values.contains("alto"))
  }

  @Test func `a small role has its voice whoever else speaks in other scenes`() {
    let first = Self.scene("ROOM", [("TOM", 9), ("JACK", 1)])
    let one = Self.voices(of: first)["JACK"]
    let more = (1...20).map { Self.scene("STREET \($0)", [("MAN \($0)", 1)]) }.joined()
    #expect(Self.voices(of: first + more)["JACK"] == one)
  }

  @Test func `roles of one kind in one scene share the voices evenly`() {
    let men = (1...14).map { ("MAN #\($0)", 1) }
    let voices = Self.voices(of: Self.scene("HALL", men))
    let counts = Dictionary(grouping: voices.values) { $0 }.mapValues(\.count)
    #expect(Set(counts.keys) == ["bass", "baritone", "tenor"])
    #expect(counts.values.allSatisfy { $0 == 4 || $0 == 5 }, "\(counts)")
    let unknown = (1...70).map { ("ROLE \($0)", 1) }
    let more = Dictionary(grouping: Self.voices(of: Self.scene("HALL", unknown)).values) { $0 }
    #expect(
      more.count == 7 && more.values.allSatisfy { $0.count == 10 }, "\(more.mapValues(\.count))")
  }

  @Test func `no child has a deep voice`() {
    let boys = ["TIM", "TOM", "SAM", "JIM"]
    let action = boys.map { "\($0) (8) hides his hand." }.joined(separator: " ")
    let text = "INT. HALL - DAY\n\n\(action)\n" + Self.scene("HALL", boys.map { ($0, 1) })
    let voices = Self.voices(of: text)
    #expect(Set(voices.values) == ["lad", "tenor"], "\(voices)")
    let adults = Self.voices.filter { $0.age == .adult }
    var match = VoiceMatch(
      of: Self.script("INT. HALL - DAY\n\nKIM (8) hides.\n" + Self.speech("KIM")), voices: adults,
      narrator: Self.narrator, named: [:])
    #expect(match.assignments()["KIM"]?.voiceId == "soprano")
  }

  @Test func `thousands of roles, emoji and words of one letter get voices`() {
    var text = "INT. HALL - DAY\n"
    for number in 0..<3000 { text += Self.speech("ROLE \(number)") }
    text += Self.speech("@😀 1") + Self.speech("X")
    let voices = Self.voices(of: text)
    #expect(voices.count == 3002)
    #expect(Self.voices(of: "INT. HALL - DAY\n\nNobody is here.\n").isEmpty)
  }

  @Test(arguments: [
    ("TIM (8) giggles. He hides.", "TIM", ["lad", "lass"]),
    ("The little girl RUTHIE runs.", "RUTHIE", ["lass", "lad"]),
    ("KARL, a giant of a man, ducks.", "KARL", []),
  ]) func `all voices of children are offered for a child before those of adults`(
    action: String, name: String, children: [String]
  ) {
    let text = "INT. HALL - DAY\n\n\(action)\n\(Self.speech(name))"
    let match = VoiceMatch(
      of: Self.script(text), voices: Self.voices, narrator: Self.narrator, named: [:])
    let ranking = match.ranking(for: name, omitting: nil, count: 3).map(\.voiceId)
    #expect(ranking.count == 3 && Array(ranking.prefix(children.count)) == children)
    #expect(children.isEmpty ? !ranking.contains("lad") : !["lad", "lass"].contains(ranking[2]))
  }

  @Test func `the ranking leaves out the role's own voice and fits`() {
    let text =
      "INT. HALL - DAY\n\nTOM lights his pipe.\n" + Self.scene("HALL", [("TOM", 9), ("RUTH", 9)])
    let match = VoiceMatch(
      of: Self.script(text), voices: Self.voices, narrator: Self.narrator,
      named: ["RUTH": Self.candidate("alto", "female", hertz: 180)])
    let own = VoiceURI(providerId: "tone", voiceId: "bass")
    #expect(
      Set(match.ranking(for: "TOM", omitting: own, count: 2).map(\.voiceId)) == [
        "baritone", "tenor",
      ])
  }

  // MARK: Derived voices

  private static let derived = [
    candidate("deep", "male", hertz: 90, naturalness: 3.6),
    candidate("middle", "male", hertz: 120, naturalness: 4.15),
    candidate("high", "male", hertz: 140, naturalness: 4.25),
  ]

  private static func uris(
    of text: String, _ voices: [VoiceMatch.Candidate]
  ) -> [String: VoiceURI] {
    var match = VoiceMatch(of: script(text), voices: voices, narrator: narrator, named: [:])
    return match.assignments()
  }

  @Test func `of the voices that differ clearly, the most natural one speaks`() {
    let men = ["KARL", "TOM", "HANS"]
    let text =
      "INT. HALL - DAY\n\n" + men.map { "\($0) lights his pipe.\n\n" }.joined()
      + Self.scene("HALL", [("KARL", 12)]) + Self.scene("YARD", [("TOM", 10)])
      + Self.scene("SHED", [("HANS", 2)])
    #expect(Self.uris(of: text, Self.derived).mapValues(\.voiceId)["KARL"] == "high")
    #expect(Self.uris(of: text, Self.derived)["TOM"]?.voiceId == "middle")
    #expect(Self.uris(of: text, Self.derived)["HANS"]?.voiceId != "deep")
    // Voices that are not derived are as natural as they are.
    let own = Self.voices.filter { ["bass", "tenor"].contains($0.uri.voiceId) }
    #expect(Self.uris(of: text, own)["KARL"]?.voiceId == "bass")
    #expect(Self.uris(of: text, own + Self.derived)["KARL"]?.voiceId == "bass")
  }

  @Test func `roles that share a derived voice differ, and a name of the same person does not`() {
    let men = ["KARL", "TOM", "HANS", "IVAN", "OTTO"]
    func text(_ count: Int) -> String {
      "INT. HALL - DAY\n\n" + men.map { "\($0) lights his pipe.\n\n" }.joined()
        + Self.scene("HALL", [("KARL", 12), ("KARL'S VOICE", 1)])
        + men.dropFirst().prefix(count).map { Self.scene("\($0)'S ROOM", [($0, 1)]) }.joined()
    }
    let voices = [Self.derived[2]]
    let found = Self.uris(of: text(4), voices)
    #expect(found["KARL"]?.description == "tone://high")
    #expect(found["KARL'S VOICE"] == found["KARL"])
    for name in men.dropFirst() {
      #expect(found[name]?.plain == found["KARL"] && found[name] != found["KARL"], "\(name)")
      #expect((0.5...1.5).contains(found[name]?.pitch ?? 0), "towards the narrator's pitch")
    }
    #expect(Set(found.values).count > 2)
    let before = Self.uris(of: text(2), voices)
    #expect(before.allSatisfy { found[$0.key] == $0.value }, "other roles change nothing")
    let own = Self.uris(of: text(4), [Self.voices[2]])
    #expect(Set(own.values.map(\.description)) == ["tone://tenor"])
  }
}
