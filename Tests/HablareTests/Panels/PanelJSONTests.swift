import Foundation
import Testing

@testable import Hablare

/// Tests of panels as JSON, in the form of Documentation/reference/json.md, "Panels".
@Suite struct PanelJSONTests {
  @Test(arguments: PanelFieldTests.panels)
  func `written panels are read back`(panel: ProviderPanel) throws {
    let data = try JSONEncoder().encode(panel)
    #expect(try JSONDecoder().decode(ProviderPanel.self, from: data) == panel)
  }

  static let fields: [(SettingField, String)] = [
    (
      SettingField(
        key: "a", label: "A", help: "Help", kind: .text(), isRequired: true, defaultValue: "x"),
      #"{"default":"x","help":"Help","key":"a","kind":"text","label":"A","required":true}"#
    ),
    (
      SettingField(key: "a", label: "A", kind: .text(.languageTag)),
      #"{"format":"language","key":"a","kind":"text","label":"A","required":false}"#
    ),
    (
      SettingField(
        key: "a", label: "A",
        kind: .text(.pattern(TextPattern("[a-z]+", code: "bad-a", message: "no a")))),
      #"{"code":"bad-a","key":"a","kind":"text","label":"A","message":"no a","pattern":"[a-z]+","required":false}"#
    ),
    (
      SettingField(
        key: "key", label: "Key",
        kind: .secret(SecretPlaces(variables: ["K"], account: "p-api-key", file: "c/p-api-key"))),
      #"{"account":"p-api-key","file":"c/p-api-key","key":"key","kind":"secret","label":"Key","required":false,"variables":["K"]}"#
    ),
    (
      SettingField(key: "a", label: "A", kind: .url(.secureOrLoopback)),
      #"{"key":"a","kind":"url","label":"A","required":false,"security":"secureOrLoopback"}"#
    ),
    (
      SettingField(
        key: "a", label: "A", kind: .number(0.5...2, unit: "seconds"), defaultValue: 1),
      #"{"default":1,"key":"a","kind":"number","label":"A","maximum":2,"minimum":0.5,"required":false,"unit":"seconds","whole":false}"#
    ),
    (
      SettingField(key: "a", label: "A", kind: .choice([.init("b", label: "B")])),
      #"{"key":"a","kind":"choice","label":"A","options":[{"label":"B","value":"b"}],"required":false}"#
    ),
    (
      SettingField(key: "a", label: "A", kind: .toggle, defaultValue: false),
      #"{"default":false,"key":"a","kind":"switch","label":"A","required":false}"#
    ),
    (
      SettingField(key: "a", label: "A", kind: .list(of: .path, allowsSingle: true)),
      #"{"entry":{"kind":"path"},"key":"a","kind":"list","label":"A","required":false,"single":true}"#
    ),
    (
      SettingField(
        key: "a", label: "A",
        kind: .dictionary(
          [SettingField(key: "b", label: "B", kind: .toggle)], shorthand: "b")),
      #"{"fields":[{"key":"b","kind":"switch","label":"B","required":false}],"key":"a","kind":"dictionary","label":"A","required":false,"shorthand":"b"}"#
    ),
  ]

  @Test(arguments: fields)
  func `a field is one flat object`(field: SettingField, expected: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(field)
    #expect(String(decoding: data, as: UTF8.self) == expected)
    #expect(try JSONDecoder().decode(SettingField.self, from: data) == field)
  }

  @Test(arguments: [
    #"{"key": "a", "label": "A", "kind": "slider"}"#,
    #"{"key": "a", "label": "A", "kind": "number", "minimum": 2, "maximum": 1}"#,
    #"{"key": "a", "label": "A", "kind": "choice"}"#, #"{"label": "A", "kind": "switch"}"#,
  ])
  func `an invalid field is refused`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SettingField.self, from: Data(text.utf8))
    }
  }

  @Test func `a panel names its provider and its check`() throws {
    let panel = ProviderPanel(id: "x", displayName: "X", type: "openai", loginCheck: .request)
    #expect(
      try JSONValue(encoding: panel) == [
        "id": "x", "name": "X", "type": "openai", "loginCheck": "request", "fields": [],
      ])
  }
}
