import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests that panels have exactly the fields that the reader of `config.json` accepts.
@Suite struct PanelFieldTests {
  /// A panel for each kind of provider.
  static let panels = ProviderKinds.all.compactMap { ProviderPanel(type: $0.type, id: $0.type) }

  @Test func `every kind of provider has a panel`() {
    #expect(Self.panels.map(\.type) == ProviderKinds.all.map { $0.type })
    #expect(ProviderPanel.types == ["elevenlabs", "openai", "command", "piper"])
    #expect(ProviderPanel(type: "espeak", id: "other") == nil)
    #expect(ProviderPanel(type: "opanai", id: "x") == nil)
    #expect(ProviderPanel(type: "openai", id: "a/b") == nil)
  }

  @Test(arguments: ProviderKinds.all.indices)
  func `the reader's keys and the panel's fields are the same`(kind index: Int) throws {
    let (kind, panel) = (ProviderKinds.all[index], Self.panels[index])
    let fields = panel.fields.filter { !$0.isSecret }.map(\.key)
    #expect(["type"] + fields == kind.keys)
    #expect(Set(fields).count == fields.count)
    // A key without a field is refused, and a key with a field is accepted.
    for key in fields + ["no-such-key"] {
      let entry = #"{"providers": {"\#(kind.type)": {"type": "\#(kind.type)", "\#(key)": null}}}"#
      let reader = UserConfigurationReader(bytes: Array(entry.utf8), file: "c")
      let isUnknown = reader.diagnostics.contains { $0.code == "unknown-key" }
      #expect(isUnknown == (key == "no-such-key"), "\(key)")
    }
  }

  @Test(arguments: panels) func `every field has a description`(panel: ProviderPanel) {
    func check(_ fields: [SettingField]) {
      for field in fields {
        #expect(!field.key.isEmpty && !field.label.isEmpty, "\(field)")
        #expect(!field.help.hasSuffix("."), "\(field.key)")
        #expect(field.help.isEmpty || field.help.first?.isUppercase == true, "\(field.key)")
        if case .dictionary(let own, _) = field.kind { check(own) }
        if case .list(.dictionary(let own, _), _) = field.kind { check(own) }
      }
    }
    check(panel.fields)
    #expect((panel.secret != nil) == (panel.loginCheck == .request))
  }

  @Test(arguments: panels) func `every default is a valid value of its field`(
    panel: ProviderPanel
  ) {
    for field in panel.fields {
      guard let value = field.defaultValue else { continue }
      var reader = PlacedValueReader(file: nil)
      let node = JSONNode(value, at: SourcePosition(line: 1, column: 1))
      #expect(reader.value(node, of: field) == value, "\(field.key)")
      #expect(reader.diagnostics == [])
    }
  }

  @Test(arguments: [
    ("openai", "openai", true), ("openai", "kokoro", false), ("elevenlabs", "elevenlabs", true),
    ("elevenlabs", "other", true),
  ])
  func `a key is required if every address needs one`(
    type: String, id: String, isRequired: Bool
  ) throws {
    let panel = try #require(ProviderPanel(type: type, id: id))
    #expect(panel.secret?.isRequired == isRequired)
  }

  @Test func `defaults are those of the settings`() throws {
    let panel = try #require(ProviderPanel(type: "piper", id: "piper"))
    let defaults = Dictionary(
      uniqueKeysWithValues: panel.fields.map { ($0.key, $0.defaultValue ?? .null) })
    #expect(
      defaults == [
        "enabled": true, "name": "Piper", "voices": .null,
      ])
    #expect(panel.fields.filter(\.isRequired) == [])
    let command = try #require(ProviderPanel(type: "command", id: "flite"))
    #expect(command.fields.filter(\.isRequired).map(\.key) == ["command"])
    #expect(command.loginCheck == .local)
  }

  @Test func `the documentation lists the same keys for the same types`() throws {
    let text = try ReferencePage.castFile.text
    let start = try #require(text.range(of: "| key | of types | type, range | default | |"))
    let rows = text[start.upperBound...].components(separatedBy: "\n\n")[0].split(separator: "\n")
    var listed: [String: Set<String>] = [:]
    for row in rows.dropFirst() {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let key = cells[0].trimmingCharacters(in: ["`"])
      for kind in Self.types(cells[1]) { listed[kind, default: []].insert(key) }
    }
    for kind in ProviderKinds.all { #expect(listed[kind.type] == Set(kind.keys), "\(kind.type)") }
  }

  /// Returns the types in a cell: "all", "all but espeak, hibari", or a list of types.
  private static func types(_ cell: String) -> Set<String> {
    let all = Set(ProviderKinds.all.map { $0.type })
    if cell == "all" { return all }
    guard cell.hasPrefix("all but ") else {
      return Set(cell.components(separatedBy: ", "))
    }
    let others = cell.dropFirst("all but ".count).replacing(" and ", with: ", ")
    return all.subtracting(others.components(separatedBy: ", "))
  }
}
