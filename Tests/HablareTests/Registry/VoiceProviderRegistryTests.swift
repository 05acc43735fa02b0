import Foundation
import Hablare
import HablareTesting
import Synchronization
import TestSupport
import Testing

@Suite struct VoiceProviderRegistryTests {
  private struct Broken: Error {}

  /// A provider that is not configured and has no voices.
  private struct Unready: VoiceProvider {
    var providerId: String { "unready" }
    var displayName: String { "Unready" }
    var requiresAPIKey: Bool { true }
    var mimeType: String { "audio/wav" }
    var defaultVoiceId: String? { nil }
    func isConfigured() async -> Bool { false }
    func fetchVoices(languageCode: String) async throws -> [Voice] { [] }
    func isVoiceAvailable(voiceId: String) async -> Bool { false }
    func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 0 }
    func generateAudio(
      text: String, voiceId: String, languageCode: String, options: VoiceOptions
    ) async throws -> Data { throw VoiceProviderError.notConfigured }
  }

  private static func descriptor(
    _ id: String, enabled: Bool = true,
    make: @escaping @Sendable () async throws -> any VoiceProvider
  ) -> VoiceProviderDescriptor {
    VoiceProviderDescriptor(
      id: id, displayName: id, isEnabledByDefault: enabled, makeProvider: make)
  }

  private static func tone(_ id: String, enabled: Bool = true) -> VoiceProviderDescriptor {
    descriptor(id, enabled: enabled) { ToneVoiceProvider(providerId: id) }
  }

  @Test func providersAreListedByIdAndCreatedOnDemand() async throws {
    let made = Mutex(0)
    let registry = VoiceProviderRegistry()
    for id in ["tone", "alto", "bass"] {
      await registry.register(
        Self.descriptor(id) {
          made.withLock { $0 += 1 }
          return ToneVoiceProvider(providerId: id)
        })
    }
    #expect(await registry.availableProviders().map(\.id) == ["alto", "bass", "tone"])
    #expect(await registry.contains(providerId: "alto"))
    #expect(await !registry.contains(providerId: "contralto"))
    #expect(made.withLock { $0 } == 0)
    #expect(try await registry.provider(for: "alto")?.providerId == "alto")
    #expect(try await registry.provider(for: "contralto") == nil)
    #expect(made.withLock { $0 } == 1)
  }

  @Test func concurrentCallersGetTheSameProvider() async throws {
    let made = Mutex(0)
    let registry = VoiceProviderRegistry(descriptors: [
      Self.descriptor("tone") {
        made.withLock { $0 += 1 }
        await Task.yield()
        return ToneVoiceProvider()
      }
    ])
    let ids = try await withThrowingTaskGroup(of: ObjectIdentifier?.self) { group in
      for _ in 0..<100 {
        group.addTask {
          (try await registry.provider(for: "tone") as? ToneVoiceProvider).map(
            ObjectIdentifier.init)
        }
      }
      return try await group.reduce(into: Set<ObjectIdentifier?>()) { $0.insert($1) }
    }
    #expect(ids.count == 1 && !ids.contains(nil))
    #expect(made.withLock { $0 } == 1)
  }

  @Test func aFailedCreationIsNotRemembered() async throws {
    let tries = Mutex(0)
    let registry = VoiceProviderRegistry(descriptors: [
      Self.descriptor("tone") {
        let number = tries.withLock {
          $0 += 1
          return $0
        }
        if number == 1 { throw Broken() }
        return ToneVoiceProvider()
      }
    ])
    await #expect(throws: Broken.self) { try await registry.provider(for: "tone") }
    #expect(try await registry.provider(for: "tone") != nil)
  }

  @Test func registeringAgainReplaces() async throws {
    let registry = VoiceProviderRegistry(descriptors: [Self.tone("tone")])
    let first = try await registry.provider(for: "tone") as? ToneVoiceProvider
    let second = ToneVoiceProvider()
    await registry.register(VoiceProviderDescriptor(second))
    #expect(try await registry.provider(for: "tone") as? ToneVoiceProvider === second)
    #expect(first !== second)
    #expect(await registry.availableProviders().map(\.displayName) == ["Tone"])
  }

  @Test func problemsAreReportedInOrder() async throws {
    let registry = VoiceProviderRegistry(descriptors: [
      Self.tone("tone"), Self.tone("off", enabled: false),
      // Neither enabled nor configured: disabled is reported.
      Self.descriptor("unready", enabled: false) { Unready() },
    ])
    await #expect(throws: VoiceProviderError.unsupportedProvider) {
      try await registry.configuredProvider(for: "nobody")
    }
    let disabled = VoiceProviderError.notSupported(
      "the provider off is disabled; enable it with "
        + "VoiceProviderRegistry.setEnabled(true, for: \"off\")")
    await #expect(throws: disabled) { try await registry.configuredProvider(for: "off") }
    let error = await #expect(throws: VoiceProviderError.self) {
      try await registry.configuredProvider(for: "unready")
    }
    #expect(error?.description.contains("for: \"unready\")") == true)
    try await registry.setEnabled(true, for: "unready")
    await #expect(throws: VoiceProviderError.notConfigured) {
      try await registry.configuredProvider(for: "unready")
    }
    #expect(try await registry.configuredProvider(for: "tone").providerId == "tone")
    // A disabled provider can still be inspected.
    #expect(try await registry.provider(for: "off") != nil)
  }

  @Test func forUnknownIdsTheNearestIsSuggested() async throws {
    let registry = VoiceProviderRegistry(descriptors: [Self.tone("tone"), Self.tone("elevenlabs")])
    #expect(await registry.nearest(to: "elevenlab") == ["elevenlabs"])
    let near = VoiceProviderError.invalidRequest(
      "there is no provider elevenlab; did you mean elevenlabs?")
    await #expect(throws: near) { try await registry.setEnabled(true, for: "elevenlab") }
    let far = VoiceProviderError.invalidRequest(
      "there is no provider azure-speech; known: elevenlabs, tone")
    await #expect(throws: far) { try await registry.setEnabled(true, for: "azure-speech") }
    #expect(await !registry.isEnabled(providerId: "elevenlab"))
  }

  @Test func espeakIsAlwaysEnabled() async throws {
    let registry = VoiceProviderRegistry(
      enablement: ProviderEnablement(configured: ["espeak": false]),
      descriptors: [Self.tone("espeak", enabled: false)])
    #expect(await registry.isEnabled(providerId: "espeak"))
    #expect(try await registry.configuredProvider(for: "espeak").providerId == "espeak")
    try await registry.setEnabled(true, for: "espeak")
    let refusal = VoiceProviderError.notSupported(
      "espeak is always enabled and cannot be disabled")
    await #expect(throws: refusal) { try await registry.setEnabled(false, for: "espeak") }
  }
}
