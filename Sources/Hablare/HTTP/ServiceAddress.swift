/// The base of a service's addresses, such as `https://api.elevenlabs.io`.
package struct ServiceAddress: Sendable, Hashable {
  /// The address without a slash at its end.
  package let base: String

  /// Reads an address: http or https, a host, perhaps a port and a path; neither user, query nor
  /// fragment.
  package init(_ text: String) throws(HTTPError) {
    base = text
  }

  /// The address of a resource: path components and query are percent-encoded.
  package func url(_ components: [String], query: [(name: String, value: String)] = []) -> String {
    fatalError("to be written")
  }
}
