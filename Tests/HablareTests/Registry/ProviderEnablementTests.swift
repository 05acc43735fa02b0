import Foundation
import Hablare
import HablareTesting
import TestSupport
import Testing

@Suite struct ProviderEnablementTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var switched: Bool?
    var configured: Bool?
    var isDefault: Bool
    var expected: Bool

    var testDescription: String {
      "\(String(describing: switched)) \(String(describing: configured))"
    }
  }

  static let rows: [Row] = [
    Row(isDefault: true, expected: true), Row(isDefault: false, expected: false),
    Row(configured: true, isDefault: false, expected: true),
    Row(configured: false, isDefault: true, expected: false),
    Row(switched: true, configured: false, isDefault: false, expected: true),
    Row(switched: false, configured: true, isDefault: true, expected: false),
  ]

  @Test(arguments: rows) func prioritiesOfTheSources(_ row: Row) throws {
    let folder = try TemporaryFolder()
    for file in [nil, folder.path(of: "a/b/providers.json")] {
      let rules = ProviderEnablement(
        configured: row.configured.map { ["tone": $0] } ?? [:], file: file)
      if let on = row.switched { try rules.set(on, for: "tone") }
      #expect(try rules.isEnabled("tone", byDefault: row.isDefault) == row.expected)
    }
  }

  @Test func switchesAreStoredForOtherProcesses() throws {
    let folder = try TemporaryFolder()
    let file = folder.path(of: "guion2audio/providers.json")
    let here = ProviderEnablement(file: file)
    let there = ProviderEnablement(file: file)
    try here.set(true, for: "elevenlabs")
    #expect(try there.isEnabled("elevenlabs", byDefault: false))
    try there.set(false, for: "kokoro")
    #expect(try !here.isEnabled("kokoro", byDefault: true))
    #expect(
      try String(contentsOfFile: file, encoding: .utf8) == """
        {
          "enabled" : {
            "elevenlabs" : true,
            "kokoro" : false
          }
        }

        """)
    #expect(CredentialBench.mode(of: file) == 0o600)
    #expect(try folder.names(in: "guion2audio") == ["providers.json"])
  }

  @Test func noSwitchIsLostIfManyAreSetAtTheSameTime() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path(of: "providers.json")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask { try ProviderEnablement(file: file).set(true, for: "p\(number)") }
      }
      try await group.waitForAll()
    }
    let rules = ProviderEnablement(file: file)
    for number in 0..<50 { #expect(try rules.isEnabled("p\(number)", byDefault: false)) }
  }

  @Test func aValidOrMissingFileIsNotReported() async throws {
    let folder = try TemporaryFolder()
    let rules = ProviderEnablement(file: folder.path(of: "providers.json"))
    let registry = VoiceProviderRegistry(enablement: rules)
    #expect(await registry.enablementError() == nil)
    try rules.set(true, for: "tone")
    #expect(await registry.enablementError() == nil)
    #expect(await VoiceProviderRegistry().enablementError() == nil)
  }

  @Test func aPathThatIsNotAFileIsReported() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "providers.json")
    mkfifo(path, 0o600)
    let registry = VoiceProviderRegistry(enablement: ProviderEnablement(file: path))
    let error = await registry.enablementError() as? ProviderSwitchesError
    #expect(error?.description == "\(path): it is not a file but a pipe")
  }

  @Test(arguments: ["", "{", "[]", #"{"enabled": {"a": 1}}"#])
  func aDamagedFileIsReportedAndUnchanged(_ text: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, as: "providers.json")
    let rules = ProviderEnablement(configured: ["tone": false], file: file)
    let expected = "it is damaged; remove it, and enable or disable providers again"
    let error = #expect(throws: ProviderSwitchesError.self) {
      try rules.isEnabled("tone", byDefault: true)
    }
    #expect(error?.description == "\(file): \(expected)")
    #expect(throws: ProviderSwitchesError.self) { try rules.set(true, for: "tone") }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    let registry = VoiceProviderRegistry(
      enablement: rules,
      descriptors: [VoiceProviderDescriptor(ToneVoiceProvider())])
    await #expect(throws: ProviderSwitchesError.self) {
      try await registry.configuredProvider(for: "tone")
    }
    #expect(await !registry.isEnabled(providerId: "tone"))
    #expect(await registry.enablementError() as? ProviderSwitchesError == error)
  }
}
