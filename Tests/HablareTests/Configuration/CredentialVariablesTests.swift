import Hablare
import Testing

@Suite struct CredentialVariablesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var baseURL: String?
    var keyVariable: String?
    var expected: [String]

    var testDescription: String { "\(id) \(baseURL ?? "") \(keyVariable ?? "")" }
  }

  static let rows: [Row] = [
    Row(id: "openai", expected: ["OPENAI_API_KEY"]),
    Row(id: "openai", keyVariable: "MY_KEY", expected: ["MY_KEY"]),
    Row(id: "second", baseURL: "https://api.openai.com/v1", expected: ["OPENAI_API_KEY"]),
    Row(id: "kokoro", baseURL: "http://127.0.0.1:8880/v1", keyVariable: "K", expected: ["K"]),
    // OpenAI's key is sent only to OpenAI.
    Row(id: "openai", baseURL: "http://127.0.0.1:8880/v1", expected: []),
    Row(id: "openai", baseURL: "http://api.openai.com/v1", expected: []),
    Row(id: "openai", baseURL: "https://api.openai.com.example.org/v1", expected: []),
    Row(id: "openai", baseURL: "https://api.openai.com@example.org/v1", expected: []),
  ]

  @Test(arguments: rows) func ofServers(_ row: Row) {
    var server = OpenAIConfiguration()
    if let url = row.baseURL { server.baseURL = url }
    server.keyVariable = row.keyVariable
    var configuration = UserConfiguration()
    configuration.providers = [ProviderSettings(id: row.id, kind: .openAI(server))]
    let variables = CredentialVariables(configuration: configuration)
    #expect(variables.names[row.id] == row.expected)
    #expect(variables.names["elevenlabs"] == ["ELEVENLABS_API_KEY"])
  }

  @Test func areSet() {
    let variables: CredentialVariables = ["a": ["A"], "b": ["B"]]
    #expect(variables.areSet(for: "a", in: ["A": "x"]))
    #expect(variables.areSet(for: "a", in: ["A_FILE": "/x"]))
    #expect(!variables.areSet(for: "a", in: ["A": "", "B": "x"]))
    #expect(!variables.areSet(for: "c", in: ["A": "x"]))
  }
}
