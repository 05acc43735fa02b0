import Foundation

/// A request as a loopback server received it.
package struct LoopbackRequest: Sendable {
  /// The number of the request among all that the server received, from 1.
  package var number: Int
  /// The number of its connection, from 1.
  package var connection: Int
  package var method: String
  /// The text after the method, as received: `/v1/voices?page=2`, or a whole address if the server is used as
  /// a proxy.
  package var target: String
  /// The headers, with names in lower case.
  ///
  /// If a header is repeated, only its last value is kept.
  package var headers: [String: String]
  package var body: [UInt8]
  /// The number of bytes of the whole request, as received.
  package var byteCount: Int

  /// The target without its query, still percent-encoded.
  package var path: String { String(target.prefix { $0 != "?" }) }

  /// The names and values of the query, decoded.
  ///
  /// If a name is repeated, only its last value is kept.
  package var query: [String: String] {
    guard let mark = target.firstIndex(of: "?") else { return [:] }
    var query: [String: String] = [:]
    for item in target[target.index(after: mark)...].split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      query[Self.decoded(parts[0])] = parts.count > 1 ? Self.decoded(parts[1]) : ""
    }
    return query
  }

  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }

  private static func decoded(_ text: Substring) -> String {
    String(text).removingPercentEncoding ?? ""
  }
}
