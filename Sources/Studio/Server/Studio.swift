/// A server on the loopback address, with a page that casts and plays a book.
///
/// ```swift
/// let studio = try Studio(StudioSettings(book: book, folder: "out", temporaryFolder: folder, program: "my app"))
/// print(studio.address)
/// await studio.load()
/// ```
package final class Studio: Sendable {
  private let desk: StudioDesk
  private let gate: Gate
  private let server: WebServer

  /// Starts the server.
  ///
  /// `load()` reads the book.
  package init(_ settings: StudioSettings) throws(WebServerError) {
    let (desk, gate) = (StudioDesk(settings), Gate())
    let routes = Routes(desk: desk)
    (self.desk, self.gate) = (desk, gate)
    server = try WebServer(
      uploads: settings.temporaryFolder, gate: { gate.refusal(of: $0, port: $1) },
      responder: { await routes.answer($0) })
  }

  /// The address of the page, with the token that gives a browser access.
  package var address: String { "http://127.0.0.1:\(server.port)/?token=\(gate.token)" }

  /// The address of the page, with a token that is valid for one visit.
  ///
  /// Use this address in the arguments of a program, because other users can read the arguments.
  package var addressForOneVisit: String {
    "http://127.0.0.1:\(server.port)/?ticket=\(gate.ticket.value)"
  }

  /// Reads the book, or reads it again if its files have changed.
  ///
  /// The page shows errors in the book.
  package func load() async { await desk.load() }

  /// The reason why the book cannot be planned, or nil if it can be planned.
  package var problem: String? { get async { await desk.problem } }

  /// Reads the book again whenever its files change, until the task is cancelled.
  ///
  /// Calls `onWarning` with a warning for each folder that cannot be watched. Throws a
  /// `FileWatchError` if the system cannot watch the files.
  package func watch(
    onWarning: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws {
    try await StudioWatch(desk, onWarning: onWarning).run()
  }

  /// Ends the server and all its tasks.
  package func close() async {
    await desk.close()
    await server.stop()
  }
}
