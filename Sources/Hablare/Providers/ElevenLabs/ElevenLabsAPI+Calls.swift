import FoundationEssentials

/// The calls that cost nothing.
extension ElevenLabsAPI {
  /// The most pages of voices that are read: 20,000 voices.
  private static let maximumPages = 200

  /// Every voice of the account.
  func voices() async throws -> ElevenLabsVoiceList {
    var list = ElevenLabsVoiceList()
    var token: String?
    var seen = Set<String>()
    for _ in 0..<Self.maximumPages {
      let page = try await read(
        Self.voicesCall(after: token), as: ElevenLabsVoicePage.init(json:hiding:))
      list.add(page.voices)
      guard let next = page.nextToken else { return list }
      // A service that sends in circles.
      guard seen.insert(next).inserted else { throw VoiceProviderError.invalidResponse }
      token = next
    }
    throw VoiceProviderError.invalidResponse
  }

  /// The oldest first, so that a voice that is made meanwhile moves no other to another page.
  private static func voicesCall(after token: String?) -> Call {
    var query = [
      (name: "page_size", value: "100"), (name: "sort", value: "created_at_unix"),
      (name: "sort_direction", value: "asc"),
    ]
    if let token { query.append((name: "next_page_token", value: token)) }
    return Call(path: ["v2", "voices"], query: query, scope: "voices_read")
  }

  /// The models.
  func models() async throws -> ElevenLabsModelList {
    try await read(
      Call(path: ["v1", "models"], scope: "models_read"), as: ElevenLabsModelList.init(json:hiding:)
    )
  }

  /// What the account may still spend; `key` in place of its own where one is to be tried.
  func subscription(key: SecureString? = nil) async throws -> ElevenLabsSubscription {
    try await read(
      Call(path: ["v1", "user", "subscription"], scope: "user_read"), key: key,
      as: { json, _ in try ElevenLabsSubscription(json: json) })
  }
}

/// What `GET /v1/user/subscription` says.
struct ElevenLabsSubscription: Sendable, Equatable {
  /// What is left; nil where there is no limit.
  var quota: VoiceQuota?

  /// Reads the answer.
  init(json: [UInt8]) throws {
    let wire = try JSONDecoder().decode(Wire.self, from: Data(json))
    let extends = wire.can_extend_character_limit?.value ?? true
    if extends, wire.max_credit_limit_extension == .unlimited { return }
    var remaining = wire.character_limit.subtractingClamped(wire.character_count)
    if extends, case .credits(let more) = wire.max_credit_limit_extension {
      remaining = remaining.subtractingClamped(-max(0, more))
    }
    quota = VoiceQuota(remaining: max(0, remaining), limit: wire.character_limit)
  }

  private struct Wire: Decodable {
    var character_count: Int
    var character_limit: Int
    var can_extend_character_limit: Lenient<Bool>?
    var max_credit_limit_extension: Extension?
  }

  /// How far the account may go beyond its limit.
  private enum Extension: Decodable, Equatable {
    case credits(Int)
    case unlimited

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      let text = try? value.decode(String.self)
      self = text == "unlimited" ? .unlimited : .credits((try? value.decode(Int.self)) ?? 0)
    }
  }
}

extension Int {
  /// The difference, or the bound it would pass.
  fileprivate func subtractingClamped(_ other: Int) -> Int {
    let (result, overflows) = subtractingReportingOverflow(other)
    return overflows ? (self < 0 ? .min : .max) : result
  }
}
