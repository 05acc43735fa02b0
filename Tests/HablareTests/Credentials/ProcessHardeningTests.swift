import Foundation
import TestSupport
import Testing

/// Tests in separate processes, because hardening cannot be undone.
@Suite struct ProcessHardeningTests {
  @Test func aHardenedProcessDumpsNoCoreAndStillSeesItself() throws {
    let probe = Program.built("credential-probe")
    let lines = ["exe readable", "fd readable", "status readable", "core 0 0"]
    let result = try Program.run(probe, ["process", "hardened"])
    #expect(result.output.split(separator: "\n").map(String.init) == ["hardened true"] + lines)
  }

  /// The programs run as an ordinary user, because the kernel lets root read any process.
  @Test(
    .enabled(if: geteuid() == 0, "only root can become another user"), arguments: [false, true])
  func otherProgramsOfTheUserCannotReadTheProcess(hardened: Bool) throws {
    // The program is copied to a folder from which everyone can run it.
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o755)
    let probe = folder.path(of: "probe")
    try FileManager.default.copyItem(atPath: Program.built("credential-probe"), toPath: probe)
    chmod(probe, 0o755)
    let result = try Program.run(
      "setpriv",
      [
        "--reuid=65534", "--regid=65534", "--clear-groups", "sh", "-c",
        """
        \(probe) wait \(hardened ? "hardened" : "") | {
          read -r pid
          cat "/proc/$pid/environ" >/dev/null 2>&1 && echo open || echo closed
          kill "$pid"
        }
        """,
      ],
      environment: ["LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? ""]
    )
    #expect(result.output == (hardened ? "closed\n" : "open\n"))
  }

  @Test func aHardenedProcessStartsItsChildren() throws {
    let result = try Program.run(
      Program.built("credential-probe"), ["speak"],
      environment: ["GUION2AUDIO_ESPEAK": Program.built("guion2audio-espeak")])
    #expect(result.output == "bytes some\n")
  }
}
