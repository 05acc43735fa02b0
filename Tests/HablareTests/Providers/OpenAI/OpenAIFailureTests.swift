import Testing

@testable import Hablare

struct OpenAIFailureTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var status: Int
    var body: String
    var kind: OpenAIFailure.Kind
    var testDescription: String { "\(status) \(body.prefix(60))" }

    init(_ status: Int, _ body: String, _ kind: OpenAIFailure.Kind) {
      (self.status, self.body, self.kind) = (status, body, kind)
    }
  }

  static let rows = [
    Row(
      400,
      #"{"error":{"message":"Input of 2132 tokens is over the maximum","type":"invalid_request_error","param":null,"code":"invalid_value"}}"#,
      .request("HTTP 400: Input of 2132 tokens is over the maximum")),
    Row(
      401, #"{"error":{"message":"Incorrect API key","code":"invalid_api_key"}}"#, .authentication),
    Row(401, #"{"error":"Invalid API key"}"#, .authentication),
    Row(403, #"{"detail":"Invalid API key"}"#, .authentication),
    Row(402, "", .quota),
    Row(
      429,
      #"{"error":{"message":"You exceeded your quota","type":"insufficient_quota","code":"insufficient_quota"}}"#,
      .quota),
    Row(
      429, #"{"error":{"message":"Slow down","code":"rate_limit_exceeded"}}"#,
      .rateLimit(retryAfter: nil)),
    Row(
      404, #"{"error":{"message":"The model 'x' does not exist","code":"model_not_found"}}"#, .model
    ),
    Row(
      403, #"{"error":{"message":"Project has no access to model","code":"model_not_found"}}"#,
      .model),
    Row(
      400,
      #"{"detail":{"error":"invalid_model","message":"Unsupported model: x","type":"invalid_request_error"}}"#,
      .model),
    Row(404, #"{"detail":"Model 'x' is not installed locally."}"#, .model),
    Row(
      400,
      #"{"detail":{"error":"validation_error","message":"Voice 'x' not found. Available voices: a"}}"#,
      .voice),
    Row(
      400, #"{"error":{"message":"Input should be 'nova' or 'sage'","param":"voice","code":null}}"#,
      .voice),
    Row(
      422, #"{"detail":[{"type":"enum","loc":["body","voice"],"msg":"Input should be 'a'"}]}"#,
      .voice),
    Row(
      422, #"{"detail":[{"type":"missing","loc":["body","input"],"msg":"Field required"}]}"#,
      .request("HTTP 422: input: Field required")),
    Row(
      400, #"{"message":"Invalid speed","code":400,"type":"BadRequestError","param":"speed"}"#,
      .request("HTTP 400: Invalid speed")),
    Row(404, "<html><h1>404</h1></html>", .request("HTTP 404")),
    Row(404, "no such page", .request("HTTP 404: no such page")),
    Row(
      500, #"{"error":{"code":500,"message":"could not load model: not found","type":""}}"#,
      .service("HTTP 500: could not load model: not found")),
    Row(503, "", .service("HTTP 503")),
    Row(200, #"{"error":{"message":"out of memory"}}"#, .text("out of memory")),
    Row(200, "<!doctype html><title>x</title>", .unreadable),
    Row(200, #"{"ok":true}"#, .unreadable),
    Row(
      400, "{\"error\":{\"message\":\"two\\nlines\\u001b[31m \\u202e and a bell\\u0007\"}}",
      .request("HTTP 400: two lines [31m and a bell")),
    Row(400, "[[[[", .request("HTTP 400: [[[[")),
    Row(400, #"{"error":null,"detail":null,"message":7}"#, .request("HTTP 400")),
  ]

  @Test(arguments: rows) func `every shape of an error is parsed`(row: Row) {
    let response = HTTPResponse(status: row.status, body: Array(row.body.utf8))
    #expect(OpenAIFailure(response).kind == row.kind)
  }

  @Test(
    arguments: [
      (["retry-after": "7"], 7.0), (["retry-after-ms": "1500", "retry-after": "9"], 1.5),
      (["retry-after": "-3"], nil), (["retry-after": "soon"], nil), ([:], nil),
      (["retry-after": "inf"], nil), (["retry-after": "nan"], nil),
      (["retry-after": "1e300"], 86_400), (["retry-after": "99999999999999999999"], 86_400),
      (["retry-after-ms": "1e300"], 86_400),
    ] as [([String: String], Double?)])
  func `a rate limit includes the time to wait`(headers: [String: String], seconds: Double?) {
    let response = HTTPResponse(status: 429, headers: headers)
    #expect(OpenAIFailure(response).kind == .rateLimit(retryAfter: seconds))
  }

  @Test func `a message is short, and never contains the key`() {
    let long = OpenAIErrorDetail(
      body: Array(#"{"error":"\#(String(repeating: "é ", count: 9000))"}"#.utf8))
    #expect(long.message?.count == ServiceMessage.limit)
    let key = SecureString("sk-secret")
    let body = Array(#"{"error":{"message":"bad key sk-secret!","code":"c"}}"#.utf8)
    let detail = OpenAIErrorDetail(body: body, hiding: key)
    #expect(detail.message == "bad key ••••!")
    #expect(detail.code == "c")
    let hostile = OpenAIErrorDetail(
      body: Array(#"{"error":{"code":"\u001b[2Jsk-secret","type":"SK-SECRET\u200b"}}"#.utf8),
      hiding: key)
    #expect(hostile.code == "[2J••••" && hostile.type == "••••")
  }

  @Test func `deep or long bodies do not break the parser`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(OpenAIErrorDetail(body: Array(deep.utf8)).message?.count == 200)
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 2 << 20)
    #expect(OpenAIErrorDetail(body: long).isEmpty)
  }
}
