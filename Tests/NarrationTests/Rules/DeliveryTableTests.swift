import Hablare
import Testing

@testable import Narration

@Suite struct DeliveryTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var direction: String
    var gain = 0.0
    var rate = 1.0
    var pitch = 0.0
    var whispers = false
    var pause = 0
    var effect: Delivery.Effect?
    var language = "en"
    var testDescription: String { direction }
  }

  static let rows: [Row] = [
    Row(direction: "beat", pause: 700), Row(direction: "a pause", pause: 700),
    Row(direction: "long pause", pause: 1500), Row(direction: "Silence.", pause: 1500),
    Row(direction: "whispering", gain: -6, whispers: true),
    Row(direction: "under his breath", gain: -6, whispers: true),
    Row(direction: "to Bob, quietly", gain: -6, whispers: true),
    Row(direction: "SHOUTING", gain: 3, rate: 1.05, pitch: 2),
    Row(direction: "quickly", rate: 1.2), Row(direction: "slowly, deliberately", rate: 0.85),
    Row(direction: "singing", pitch: 1), Row(direction: "into phone", effect: .telephone),
    Row(direction: "(O.S.)", gain: -4, effect: .offScreen),
    Row(direction: "whispering, quickly", gain: -6, rate: 1.2, whispers: true),
    Row(direction: "susurrando", gain: -6, whispers: true, language: "es-MX"),
    Row(direction: "un temps", pause: 700, language: "fr"),
    Row(direction: "schreiend", gain: 3, rate: 1.05, pitch: 2, language: "de"),
  ]

  @Test(arguments: rows) func findsTheDelivery(_ row: Row) throws {
    let table = DeliveryTable(languageCode: row.language, rules: .v1_1)
    let found = try #require(table.delivery(for: row.direction))
    #expect(found.colour == nil)
    #expect(found.gain == row.gain)
    #expect(found.rate == row.rate)
    #expect(found.pitch == row.pitch)
    #expect(found.whispers == row.whispers)
    #expect(found.pause == row.pause)
    #expect(found.effect == row.effect)
  }

  @Test(arguments: [
    ("not whispering", "en"), ("stops singing", "en"), ("no longer shouting", "en"),
    ("without pause", "en"), ("en même temps", "fr"), ("pas vite", "fr"),
    ("sin gritar", "es"), ("deja de cantar", "es"), ("nicht leise", "de"),
  ])
  func respectsNegations(_ direction: String, _ language: String) {
    for rules in [RuleSet.v1_1, .v1_2] {
      let table = DeliveryTable(languageCode: language, rules: rules)
      #expect(table.delivery(for: direction) == nil)
    }
  }

  @Test(arguments: ["closer", "heartbeat", "to Quickley", "unslowly", "shaking his head", ""])
  func ignoresOtherWords(_ direction: String) {
    #expect(DeliveryTable(languageCode: "en").delivery(for: direction) == nil)
    #expect(DeliveryTable(languageCode: "en", rules: .v1_1).delivery(for: "(V.O.)") == nil)
  }

  // MARK: Rule set 1.2

  /// Directions with what they change: the signs of gain, pitch and tempo, of the range of the melody, of breath and of
  /// tilt.
  @Test(arguments: [
    ("shouting", "en", "+gain +pitch +rate +range +tilt"), ("furious", "en", "+gain +range +tilt"),
    ("QUIETLY", "en", "-gain -range +breath -tilt"), ("hushed", "en", "-gain +breath"),
    ("sadly", "en", "-rate -pitch -range"), ("weak, dying", "en", "-gain -rate -range +breath"),
    ("excitedly", "en", "+rate +pitch +range"), ("deadpan", "en", "-range"),
    ("out of breath", "en", "+breath +rate"), ("drunk", "en", "-rate +range -tilt"),
    ("old", "en", "-rate +tremor +rough"), ("through gritted teeth", "en", "-pitch +rough"),
    ("off Walt's silence, calling", "en", "+gain"), ("to Bob, under his breath", "en", "-gain"),
    ("wütend", "de", "+gain +range +tilt"), ("traurig", "de", "-rate -pitch -range"),
    ("atemlos", "de", "+breath"), ("leise", "de", "-gain +breath"),
    ("furieuse", "fr", "+gain +range"), ("tristement", "fr", "-rate -range"),
    ("à bout de souffle", "fr", "+breath"), ("à mi-voix", "fr", "-gain +breath"),
    ("furiosa", "es", "+gain +range"), ("con los dientes apretados", "es", "-pitch +rough"),
    ("en voz baja", "es", "-gain +breath"), ("borracho", "es", "-rate"),
  ])
  func `a manner changes the sound of the voice`(
    _ direction: String, _ language: String, _ signs: String
  ) throws {
    let found = try #require(DeliveryTable(languageCode: language).delivery(for: direction))
    let colour = found.colour ?? VoiceColour()
    let changes = [
      "gain": found.gain, "rate": found.rate - 1, "pitch": found.pitch,
      "range": colour.range - 1, "breath": colour.breath, "rough": colour.roughness,
      "tremor": colour.tremor, "tilt": colour.tilt,
    ]
    for sign in signs.split(separator: " ") {
      let change = try #require(changes[String(sign.dropFirst())])
      #expect(sign.first == "+" ? change > 0 : change < 0, "\(sign): \(change)")
    }
    #expect(!found.whispers)
  }

  @Test(arguments: [
    ("into microphone", Delivery.Effect.microphone), ("over P.A.", .loudspeaker),
    ("through a bullhorn", .megaphone), ("into his radio", .radio), ("on TV", .television),
    ("from the next room", .nextRoom), ("in the distance", .distant), ("underwater", .underwater),
    ("echoing", .echo), ("V.O.", .close), ("V.O., filtered", .telephone), ("O.S.", .offScreen),
    ("into phone", .telephone),
  ])
  func `a place has its effect`(_ direction: String, _ effect: Delivery.Effect) {
    #expect(DeliveryTable(languageCode: "en").delivery(for: direction)?.effect == effect)
  }

  @Test(arguments: [
    ("turning sharply", "en", true), ("then; tips his hat", "en", true),
    ("then as the door falls", "en", true), ("then as if to a child", "en", false),
    ("finally looking at Anna", "en", true), ("raising a wing for silence", "en", true),
    ("then, turns", "en", true), ("awkwardly hugs Isabella", "en", true),
    ("quietly to Mary", "en", true), ("smiles and nods", "en", true), ("nodding", "en", true),
    ("firm handshake", "en", true), ("more whoops", "en", true), ("firm", "en", false),
    ("makes odd clicking noises and grunts", "en", true),
    ("her voice trails as she falls asleep", "en", true),
    ("his voice breaking as before", "en", false), ("Rosa looks at him blankly", "en", true),
    ("some tired miners come in loudly", "en", true), ("his eyes follow hers", "en", true),
    ("realizes it is late, sad", "en", true), ("more groans", "en", true),
    ("his voice drops to a whisper", "en", false), ("her anger shows", "en", false),
    ("distracted by the noise as he bends over", "en", true),
    ("from inside a van", "en", true), ("from inside", "en", false),
    ("warning with the knife", "en", true), ("her mouth full", "en", true),
    ("she reads from the letter", "en", true), ("smiling with relief", "en", false),
    ("pauses the film", "en", true), ("off a loud crash", "en", true),
    ("reading his note", "en", true), ("with a quick glance at Tom", "en", true),
    ("with a nod", "en", true), ("reading", "en", false), ("with a look of horror", "en", false),
    ("with a smile", "en", false), ("off screen", "en", false),
    ("luego mira la puerta", "es", true), ("en voz baja a María", "es", true),
    ("puis se lève", "fr", true), ("leise zu Anna", "de", true),
    ("softly", "en", false), ("beat", "en", false), ("then", "en", false),
    ("then, quietly", "en", false), ("turning serious", "en", false),
    ("looking sad", "en", false), ("a little too loudly", "en", false),
    ("a sly smile", "en", false), ("taking a deep breath", "en", false),
    ("raises her voice to a shout", "en", false), ("to himself, quietly", "en", false),
    ("doucement", "fr", false), ("mit leiser Stimme", "de", false), ("luego", "es", false),
  ])
  func `an action beside a manner or a pause is essential`(
    _ direction: String, _ language: String, _ isEssential: Bool
  ) {
    let business = StageBusiness(
      language: language, deliveries: DeliveryTable(languageCode: language))
    #expect(business.isEssential(direction) == isEssential)
  }

  @Test func `in older rule sets, a manner is acted whatever stands beside it`() {
    let business = StageBusiness(
      language: "en", deliveries: DeliveryTable(languageCode: "en", rules: .v1_1))
    #expect(!business.isEssential("turning quickly"))
    #expect(business.isEssential("turning"))
  }

  @Test func `several loud manners are no louder than a shout`() throws {
    let table = DeliveryTable(languageCode: "en")
    let found = try #require(table.delivery(for: "yelling, furious, loudly, excited"))
    #expect(found.gain == 3 && found.pitch <= 3.5 && found.rate <= 1.25)
    #expect(try #require(found.colour).tilt <= 3)
  }

  @Test(arguments: ["en", "de", "fr", "es"])
  func `the table has enough manners, each once`(_ language: String) {
    let rows = Manner.rows(language)
    #expect(rows.count >= 50)
    let phrases = rows.flatMap { $0.0 }
    #expect(phrases.count >= (language == "en" ? 600 : 250))
    #expect(phrases.allSatisfy { !$0.isEmpty && !$0.contains("  ") })
    let repeated = Dictionary(grouping: phrases) { $0 }.filter { $0.value.count > 1 }.keys
    #expect(repeated.isEmpty, "\(repeated.sorted())")
  }

  @Test func theCastsOwnEntriesHavePriority() {
    var own = Delivery()
    own.gain = -4
    for rules in [RuleSet.v1_1, .v1_2] {
      let table = DeliveryTable(
        languageCode: "en", additions: ["mumbling": own, "quickly": own], rules: rules)
      #expect(table.delivery(for: "mumbling") == own)
      #expect(table.delivery(for: "quickly") == own)
    }
  }
}
