import Foundation
import TestSupport

/// A user whose own server has a price, and a script whose lines the server speaks.
///
/// The configuration lists the server's voices, so the server gets no request for a list.
struct PricedStage {
  let folder: TemporaryFolder
  let server: FakeSpeechServer
  let environment: [String: String]

  /// The price of a character, in USD.
  static let price = 0.001

  init(
    script: String, voices: Int = 2, settings: String = "",
    fault: @escaping @Sendable (Int) -> LoopbackAnswer? = { _ in nil }
  ) throws {
    folder = try TemporaryFolder("s.fountain", script)
    server = try FakeSpeechServer(.kokoro, fault: fault)
    let names = (1...voices).map { "\"v\($0)\"" }.joined(separator: ", ")
    let entry = """
      { "type": "openai", "baseURL": "\(server.address)", "voices": [\(names)],
        "prices": { "perThousandCharacters": \(Self.price * 1000), "currency": "USD" }\(settings) }
      """
    try folder.write(
      #"{ "providers": { "hibari": { "enabled": false }, "paid": \#(entry) } }"#,
      as: "config.json")
    try folder.write(
      """
      { "narrator": "espeak://en-us",
        "characters": { "ANN": "paid://v1", "BEN": "paid://v2" } }
      """, as: "cast.json")
    environment = [
      "GUION2AUDIO_CONFIG": folder.path(of: "config.json"),
      "XDG_CONFIG_HOME": folder.path(of: "config"), "XDG_CACHE_HOME": folder.path(of: "cache"),
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "DISPLAY": "",
    ]
  }

  /// Runs the command.
  ///
  /// A render writes to `out`.
  func run(_ arguments: [String]) throws -> ProgramResult {
    try Program.run(Guion2audio.path, arguments, in: folder.path, environment: environment)
  }

  func render(_ more: String...) throws -> ProgramResult {
    try run(["s.fountain", "-o", "out", "--format", "wav"] + more)
  }

  /// The texts of the speech requests to the server, in order.
  var spoken: [String] { server.speeches.compactMap { $0["input"] } }

  /// Returns the number of characters in a plan.
  func planned(_ more: String...) throws -> Int {
    let result = try run(["plan", "s.fountain", "-o", "out", "--format", "wav", "--json"] + more)
    let plan = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let providers = plan?["providers"] as? [[String: Any]]
    return providers?.first?["characters"] as? Int ?? -1
  }
}
