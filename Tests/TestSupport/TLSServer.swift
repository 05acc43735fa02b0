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
