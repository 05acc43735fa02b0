import Testing

@testable import Hablare

struct ClipKeyTests {
  private static func request() -> VoiceEngineRequest {
    VoiceEngineRequest(
      text: "Hello.", voiceId: "v", languageCode: "en",
      options: VoiceOptions(rate: 1, model: "m", seed: 3, parameters: ["a": "1", "b": "2"]))
  }

  private static func key(_ request: VoiceEngineRequest) -> ClipKey {
    ClipKey(providerId: "p", providerVersion: "1", request: request)
  }

  @Test func `each property that affects the audio changes the key`() {
    let changes: [(inout VoiceEngineRequest) -> Void] = [
      { $0.text = "Hello" }, { $0.voiceId = "w" }, { $0.languageCode = "en-GB" },
      { $0.options.rate = 1.01 }, { $0.options.pitch = 1 }, { $0.options.gain = 1 },
      { $0.options.style = "" }, { $0.options.style = "calm" }, { $0.options.model = nil },
      { $0.options.model = "n" }, { $0.options.seed = nil }, { $0.options.seed = -3 },
      { $0.options.parameters = ["a": "1"] }, { $0.options.parameters = ["a": "2", "b": "1"] },
      { $0.options.parameters = ["a": "1b2"] }, { $0.isPhonemes = true },
      { $0.previousText = "" }, { $0.previousText = "x" }, { $0.nextText = "x" },
      { $0.wantsWordTimings = true },
      { ($0.voiceId, $0.languageCode) = ("ve", "n") },
    ]
    var keys = [Self.key(Self.request())]
    for change in changes {
      var request = Self.request()
      change(&request)
      keys.append(Self.key(request))
    }
    keys.append(ClipKey(providerId: "q", providerVersion: "1", request: Self.request()))
    keys.append(ClipKey(providerId: "p", providerVersion: "2", request: Self.request()))
    keys.append(ClipKey(providerId: "p1", providerVersion: "", request: Self.request()))
    #expect(Set(keys.map(\.name)).count == keys.count)
  }

  @Test func `the same request has the same key in every run`() {
    var request = Self.request()
    request.options.pitch = -0.0
    request.options.parameters = ["b": "2", "a": "1"]
    #expect(Self.key(request) == Self.key(Self.request()))
    // Computed with Python's hashlib.
    #expect(
      Self.key(request).name
        == "ba68bdbe967f095a0a3fb1b6c3edc21a5ea9fcce63edc22fb3ccc224a15d4c37")
  }

  @Test func `a clip with word timings answers a request without, and vice versa`() {
    var timed = Self.request()
    timed.wantsWordTimings = true
    let (plain, other) = (Self.key(Self.request()), Self.key(timed))
    // Both keys list the two forms in the same order, so both requests get the same audio.
    #expect(plain.forms == [plain.name, other.name])
    #expect(other.forms == plain.forms)
    // Only one of several processes creates the clip.
    #expect(ClipLock.place(of: plain) == ClipLock.place(of: other))
    // Computed with Python's hashlib.
    #expect(
      other.name == "8d710ba774fe9b688455860fb5c1dbdb550309957826833319f2e2cdd6d09394")
  }
}
