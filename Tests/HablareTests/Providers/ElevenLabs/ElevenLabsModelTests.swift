import Testing

@testable import Hablare

struct ElevenLabsModelTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var version: Double?
    var takesTags = false
    var takesContext = true
    var takesLanguage = false
    var cost = 1.0
    var limit: Int
    var testDescription: String { id }
  }

  static let rows = [
    Row(id: "eleven_multilingual_v2", version: 2, limit: 10_000),
    Row(id: "eleven_monolingual_v1", version: 1, limit: 10_000),
    Row(id: "eleven_flash_v2", version: 2, cost: 0.5, limit: 30_000),
    Row(id: "eleven_flash_v2_5", version: 2.5, takesLanguage: true, cost: 0.5, limit: 40_000),
    Row(id: "eleven_turbo_v2_5", version: 2.5, takesLanguage: true, cost: 0.5, limit: 40_000),
    Row(
      id: "eleven_v3", version: 3, takesTags: true, takesContext: false, takesLanguage: true,
      limit: 3_000),
    Row(
      id: "eleven_v3_conversational", version: 3, takesTags: true, takesContext: false,
      takesLanguage: true, limit: 2_000),
    Row(
      id: "eleven_v4_turbo", version: 4, takesTags: true, takesContext: false, takesLanguage: true,
      limit: 2_000),
    Row(id: "voxel", version: nil, limit: 2_000),
    Row(id: "", version: nil, limit: 2_000),
  ]

  @Test(arguments: rows) func `the id of a model determines what it supports`(row: Row) {
    let model = ElevenLabsModel(id: row.id)
    #expect(model.version == row.version)
    #expect(model.takesTags == row.takesTags && model.takesContext == row.takesContext)
    #expect(model.takesLanguageCode == row.takesLanguage)
    #expect(model.defaultCharacterCost == row.cost && model.defaultLimit == row.limit)
  }

  @Test func `the list has limits and costs, and meaningless values are left out`() throws {
    let json = """
      [{"model_id":"a","can_do_text_to_speech":true,"maximum_text_length_per_request":5000,
        "model_rates":{"character_cost_multiplier":0.3}},
       {"model_id":"b","can_do_text_to_speech":false,"maximum_text_length_per_request":-1,
        "model_rates":null},
       {"name":"no id"}, 7]
      """
    let list = try ElevenLabsModelList(json: Array(json.utf8))
    #expect(list.speakingIds == ["a"])
    #expect(
      list[ElevenLabsModel(id: "a")]
        == ElevenLabsModelList.Entry(id: "a", speaks: true, limit: 5_000, characterCost: 0.3))
    #expect(
      list[ElevenLabsModel(id: "b")]
        == ElevenLabsModelList.Entry(id: "b", speaks: false, limit: nil, characterCost: nil))
    #expect(list[ElevenLabsModel(id: "c")] == nil)
    #expect(throws: DecodingError.self) { try ElevenLabsModelList(json: Array("{}".utf8)) }
  }
}
