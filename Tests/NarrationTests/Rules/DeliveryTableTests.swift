import Narration
import Testing

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
    let table = DeliveryTable(languageCode: row.language)
    let found = try #require(table.delivery(for: row.direction))
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
    #expect(DeliveryTable(languageCode: language).delivery(for: direction) == nil)
  }

  @Test(arguments: ["closer", "heartbeat", "to Quickley", "(V.O.)", "unslowly", ""])
  func ignoresOtherWords(_ direction: String) {
    #expect(DeliveryTable(languageCode: "en").delivery(for: direction) == nil)
  }

  @Test func theCastsOwnEntriesHavePriority() {
    var own = Delivery()
    own.gain = -4
    let table = DeliveryTable(languageCode: "en", additions: ["mumbling": own, "quickly": own])
    #expect(table.delivery(for: "mumbling") == own)
    #expect(table.delivery(for: "quickly") == own)
  }
}
