/// A server that implements OpenAI's speech endpoint, as described by its address.
struct OpenAIServer: Sendable {
  /// The base address of the server's endpoints.
  let address: ServiceAddress
  /// Whether the server is OpenAI itself.
  ///
  /// OpenAI's voices, limits and formats are documented.
  let isOpenAI: Bool
  /// Host, port and path.
  ///
  /// This text distinguishes the server's audio from the audio of other servers.
  let identity: String

  /// Parses a base address, with or without `/v1` at its end.
  ///
  /// If `isOpenAI` is nil, the host name decides whether the server is OpenAI.
  init(_ text: String, isOpenAI: Bool? = nil) throws(VoiceProviderError) {
    let parts = Parts(text)
    // If the host is missing, libcurl would treat the first component of the path as the host.
    guard !parts.authority.isEmpty else {
      throw .invalidRequest("the address of the speech server has no host")
    }
    do throws(HTTPError) {
      address = try ServiceAddress("\(parts.scheme)://\(parts.authority)\(parts.path)")
    } catch {
      throw .invalidRequest("the address of the speech server: \(error)")
    }
    let host = parts.host
    self.isOpenAI = isOpenAI ?? (host == "api.openai.com" || host.hasSuffix(".api.openai.com"))
    identity = parts.authority.lowercased() + parts.path
  }

  /// The parts of an address.
  ///
  /// The path includes a version such as `/v1`, which the endpoints need.
  private struct Parts {
    let scheme: String
    let authority: String
    let path: String

    init(_ text: String) {
      let text = text.trimmed
      let start = text.firstRange(of: "://")
      scheme = start.map { text[..<$0.lowerBound].lowercased() } ?? ""
      let rest = start.map { text[$0.upperBound...] } ?? text[...]
      authority = String(rest.prefix { $0 != "/" })
      var components = rest.dropFirst(authority.count).split(separator: "/").map(String.init)
      // Some users copy the full endpoint address from a server's manual.
      if components.suffix(2) == ["audio", "speech"] { components.removeLast(2) }
      // Paths such as `/openai/v1`, `/api/paas/v4` and `/v1/openai` have a version. Other paths
      // need one.
      if !components.contains(where: Self.isVersion) { components.append("v1") }
      path = components.map { "/\($0)" }.joined()
    }

    var host: String {
      let name = authority.lowercased()
      if name.hasPrefix("[") { return String(name.dropFirst().prefix { $0 != "]" }) }
      return String(name.prefix { $0 != ":" })
    }

    private static func isVersion(_ component: String) -> Bool {
      component.hasPrefix("v") && UInt(component.dropFirst()) != nil
    }
  }
}
