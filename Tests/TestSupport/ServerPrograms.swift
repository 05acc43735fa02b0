import Foundation

/// A server that is a separate program.
///
/// It prints its port on the first line, and ends when its standard input ends, so that it never outlives the
/// test.
package final class ServerProgram: Sendable {
  /// The port of the server.
  package let port: Int
  private let process: ChildProcess
  private let input: FileHandle

  /// Starts a program found on the PATH and waits for its port.
  package init(_ name: String, _ arguments: [String]) throws {
    let (input, output) = (try TestPipe(), try TestPipe())
    process = try ChildProcess(
      name, arguments, input: .descriptor(input.reading.fileDescriptor),
      output: .descriptor(output.writing.fileDescriptor))
    try input.reading.close()
    try output.writing.close()
    self.input = input.writing
    var line = Data()
    while !line.contains(0x0A) {
      let more = output.reading.availableData
      guard !more.isEmpty else { throw LoopbackError(reason: "\(name) printed no port") }
      line += more
    }
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let port = Int(text) else { throw LoopbackError(reason: "\(name) said \(text)") }
    self.port = port
  }

  deinit { try? input.close() }

  /// Returns whether a program exists and succeeds with these arguments.
  package static func works(_ name: String, _ arguments: [String]) -> Bool {
    (try? Program.run(name, arguments).status) == 0
  }
}

/// A certificate of a test, with its key.
package struct TestCertificate: Sendable {
  /// The path of the certificate, which is also its own authority.
  package let path: String
  /// The path of the key.
  package let keyPath: String
  private let folder: TemporaryFolder

  /// Whether certificates can be created on this machine.
  package static let isAvailable = ServerProgram.works("openssl", ["version"])

  /// Creates a certificate for a host.
  package init(host: String) throws {
    folder = try TemporaryFolder()
    (path, keyPath) = (folder.path(of: "certificate.pem"), folder.path(of: "key.pem"))
    let result = try Program.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host)",
        "-keyout", keyPath, "-out", path,
      ])
    guard result.status == 0 else { throw LoopbackError(reason: "openssl: \(result.errors)") }
  }
}

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

/// A server of HTTP/1.1 over TLS, run by Python, that returns a greeting.
package final class TLSServer: Sendable {
  /// Whether the server can run on this machine.
  package static let isAvailable =
    TestCertificate.isAvailable
    && ServerProgram.works("python3", ["-c", "import ssl, http.server"])

  private let own: TestCertificate
  private let program: ServerProgram

  /// Starts a server with a self-signed certificate for a host.
  package init(name: String) throws {
    own = try TestCertificate(host: name)
    program = try ServerProgram("python3", ["-c", Self.script, own.path, own.keyPath])
  }

  /// The port of the server.
  package var port: Int { program.port }

  /// The path of its certificate.
  package var certificate: String { own.path }

  private static let script = """
    import http.server, os, ssl, sys, threading
    class Greeter(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header('Content-Length', '14')
            self.end_headers()
            self.wfile.write(b'hello over TLS')
        def log_message(self, *arguments):
            pass
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Greeter)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
    def leave():
        sys.stdin.read()
        os._exit(0)
    threading.Thread(target=leave).start()
    print(server.server_port, flush=True)
    server.serve_forever()
    """
}

/// A port that neither accepts nor refuses connections.
///
/// Its queue is full, so clients wait until they give up.
package final class DeafDoor: Sendable {
  /// The port.
  package let port: Int
  private let sockets: [Int32]

  /// Opens the port and fills its queue.
  package init() throws {
    let (listener, port) = try LoopbackSocket.listen(backlog: 0)
    self.port = port
    // Linux accepts one connection more than the queue's length.
    sockets = [listener] + (try (0..<4).map { _ in try LoopbackSocket.connecting(to: port) })
  }

  deinit {
    for socket in sockets { close(socket) }
  }

  /// The address of the port: `http://127.0.0.1:<port>`.
  package var address: String { "http://127.0.0.1:\(port)" }
}
