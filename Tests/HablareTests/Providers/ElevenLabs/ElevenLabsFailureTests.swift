import Testing

@testable import Hablare

struct ElevenLabsFailureTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var body: String
    var code = ""
    var message = ""
    var parameter: String?
    var testDescription: String { name }
  }

  static let rows = [
    Row(
      name: "present shape",
      body: """
        {"detail":{"type":"validation_error","code":"unsupported_model","message":"Not yet.",
          "status":"unsupported_model","request_id":"r","param":"model_id"}}
        """, code: "unsupported_model", message: "Not yet.", parameter: "model_id"),
    Row(
      name: "older shape", body: #"{"detail":{"status":"quota_exceeded","message":"No credits."}}"#,
      code: "quota_exceeded", message: "No credits."),
    Row(
      name: "validation list",
      body: """
        {"detail":[{"type":"missing","loc":["body","text"],"msg":"Field required","input":{}},
          {"loc":["query",0],"msg":"Odd"}]}
        """, message: "text: Field required; query: Odd", parameter: "text"),
    Row(name: "bare text", body: #"{"detail":"Not Found"}"#, message: "Not Found"),
    Row(name: "null members", body: #"{"detail":{"code":null,"message":null}}"#),
    Row(name: "another type", body: #"{"detail":7}"#),
    Row(name: "no detail", body: #"{"error":"x"}"#),
    Row(name: "HTML", body: "<html>502</html>"),
    Row(name: "nothing", body: ""),
  ]

  @Test(arguments: rows) func `every shape of a refusal is read`(row: Row) {
    let failure = ElevenLabsFailure(
      HTTPResponse(status: 400, body: Array(row.body.utf8)), hiding: nil)
    #expect(failure.code == row.code && failure.message == row.message)
    #expect(failure.parameter == row.parameter)
  }

  @Test(arguments: [
    (403, "x", "Output format 'pcm_24000' is only available on the Pro tier", true),
    (402, "x", "The output_format is not for you", true),
    (403, "subscription_required", "pcm_24000 needs the Pro tier", true),
    (403, "output_format_not_allowed", "", true), (403, "only_for_creator+", "", false),
    (403, "subscription_required", "Upgrade", false),
    (403, "subscription_required", "This voice needs a plan", false),
    (402, "paid_plan_required", "Free users cannot use library voices via the API", false),
    (403, "forbidden", "No", false), (400, "x", "Unknown output format", false),
  ])
  func `a plan without the format is distinguished from other refusals`(
    status: Int, code: String, message: String, isFormat: Bool
  ) {
    let body = #"{"detail":{"code":"\#(code)","message":"\#(message)"}}"#
    let failure = ElevenLabsFailure(
      HTTPResponse(status: status, body: Array(body.utf8)), hiding: nil)
    #expect(failure.isAboutFormat == isFormat)
  }
}
