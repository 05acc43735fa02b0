/// A server of HTTP/2 over TLS, run by Node.js.
///
/// The answer contains the number of the session and the size of the body. `/reset` and `/truncated` break
/// off after three of a thousand bytes.
package final class HTTP2Server: Sendable {
  /// Whether the server can run on this machine.
  package static let isAvailable =
    TestCertificate.isAvailable && ServerProgram.works("node", ["-e", "require('http2')"])

  private let own: TestCertificate
  private let program: ServerProgram

  /// Starts a server for `localhost`.
  package init() throws {
    own = try TestCertificate(host: "localhost")
    program = try ServerProgram("node", ["-e", Self.script, own.path, own.keyPath])
  }

  /// The port of the server.
  package var port: Int { program.port }

  /// The path of its certificate.
  package var certificate: String { own.path }

  private static let script = """
    const http2 = require('http2'), fs = require('fs')
    let sessions = 0
    const server = http2.createSecureServer({
      cert: fs.readFileSync(process.argv[1]), key: fs.readFileSync(process.argv[2]) })
    server.on('session', session => { session.number = ++sessions; session.on('error', () => {}) })
    server.on('stream', (stream, headers) => {
      let size = 0
      stream.on('error', () => {})
      stream.on('data', data => { size += data.length })
      stream.on('end', () => {
        const part = { ':status': 200, 'content-length': '1000' }
        if (headers[':path'] === '/reset') {
          stream.respond(part)
          stream.write('abc', () => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR))
        } else if (headers[':path'] === '/truncated') {
          stream.respond(part)
          stream.end('abc')
        } else {
          stream.respond({ ':status': 200 })
          stream.end(`HTTP/2.0 session ${stream.session.number} body ${size}`)
        }
      })
    })
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))
    process.stdin.resume()
    process.stdin.on('end', () => process.exit(0))
    """
}
