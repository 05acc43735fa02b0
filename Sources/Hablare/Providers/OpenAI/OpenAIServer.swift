/// A server that speaks OpenAI's speech route, as far as its address tells.
struct OpenAIServer: Sendable {
  /// The base of its routes.
  let address: ServiceAddress
  /// Whether OpenAI itself answers, whose voices, limits and formats are documented.
  let isOpenAI: Bool
  /// Host, port and path: what distinguishes its sound from that of another server.
  let identity: String

  /// Reads a base address, with or without `/v1` at its end.
  ///
  /// `isOpenAI` says who answers where the host does not.
  init(_ text: String, isOpenAI: Bool? = nil) throws(VoiceProviderError) {
    let parts = Parts(text)
    // libcurl would take the path's first component for the host.
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

  /// An address taken apart, its path as the routes need it.
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
      // What people copy from a server's manual.
      if components.suffix(2) == ["audio", "speech"] { components.removeLast(2) }
      // `/openai/v1`, `/api/paas/v4` and `/v1/openai` are whole; others lack their version.
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
