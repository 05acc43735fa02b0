import Basics
import Hablare

/// `guion2audio providers show`: the settings of each provider.
struct ProviderPanels {
  private let panels: [ProviderPanel]

  init(_ panels: [ProviderPanel]) { self.panels = panels }

  /// Returns the panels as JSON, for programs that draw them.
  func json() throws -> String {
    var json = JSONWriter(style: .pretty)
    json.beginArray()
    // One line per field.
    for panel in panels { json.value(try JSONValue(encoding: panel), lines: 2) }
    json.end()
    json.endLine()
    return String(decoding: json.take(), as: UTF8.self)
  }

  /// A table for each panel, with the key, values, default and meaning of each field.
  var text: String { panels.map(Self.text).joined(separator: "\n") }

  private static func text(_ panel: ProviderPanel) -> String {
    let type = panel.type.map { ", type \($0)" } ?? ""
    let rows = panel.fields.map { field in
      ["  \(field.key)", words(for: field.kind), defaultText(of: field), field.help]
    }
    return "\(panel.id)  \(panel.displayName)\(type)\n" + TextTable.text(rows)
  }

  /// Returns the default of a field.
  ///
  /// If the field has no default, returns whether the field is required.
  private static func defaultText(of field: SettingField) -> String {
    guard let value = field.defaultValue else { return field.isRequired ? "required" : "-" }
    if case .string(let text) = value { return text }
    return (try? value.encoded()).map { String(decoding: $0, as: UTF8.self) } ?? "-"
  }

  private static func words(for kind: SettingField.Kind) -> String {
    switch kind {
    case .text(.languageTag): return "language tag"
    case .text: return "text"
    case .secret(let places):
      return (places.variables + ["the keyring", places.file]).joined(separator: ", ")
    case .url(.any): return "http or https address"
    case .url(.secureOrLoopback): return "https address, or an address of this machine"
    case .number(let range, _, let unit):
      let limits = [range.lowerBound, range.upperBound].map(PlacedValueReader.short)
      return limits.joined(separator: " to ") + (unit.map { " \($0)" } ?? "")
    case .choice(let options): return options.map(\.value).joined(separator: ", ")
    case .toggle: return "true, false"
    case .path: return "path"
    case .list(let entry, _): return "list of: \(words(for: entry))"
    case .dictionary(let fields, _): return "object: \(fields.map(\.key).joined(separator: ", "))"
    }
  }
}
