import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of `voices available`, `install` and `remove` with a hub on this machine.
@Suite(.timeLimit(.minutes(5)))
struct VoiceInstallTests {
  private static let ann = "en_US-ann-medium"
  private static let dave = "es_ES-davefx-medium"
  private let shop: VoiceShop

  init() throws { shop = try VoiceShop() }

  private func objects(_ text: String) throws -> [[String: Any]] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]], "\(text)")
  }

  private func uris(_ text: String) throws -> [String] {
    try objects(text).compactMap { $0["uri"] as? String }
  }

  // MARK: Lists

  @Test func `available voices are listed with language, quality, size and licence`() throws {
    let all = try shop.run("available", "--from", shop.hub.address)
    #expect(all.status == 0, "\(all.errors)")
    let ann = try #require(all.output.lines.first { $0.hasPrefix("piper://\(Self.ann)") })
    for word in ["en-US", "medium", "293 KB", "licence: see the model card"] {
      #expect(ann.contains(word), "\(ann)")
    }
    let kore = try #require(all.output.lines.first { $0.hasPrefix("hibari://kore") })
    #expect(kore.contains("female") && kore.hasSuffix("Apache-2.0"))
    let spanish = try shop.run(
      "available", "--from", shop.hub.address, "--language", "es", "--json")
    #expect(
      try uris(spanish.output) == ["piper://es_ES-davefx-medium", "piper://es_ES-nc-low"])
    #expect(
      try uris(shop.run("available", "--from", shop.hub.address, "ODD", "--json").output)
        == ["piper://fr_FR-odd-low"])
    // The list is cached for a day.
    #expect(shop.hub.requests.map(\.path) == ["/voices.json"])
  }

  @Test func `without a network the built-in list is shown, with the reason`() throws {
    shop.hub.stop()
    let result = try shop.run("available", "--from", shop.hub.address, "--json")
    #expect(result.status == 1)
    #expect(try uris(result.output).contains("piper://en_US-joe-medium"))
    #expect(result.errors.contains("\(shop.hub.address)/voices.json"))
  }

  // MARK: Installing

  @Test func `a voice is installed, listed and removed`() throws {
    let installed = try shop.install(Self.ann, "--json", "--progress", "none")
    #expect(installed.status == 0, "\(installed.errors)")
    let voice = try #require(try objects(installed.output).first)
    #expect(voice["licence"] as? String == "CC0-1.0")
    #expect(voice["commercialUse"] as? String == "yes")
    #expect(shop.files() == VoiceShop.files(of: Self.ann))
    let record = try shop.folder.json(of: "voices/piper/\(Self.ann).voice.json")
    #expect(record["language"] as? String == "en-US" && record["quality"] as? String == "medium")
    let files = try #require(record["files"] as? [[String: Any]])
    #expect(
      files.compactMap { $0["source"] as? String }.contains(
        shop.hub.address + VoiceShop.place(Self.ann)))
    let listed = try objects(
      try shop.run("available", "ann", "--from", shop.hub.address, "--json").output)
    #expect(listed.first?["installed"] as? Bool == true)
    let again = try shop.install(Self.ann)
    #expect(again.status == 0 && again.errors.contains("piper://\(Self.ann) is already installed"))
    let removed = try shop.run("remove", "piper://\(Self.ann)", "--json")
    #expect(try uris(removed.output) == ["piper://\(Self.ann)"])
    #expect(shop.files().isEmpty)
    #expect(try shop.run("remove", Self.ann).status == 64)
  }

  @Test func `size and licence are shown, and nothing is installed without a yes`() throws {
    let result = try Program.run(
      Guion2audio.path, ["voices", "install", "es_ES-nc-low", "--from", shop.hub.address],
      in: shop.folder.path, environment: shop.environment)
    #expect(result.status == 64)
    for words in [
      "293 KB", "CC-BY-NC-4.0, no commercial use",
      "the licence of es_ES-nc-low does not allow commercial use",
      shop.voices, "--yes",
    ] { #expect(result.errors.contains(words), "\(result.errors)") }
    #expect(shop.files().filter { !$0.hasPrefix(".") }.isEmpty)
    #expect(!shop.hub.requests.contains { $0.path.hasSuffix(".onnx") })
  }

  @Test(arguments: [
    ("y\n", true), ("yes\n", true), ("n\n", false), ("\n", false), ("maybe\n", false),
  ])
  func `a terminal gets a prompt`(answer: String, isInstalled: Bool) throws {
    let terminal = try PseudoTerminal()
    let command = try RunningCommand(
      ["voices", "install", Self.ann, "--from", shop.hub.address],
      environment: shop.environment, terminal: terminal.path)
    var shown = ""
    RunningCommand.eventually {
      shown += terminal.read()
      return shown.contains("Install? [y/N]") || command.hasEnded
    }
    #expect(shown.contains("CC0-1.0"), "\(shown)")
    terminal.type(answer)
    RunningCommand.eventually {
      shown += terminal.read()
      return command.hasEnded
    }
    #expect(command.waitForEnd() == 0)
    #expect(shop.files().contains("\(Self.ann).onnx") == isInstalled)
    #expect(shown.contains("nothing was installed") == !isInstalled)
    if isInstalled { #expect(shown.contains("293 KB of 293 KB")) }
  }

  @Test func `a language has a default voice, and a cast names its voices`() throws {
    let spanish = try shop.install("--language", "es-AR")
    #expect(spanish.status == 0, "\(spanish.errors)")
    #expect(shop.files() == VoiceShop.files(of: Self.dave))
    try shop.folder.write(
      """
      { "narrator": "piper://\(Self.dave)?rate=0.9",
        "characters": { "ANN": "piper://\(Self.ann)", "BEN": "hibari://heart+raven",
                        "CARL": "espeak://en-us" } }
      """, as: "cast.json")
    let cast = try shop.install("--cast", "cast.json")
    #expect(cast.status == 0, "\(cast.errors)")
    #expect(shop.files() == VoiceShop.files(of: Self.ann, Self.dave))
    let again = try shop.install("--cast", "cast.json")
    #expect(again.status == 0)
    #expect(again.errors.contains("nothing to install: the cast needs no other voices"))
    #expect(try shop.install("--cast", "none.json").status == 66)
    try shop.folder.write("{", as: "broken.json")
    #expect(try shop.install("--cast", "broken.json").status == 65)
    #expect(try shop.install("--language", "xx").status == 64)
  }

  @Test(arguments: [
    (["install"], "needs the name"),
    (["install", "en_US-an-medium"], "did you mean en_US-ann-medium"),
    (["install", "../../etc"], "can be installed"), (["remove"], "needs the name"),
    (["remove", "ann"], "no voice \"ann\" is installed"), (["instal"], "did you mean install?"),
    (["--yes"], "--yes works only with `voices install`"),
    (
      ["remove", "x", "--from", "."],
      "--from works only with `voices available`, `voices install`"
    ),
    (["--pitch", "high"], "a range of hertz"), (["--pitch", "200-100"], "a range of hertz"),
    (["--licence="], "needs a part of a licence name"),
    (["available", "--gender", "f"], "expected female, male or neutral"),
  ])
  func `wrong usage ends with 64 and a hint`(words: [String], hint: String) throws {
    let source = words.first == "install" ? ["--yes", "--from", shop.hub.address] : []
    let result = try Program.run(
      Guion2audio.path, ["voices"] + words + source, in: shop.folder.path,
      environment: shop.environment)
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.contains(hint), "\(result.errors)")
  }
}

/// Tests of voices from files on this machine, and of listing voices once they are installed.
@Suite(.timeLimit(.minutes(5)))
struct LocalVoiceInstallTests {
  private let shop: VoiceShop

  init() throws { shop = try VoiceShop() }

  private func put(_ text: String, _ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: shop.folder.path(of: "files"), withIntermediateDirectories: true)
    try shop.folder.write(text, as: "files/" + name)
  }

  @Test func `a folder can have unlisted voices, and the network is not used`() throws {
    try put("graph", "xx_XX-mine-low.onnx")
    try put(
      #"{"audio": {"sample_rate": 16000}, "language": {"code": "eo"}}"#, "xx_XX-mine-low.onnx.json")
    let listed = try shop.run("available", "--from", "files")
    #expect(
      listed.output.lines.map { $0.split(separator: " ").prefix(2) } == [
        ["piper://xx_XX-mine-low", "eo"]
      ])
    let result = try shop.run("install", "xx_XX-mine-low", "--from", "files", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("licence unknown"))
    #expect(result.errors.contains("no checksum is published"))
    #expect(shop.files().contains("xx_XX-mine-low.onnx"))
    #expect(shop.hub.requests.isEmpty)
  }

  @Test func `a file that differs from the published one is refused`() throws {
    try put("graph", "en_US-joe-medium.onnx")
    try put(#"{"audio": {"sample_rate": 22050}}"#, "en_US-joe-medium.onnx.json")
    let result = try shop.run(
      "install", "en_US-joe-medium", "--from", "files/en_US-joe-medium.onnx", "--yes")
    #expect(result.status == 65)
    #expect(result.errors.contains("files/en_US-joe-medium.onnx"), "\(result.errors)")
    #expect(shop.files().filter { !$0.hasPrefix(".") }.isEmpty)
  }

  @Test func `a missing voice or folder is reported`() throws {
    try put("x", "readme")
    #expect(try shop.run("install", "en_US-joe-medium", "--from", "files", "--yes").status == 64)
    let missing = try shop.run("install", "en_US-joe-medium", "--from", "none", "--yes")
    #expect(
      missing.status == 66 && missing.errors.contains("none does not exist"), "\(missing.errors)")
  }
}
