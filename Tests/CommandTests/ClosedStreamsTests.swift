import TestSupport
import Testing

@Suite struct ClosedStreamsTests {
  /// The next opened file would get the number of a closed stream, and messages would be written into it.
  @Test(arguments: ["2>&-", "<&- 2>&-", "<&-"])
  func aClosedStreamCostsNoChapter(_ redirection: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Script.twoScenes, as: "s.fountain")
    for number in 1...5 {
      let command = "'\(Guion2audio.path)' s.fountain --format wav -o out\(number) \(redirection)"
      let result = try Program.run("sh", ["-c", command], in: folder.path)
      #expect(result.status == 0)
      #expect(try folder.names(in: "out\(number)").filter { $0.hasSuffix(".wav") }.count == 3)
    }
  }

  @Test func resultsThatCannotBeWrittenAreAnError() throws {
    let folder = try TemporaryFolder()
    try folder.write(Script.twoScenes, as: "s.fountain")
    for arguments in ["elements s.fountain", "say hello", "voices", "--help", "s.fountain -o out"] {
      let command = "'\(Guion2audio.path)' \(arguments) > /dev/full"
      let result = try Program.run("sh", ["-c", command], in: folder.path)
      #expect(result.status == 73, "\(arguments): \(result.errors)")
    }
  }
}
