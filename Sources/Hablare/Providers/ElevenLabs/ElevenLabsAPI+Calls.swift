import FoundationEssentials

/// The calls that are free.
extension ElevenLabsAPI {
  /// The maximum number of pages of voices to read.
  ///
  /// A page has up to 100 voices.
  private static let maximumPages = 200

  /// Returns all voices of the account.
  func voices() async throws -> ElevenLabsVoiceList {
    var list = ElevenLabsVoiceList()
    var token: String?
    var seen = Set<String>()
    for _ in 0..<Self.maximumPages {
      let page = try await read(
        Self.voicesCall(after: token), as: ElevenLabsVoicePage.init(json:hiding:))
      list.add(page.voices)
      guard let next = page.nextToken else { return list }
      // If the service sent a token a second time, this loop would read the same pages without end.
      guard seen.insert(next).inserted else { throw VoiceProviderError.invalidResponse }
      token = next
    }
    throw VoiceProviderError.invalidResponse
  }

  /// Returns the call for the page after `token`, or for the first page if `token` is nil.
  ///
  /// The oldest voices come first. So a voice that is created while the pages are read does not
  /// move other voices to other pages.
  private static func voicesCall(after token: String?) -> Call {
    var query = [
      (name: "page_size", value: "100"), (name: "sort", value: "created_at_unix"),
      (name: "sort_direction", value: "asc"),
    ]
    if let token { query.append((name: "next_page_token", value: token)) }
    return Call(path: ["v2", "voices"], query: query, scope: "voices_read")
  }

  /// Returns the models.
  func models() async throws -> ElevenLabsModelList {
    try await read(
      Call(path: ["v1", "models"], scope: "models_read"), as: ElevenLabsModelList.init(json:hiding:)
    )
  }

  /// Returns the account's remaining credit.
  ///
  /// `key` replaces the stored key, so that a new key can be tested.
  func subscription(key: SecureString? = nil) async throws -> ElevenLabsSubscription {
    try await read(
      Call(path: ["v1", "user", "subscription"], scope: "user_read"), key: key,
      as: { json, _ in try ElevenLabsSubscription(json: json) })
  }
}

/// The parsed response of `GET /v1/user/subscription`.
struct ElevenLabsSubscription: Sendable, Equatable {
  /// The remaining credit, or nil if there is no limit.
  var quota: VoiceQuota?

  /// Parses the response.
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

  /// How far the account may exceed its limit.
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
  /// Returns the difference, or the nearest representable value if the difference overflows.
  fileprivate func subtractingClamped(_ other: Int) -> Int {
    let (result, overflows) = subtractingReportingOverflow(other)
    return overflows ? (self < 0 ? .min : .max) : result
  }
}
