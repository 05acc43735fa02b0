import Foundation
import Synchronization

/// A loopback server that plays the hub of voices: files with entity tags, ranges of files, and faults on
/// request.
package final class FakeVoiceHub: Sendable {
  /// A fault in the answer to one request.
  package enum Fault: Sendable {
    /// The file, delivered in this way.
    case delivery(LoopbackBehaviour)
    /// A completely different answer.
    case answer(LoopbackAnswer)
    /// The whole file, although only a part was requested.
    case noParts
    /// The requested bytes, with headers added to the usual ones or replacing them.
    case headers([(name: String, value: String)])
    /// The usual answer, as a placeholder between other faults.
    case none
  }

  private struct State {
    var files: [String: [UInt8]] = [:]
    var faults: [String: [Fault]] = [:]
    var hasTags = true
  }

  private final class Shelf: Sendable {
    let state = Mutex(State())
  }

  private let shelf = Shelf()
  private let server: LoopbackServer

  /// Starts a hub without files.
  package init() throws {
    let shelf = shelf
    server = try LoopbackServer { Self.answer($0, from: shelf) }
  }

  /// The address of the hub.
  package var address: String { server.address }
  /// The same address, with another name of this machine.
  package var otherAddress: String { "http://localhost:\(server.port)" }
  /// The requests so far.
  package var requests: [LoopbackRequest] { server.requests }
  /// Waits until this many requests have arrived.
  package func waitForRequests(_ count: Int) async { await server.waitForRequests(count) }
  /// Closes every connection and accepts no more.
  package func stop() { server.stop() }

  /// Adds a file with a path such as `/en/voice.onnx`, or replaces it.
  package func put(_ bytes: [UInt8], at path: String) {
    shelf.state.withLock { $0.files[path] = bytes }
  }

  /// Sets faults for the next requests of a path, one each.
  package func fail(_ path: String, _ faults: Fault...) {
    shelf.state.withLock { $0.faults[path, default: []] += faults }
  }

  /// Removes the entity tags of files from now on.
  package func omitTags() { shelf.state.withLock { $0.hasTags = false } }

  private static func answer(_ request: LoopbackRequest, from shelf: Shelf) -> LoopbackAnswer {
    let path = request.path.removingPercentEncoding ?? request.path
    let (file, fault, hasTags) = shelf.state.withLock { state in
      var faults = state.faults[path] ?? []
      let fault = faults.isEmpty ? Fault.none : faults.removeFirst()
      state.faults[path] = faults
      return (state.files[path], fault, state.hasTags)
    }
    if case .answer(let answer) = fault { return answer }
    guard let file else { return .status(404) }
    let takesParts = if case .noParts = fault { false } else { true }
    var answer = part(of: file, request, hasTag: hasTags, takesParts: takesParts)
    switch fault {
    case .delivery(let behaviour): answer.behaviour = behaviour
    case .headers(let headers):
      let names = Set(headers.map { $0.name.lowercased() })
      answer.headers = answer.headers.filter { !names.contains($0.name.lowercased()) } + headers
    case .answer, .noParts, .none: break
    }
    return answer
  }

  /// Returns the file or its requested part (RFC 9110, section 14).
  private static func part(
    of file: [UInt8], _ request: LoopbackRequest, hasTag: Bool, takesParts: Bool
  ) -> LoopbackAnswer {
    let tag = "\"\(file.count)-\(file.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) })\""
    let headers = [("ETag", tag)].filter { _ in hasTag }
    let isSame = request.headers["if-range"].map { $0 == tag } ?? true
    let first = request.headers["range"].flatMap { range in
      range.hasPrefix("bytes=") && range.hasSuffix("-") ? Int(range.dropFirst(6).dropLast()) : nil
    }
    guard takesParts, isSame, let first else { return .bytes(file, headers: headers) }
    guard first < file.count else {
      return .status(416, headers: [("Content-Range", "bytes */\(file.count)")])
    }
    var answer = LoopbackAnswer.bytes(
      Array(file[first...]),
      headers: headers + [("Content-Range", "bytes \(first)-\(file.count - 1)/\(file.count)")])
    answer.status = 206
    return answer
  }
}
