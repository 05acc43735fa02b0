/// A service's answer.
package struct HTTPResponse: Sendable {
  package var status: Int
  /// Header names in lower case; of a repeated header the last value.
  package var headers: [String: String]
  package var body: [UInt8]

  package var isSuccess: Bool { (200..<300).contains(status) }

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
