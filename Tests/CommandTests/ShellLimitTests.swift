import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of the command under limits of the shell (`ulimit`).
///
/// The command works within the limits, or its message names the limit.
@Suite struct ShellLimitTests {
  /// Runs the command in a shell that first sets limits.
  private func run(
    _ limits: String, _ words: String, in folder: TemporaryFolder,
    environment: [String: String] = [:]
  ) throws -> ProgramResult {
    var environment = environment
    environment["PROGRAM"] = Guion2audio.path
    return try Program.run(
      "bash", ["-c", "\(limits); exec \"$PROGRAM\" \(words)"], in: folder.path,
      environment: environment)
  }

  /// Six scenes with more voices than the worker can keep loaded with few open files.
  private static let script = (1...6).map { scene in
    "INT. ROOM \(scene) - DAY\n\nA line of room \(scene) is spoken.\n\n"
      + ["ANN", "BEN", "CARL", "DORA", "EVE", "FRED", "GINA"].map { "\($0) \(scene)\nHello.\n\n" }
      .joined()
  }.joined()

  private static let speed = "--loudness off --progress none"

  private func stage(_ script: String = script) throws -> TemporaryFolder {
    try TemporaryFolder("s.fountain", script)
  }

  // MARK: Open files

  @Test(arguments: [
    "ulimit -n 24", "ulimit -n 32", "ulimit -n 64", "ulimit -n 128", "ulimit -S -n 32",
  ])
  func `with few open files the book is the same`(_ limit: String) throws {
    let folder = try stage()
    let words = "s.fountain \(Self.speed) --format wav -j 8"
    let limited = try run(limit, "\(words) -o few", in: folder)
    #expect(limited.status == 0, "\(limited.errors)")
    let free = try run(":", "\(words) -o many", in: folder)
    #expect(free.status == 0, "\(free.errors)")
    let isSame = try folder.contents(of: "few") == folder.contents(of: "many")
    #expect(isSame)
  }

  @Test func `with few open files all formats are built, or the limit is named`() throws {
    let folder = try stage()
    let words = "s.fountain \(Self.speed) --format mp3,flac,wav,ogg,opus -j 8 -o out"
    let enough = try run("ulimit -n 64", words, in: folder)
    #expect(enough.status == 0, "\(enough.errors)")
    let other = try stage()
    let few = try run("ulimit -n 24", words, in: other)
    #expect(few.status != 0)
    #expect(few.errors.contains("the shell allows 24 open files; raise the limit with ulimit -n"))
  }

  @Test func `too few open files are reported at the start`() throws {
    let result = try run("ulimit -n 16", "s.fountain", in: stage())
    #expect(result.status == 71)
    #expect(
      result.errors
        == "guion2audio: the shell allows 16 open files, but the program needs at least 24; "
        + "raise the limit with ulimit -n\n")
  }

  @Test(arguments: ["ulimit -n 32", "ulimit -n 64"])
  func `with few open files a program speaks`(_ limit: String) throws {
    let folder = try stage("It is dark.\n\nNobody is there.\n")
    try folder.write(
      """
      {"providers": {"tone": {"type": "command", "output": "raw", "sampleRate": 8000,
       "concurrency": 4, "command": ["/bin/sh", "-c", "cat > /dev/null; head -c 16000 /dev/urandom"]}}}
      """, as: "config.json")
    let result = try run(
      limit, "s.fountain \(Self.speed) --voice tone://default --no-cache -o out", in: folder,
      environment: ["GUION2AUDIO_CONFIG": folder.path(of: "config.json")])
    #expect(result.status == 0, "\(result.errors)")
  }

  // MARK: The size of files

  @Test func `a file size limit above the book's files changes nothing`() throws {
    let folder = try stage()
    let words = "s.fountain \(Self.speed) --format wav"
    // The limit is 4 MB. Earlier versions used larger offsets in the worker's memory files.
    let limited = try run("ulimit -f 4000", "\(words) -o few", in: folder)
    #expect(limited.status == 0, "\(limited.errors)")
    try #require(try run(":", "\(words) -o many", in: folder).status == 0)
    let isSame = try folder.contents(of: "few") == folder.contents(of: "many")
    #expect(isSame)
  }

  @Test(arguments: ["--format wav", "--format mp3", "--format wav --single-file"])
  func `a file above the size limit names the limit`(_ options: String) throws {
    let long = String(repeating: "This sentence is spoken again and again. ", count: 60)
    let folder = try stage(long + "\n\n" + long + "\n")
    for kilobytes in [20, 100] {
      let result = try run(
        "ulimit -f \(kilobytes)", "s.fountain \(Self.speed) \(options) -o out", in: folder)
      #expect(result.status == 73 || result.status == 69, "\(result.status) \(result.errors)")
      #expect(
        result.errors.contains(
          "the shell allows files of at most \(kilobytes * 1024) bytes; raise the limit with ulimit -f"
        ),
        "\(result.errors)")
      #expect(!result.errors.contains("on this text"), "\(result.errors)")
    }
  }

  @Test func `for a program that exceeds the file size limit, the limit is named`() throws {
    let folder = try stage("It is dark.\n")
    try folder.write(
      """
      {"providers": {"big": {"type": "command",
       "command": ["/bin/sh", "-c", "cat > /dev/null; exec cat /dev/zero > \\"$1\\"", "sh", "{output}"]}}}
      """, as: "config.json")
    let result = try run(
      "ulimit -f 100", "s.fountain \(Self.speed) --voice big://default --no-cache -o out",
      in: folder, environment: ["GUION2AUDIO_CONFIG": folder.path(of: "config.json")])
    #expect(result.status == 69, "\(result.errors)")
    #expect(
      result.errors.contains("the shell allows files of at most 102400 bytes"), "\(result.errors)")
    #expect(!result.errors.contains("on this text"))
  }

  // MARK: Time, memory, processes

  /// Root has no process limit, so root runs the command as the user with number 65534.
  private static let unprivileged =
    getuid() == 0 ? "setpriv --reuid 65534 --clear-groups " : ""

  /// One after the other: the limit counts the processes of the user, so the two cases would disturb each other.
  @Test(.serialized, arguments: [1, 12])
  func `processes that cannot be started are reported`(_ most: Int) throws {
    let folder = try stage()
    #expect(chmod(folder.path, 0o777) == 0)
    // The user 65534 may not be allowed to read the folder of the build.
    let worker = folder.path(of: "guion2audio-espeak")
    try FileManager.default.copyItem(atPath: Guion2audio.path + "-espeak", toPath: worker)
    let result = try Program.run(
      "bash",
      [
        "-c",
        "ulimit -u \(most); exec \(Self.unprivileged)\"$PROGRAM\" s.fountain \(Self.speed) --no-cache "
          + "-j 2 -o out",
      ], in: folder.path,
      environment: [
        "PROGRAM": Guion2audio.path, "HOME": folder.path, "GUION2AUDIO_ESPEAK": worker,
      ])
    #expect(result.status == (most == 1 ? 71 : 69), "\(result.status) \(result.errors)")
    #expect(
      result.errors.contains("the shell allows \(most) processes and threads of this user"),
      "\(result.errors)")
    #expect(result.errors.contains("raise the limit with ulimit -u"))
    #expect(!result.errors.contains("on this text"))
  }

  @Test func `used up processor time is reported`() throws {
    let long = String(repeating: "This sentence is spoken again and again. ", count: 2000)
    let folder = try stage(long + "\n")
    let result = try run("ulimit -t 2", "s.fountain --format flac -j 1 -o out", in: folder)
    #expect(result.status == 128 + SIGXCPU, "\(result.status) \(result.errors)")
    #expect(
      result.errors.contains(
        "the shell allows 2 s of processor time; raise the limit with ulimit -t"))
    let least = try run("ulimit -t 1", "s.fountain", in: folder)
    #expect(least.status == 71)
    #expect(least.errors.contains("the shell allows 1 s of processor time"))
  }

  @Test func `a memory limit that is too low is reported`() throws {
    let folder = try stage()
    let result = try run("ulimit -v 200000", "s.fountain -o out", in: folder)
    #expect(result.status == 71, "\(result.status) \(result.errors)")
    #expect(
      result.errors.contains(
        "the shell allows 195 MiB of memory, but the program needs at least 256 MiB"))
  }

  @Test func `running out of memory is reported`() throws {
    let folder = try stage()
    try folder.write(String(repeating: "word ", count: 12_000_000), as: "long.txt")
    let result = try run("ulimit -v 270000", "elements long.txt", in: folder)
    #expect(result.status == 71, "\(result.status) \(result.errors)")
    #expect(
      result.errors.contains("the shell allows 263 MiB of memory; raise the limit with ulimit -v"))
  }
}
