import Audiobook
import Basics
import Guion
import Hablare

/// `guion2audio providers [enable|disable|login|logout|status|show ID]`: manages providers, their keys and settings.
struct ProvidersCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  private enum Action: String, CaseIterable {
    case enable, disable, login, logout, status, show
  }

  func run() async throws -> ExitCode {
    let action: Action = try arguments.action(of: .providers) ?? .status
    let names = arguments.inputs.dropFirst()
    guard names.count <= 1 else {
      throw UsageError("providers \(action.rawValue) accepts only one provider")
    }
    let setup = try SpeechSetup(arguments)
    guard let id = names.first else {
      switch action {
      case .status: return try await list(setup, only: nil)
      case .show: return try show(await setup.registry.panels())
      case .enable, .disable, .login, .logout: break
      }
      throw UsageError(
        "providers \(action.rawValue) needs the id of a provider; `guion2audio providers` lists all providers"
      )
    }
    guard await setup.registry.contains(providerId: id) else {
      let known = await setup.registry.availableProviders().map(\.id)
      let hint = Spelling.hint(
        for: id, among: known,
        otherwise: "`guion2audio providers` lists all providers; config.json can define more")
      throw UsageError("there is no provider \"\(id)\"; \(hint)")
    }
    do {
      return try await perform(action, id, setup)
    } catch let error as CredentialError {
      throw CommandFailure(.refused, error.description(advice: .shell))
    } catch let error as ProviderSwitchesError {
      throw CommandFailure(.cannotWrite, error.description(advice: .shell))
    }
  }

  private func perform(_ action: Action, _ id: String, _ setup: SpeechSetup) async throws
    -> ExitCode
  {
    switch action {
    case .enable: try await enable(true, id, setup)
    case .disable: try await enable(false, id, setup)
    case .login: try await login(id, setup)
    case .logout: try await logout(id, setup)
    case .status: return try await list(setup, only: id)
    case .show: return try show([await setup.registry.panel(for: id)].compactMap(\.self))
    }
    await setup.warnOfKeys(if: true)
    return .success
  }

  private func enable(_ isEnabled: Bool, _ id: String, _ setup: SpeechSetup) async throws {
    do {
      try await setup.registry.setEnabled(isEnabled, for: id)
    } catch let error as VoiceProviderError {
      throw CommandFailure(.usage, error.description)
    }
    Streams.out("\(id) is \(isEnabled ? "enabled" : "disabled")\n")
  }

  // MARK: Keys

  private func login(_ id: String, _ setup: SpeechSetup) async throws {
    guard let panel = await setup.registry.panel(for: id), panel.secret != nil else {
      throw CommandFailure(.usage, "\(id) does not use a key")
    }
    let key = try KeyPrompt.read(for: panel.displayName)
    let isVerified = !arguments.has(.noVerify)
    let source: CredentialSource
    do {
      source = try await setup.credentials.save(
        key: CredentialStore.key(for: id), value: key
      ) { key in if isVerified { try await setup.registry.checkLogin(of: id, key: key) } }
    } catch VoiceProviderError.authenticationFailed {
      throw CommandFailure(.refused, "\(panel.displayName) refused the key; it was not saved")
    } catch let error as VoiceProviderError {
      throw CommandFailure(
        .unavailable,
        "the key could not be checked and was not saved: \(error); --no-verify saves it unchecked")
    }
    try await setup.registry.setEnabled(true, for: id)
    let checked = isVerified ? "checked and " : ""
    Streams.out("\(id): the key was \(checked)saved in \(source), and the provider is enabled\n")
    arguments.suggest(["list its voices": "voices --provider \(id)"])
  }

  private func logout(_ id: String, _ setup: SpeechSetup) async throws {
    let removed = try await setup.credentials.delete(key: CredentialStore.key(for: id))
    Streams.out(
      removed.isEmpty
        ? "\(id): there was no saved key to remove\n"
        : "\(id): the key was removed from \(removed.map(\.description).joined(separator: " and "))\n"
    )
  }

  // MARK: Settings

  private func show(_ panels: [ProviderPanel]) throws -> ExitCode {
    let panels = ProviderPanels(panels)
    Streams.out(arguments.has(.json) ? try panels.json() : panels.text)
    return .success
  }

  // MARK: The list

  /// The part of a provider's state that is known without a request to the provider's service.
  private struct Row {
    var id: String
    var name: String
    var isEnabled: Bool
    var requiresKey: Bool
    /// The source of the key, or nil if there is no key.
    var key: String?
    /// The reason why the key or the provider cannot be used, or nil if both can be used.
    var problem: String?

    var state: String {
      if let problem { return problem }
      if let key { return "key from \(key)" }
      return requiresKey ? "no key" : "needs no key"
    }
  }

  private func list(_ setup: SpeechSetup, only: String?) async throws -> ExitCode {
    var rows: [Row] = []
    for descriptor in await setup.registry.availableProviders()
    where only.map({ $0 == descriptor.id }) ?? true {
      var row = Row(
        id: descriptor.id, name: descriptor.displayName,
        isEnabled: await setup.registry.isEnabled(providerId: descriptor.id),
        requiresKey: descriptor.requiresConfiguration)
      do {
        let key = CredentialStore.key(for: descriptor.id)
        row.key = try await setup.credentials.source(of: key)?.description
      } catch let error as CredentialError {
        row.problem = error.description(advice: .shell)
      }
      if row.isEnabled, row.problem == nil, !row.requiresKey {
        let provider = try? await setup.registry.provider(for: row.id)
        row.problem = await provider?.configurationError().map { error in
          // The row already names the provider, so the reason is enough.
          if case VoiceProviderError.engineUnavailable(let reason) = error { return reason }
          return ProviderAdvice.shell.description(of: error)
        }
      }
      rows.append(row)
    }
    if let error = await setup.registry.enablementError() {
      SpeechSetup.warn(ProviderAdvice.shell.description(of: error))
    }
    // A missing keyring is reported only if the user asks about a single provider.
    if only != nil {
      for notice in await setup.credentials.takeNotices() { SpeechSetup.warn("\(notice)") }
    } else {
      await setup.warnOfKeys(if: true)
    }
    Streams.out(arguments.has(.json) ? json(rows) : table(rows))
    return .success
  }

  private func table(_ rows: [Row]) -> String {
    TextTable.text(rows.map { [$0.id, $0.isEnabled ? "enabled" : "disabled", $0.name, $0.state] })
  }

  private func json(_ rows: [Row]) -> String {
    var json = JSONWriter(style: .pretty)
    json.beginArray()
    for row in rows {
      json.beginObject(.inline)
      json.key("id")
      json.string(row.id)
      json.key("name")
      json.string(row.name)
      json.key("enabled")
      json.bool(row.isEnabled)
      json.key("requiresKey")
      json.bool(row.requiresKey)
      for (name, value) in [("key", row.key), ("trouble", row.problem)] {
        guard let value else { continue }
        json.key(name)
        json.string(value)
      }
      json.end()
    }
    json.end()
    json.endLine()
    return String(decoding: json.take(), as: UTF8.self)
  }

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
}
