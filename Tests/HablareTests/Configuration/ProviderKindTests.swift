import Testing

@testable import Hablare

/// Tests of kinds of providers.
///
/// One type describes a kind: its keys, the checks of their values, and the provider built from the values.
@Suite struct ProviderKindTests {
  private struct BellConfiguration: ProviderConfiguration {
    enum Key: String, CaseIterable {
      case bells
    }

    static let type = "bell"
    var bells = 1

    static func field(_ key: Key) -> SettingField {
      SettingField("Bells", .number(1...9, isWhole: true), help: "How many ring")
    }

    mutating func set(_ key: Key, to value: JSONValue) { bells = value.integer ?? bells }

    func value(of key: Key) -> JSONValue? { .int(bells) }

    func check(_ entry: inout ProviderEntryReader) {
      if bells == 4 { entry.report("bad-bells", "has 4 bells", at: entry.value(of: "bells")) }
    }

    func makeProvider(
      _ entry: ProviderSettings, in workshop: ProviderWorkshop
    ) throws -> any VoiceProvider {
      throw VoiceProviderError.notSupported("\(entry.displayName) with \(bells) bells")
    }
  }

  private func read(_ json: String) -> UserConfigurationReader {
    UserConfigurationReader(
      bytes: Array(json.utf8), file: "c", kinds: ProviderKinds.all + [BellConfiguration.self])
  }

  @Test func `a new kind only needs its type and an entry in the list`() async throws {
    let reader = read(#"{"providers": {"tower": {"type": "bell", "bells": 3, "name": "Big"}}}"#)
    #expect(reader.diagnostics == [])
    var bells = BellConfiguration()
    bells.bells = 3
    let expected = ProviderSettings(id: "tower", name: "Big", kind: .init(bells))
    #expect(reader.configuration.providers == [expected])
    #expect(expected.kind != .init(BellConfiguration()) && expected.kind != .espeak)
    let registry = VoiceProviderRegistry.standard(
      configuration: reader.configuration, environment: ["HOME": "/nonexistent"])
    let error = await #expect(throws: VoiceProviderError.self) {
      try await registry.provider(for: "tower")
    }
    #expect(error == .notSupported("Big with 3 bells"))
  }

  @Test(arguments: [
    (#"{"bell": {"bells": 10}}"#, "out-of-range: bells 10 is not within 1 to 9"),
    (#"{"bell": {"bells": 4}}"#, #"bad-bells: "bell" has 4 bells"#),
    (
      #"{"bell": {"bels": 4}}"#,
      #"unknown-key: "bels" is not a key of the provider "bell" (type bell); did you mean "bells"?"#
    ),
    (
      #"{"piper": {"bells": 4}}"#,
      #"misplaced-key: "bells" is allowed only for the type bell, but "piper" has the type piper; remove the key"#
    ),
    (
      #"{"x": {}}"#,
      #"missing-key: "x" needs "type": elevenlabs, openai, command, piper or bell"#
    ),
  ]) func `messages list the new kind`(_ providers: String, _ expected: String) {
    let said = read("{\"providers\": \(providers)}").diagnostics.map { "\($0.code): \($0.message)" }
    #expect(said == [expected])
  }

  @Test func `all kinds have different types, and no kind has a key twice`() {
    let kinds = ProviderKinds.all
    #expect(Set(kinds.map { $0.type }).count == kinds.count)
    for kind in kinds { #expect(Set(kind.keys).count == kind.keys.count, "\(kind.type)") }
  }
}
