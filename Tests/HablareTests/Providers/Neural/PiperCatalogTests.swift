import TestSupport
import Testing

@testable import Hablare

/// Tests of Piper voices in the folders of a user's configuration.
struct PiperCatalogTests {
  private let stage: VoiceStage

  init() throws {
    stage = try VoiceStage()
    try stage.piper("en_US-one-low", in: "own/en/deep")
    try stage.piper(
      "en_GB-many-medium", in: "own",
      #"""
      "num_speakers": 4, "default_speaker_id": 2,
      "speaker_id_map": {"anna": 0, "bert": 1, "3": 2}
      """#)
  }

  private func catalog(_ more: [String] = [], installed: VoiceFolders? = nil) -> FolderCatalog {
    FolderCatalog(
      piper: PiperPlaces(own: [stage.folder.path(of: "own")] + more, installed: installed))
  }

  @Test func `voices are found in folders, with their speakers`() {
    #expect(
      catalog().voices.flatMap(\.voices).map(\.id) == [
        "en_GB-many-medium/anna", "en_GB-many-medium/bert", "en_GB-many-medium/3", "en_US-one-low",
      ])
  }

  @Test(arguments: [
    ("en_US-one-low", nil), ("en_GB-many-medium", 2), ("en_GB-many-medium/anna", 0),
    ("en_GB-many-medium/1", 1), ("en_GB-many-medium/3", 2),
  ])
  func `a voice id names a model and a speaker`(id: String, speaker: Int?) throws {
    #expect(try catalog().resolve(id).speaker == speaker)
  }

  @Test func `the name alone of an installed voice means its first speaker`() throws {
    try stage.piper("many", in: "else", #""num_speakers": 3, "default_speaker_id": 2"#)
    let installed = VoiceFolders(own: stage.folder.path(of: "else"))
    #expect(try catalog(installed: installed).resolve("many").speaker == 0)
    #expect(try catalog([stage.folder.path(of: "else")]).resolve("many").speaker == 2)
  }

  @Test func `files that are not a voice are reported`() async throws {
    let folder = stage.folder
    try folder.write("{}", as: "own/empty.onnx.json")
    try folder.write("", as: "own/empty.onnx")
    try folder.write("", as: "own/alone.onnx")
    let cases = [
      ("en_US-one-lo", "did you mean en_US-one-low?"),
      ("en_GB-many-medium/ana", "many-medium/anna?"),
      ("en_US-one-low/x", "did you mean en_US-one-low?"),
      ("empty", "not the description of a Piper voice"),
      ("alone", "alone.onnx.json cannot be used: it is missing"),
    ]
    for (id, message) in cases {
      let error = await Result.of { try catalog().resolve(id) }.failure
      #expect(Failure.message(error).contains(message), "\(Failure.message(error))")
    }
    let problems = catalog(["/nowhere", "relative", "/etc/hostname"]).problems.values
    for reason in ["/nowhere cannot be used: it does not exist", "absolute path", "ends in .onnx"] {
      #expect(problems.contains { $0.contains(reason) }, "\(problems)")
    }
  }
}
