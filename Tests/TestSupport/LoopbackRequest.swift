import Foundation

/// A request as a loopback server received it.
package struct LoopbackRequest: Sendable {
  /// Its place among all that the server received, from 1.
  package var number: Int
  /// The connection it came by, from 1.
  package var connection: Int
  package var method: String
  /// What stands after the method, as it came: `/v1/voices?page=2`, or an address where the server
  /// is used as a proxy.
  package var target: String
  /// Header names in lower case; of a repeated header the last value.
  package var headers: [String: String]
  package var body: [UInt8]
  /// Bytes of the whole, as they came.
  package var byteCount: Int

  /// The target without its query, still percent-encoded.
  package var path: String { String(target.prefix { $0 != "?" }) }

  /// The query's names and values, decoded; of a repeated name the last value.
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
