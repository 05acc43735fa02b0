import Foundation
import TestSupport
import Testing

/// Tests of the manual page and the shell completions, which are generated from the table of options.
///
/// The tests read them with `mandoc` and with shells.
@Suite struct ManualTests {
  private func help(_ words: String...) throws -> (text: String, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    let result = try Program.run(Guion2audio.path, ["help"] + words, in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
    try folder.write(result.output, as: "out")
    return (result.output, folder)
  }

  @Test func `the manual is valid, and has every command and option`() throws {
    let (text, folder) = try help("--man")
    let lint = try Program.run("mandoc", ["-T", "lint", "-W", "warning", "out"], in: folder.path)
    #expect(lint.status == 0 && lint.output.isEmpty, "\(lint.output)")
    let shown = try Program.run(
      "mandoc", ["-T", "utf8", "-O", "width=200", "out"], in: folder.path)
    // mandoc prints bold letters twice, with a backspace in between.
    let plain = shown.output.replacing(/.\u{8}/, with: "")
    let commands = try help().text.lines.drop { $0 != "make:" }.prefix { $0 != "topics:" }
      .filter { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first }
    #expect(commands.count >= 10)
    for command in commands { #expect(text.contains("\n.B \(command)\n"), "\(command)") }
    for option in try help("render").text.lines where option.hasPrefix("  ") {
      let name = try #require(option.split(separator: " ").first { $0.hasPrefix("--") })
      #expect(plain.contains(name), "\(name)")
    }
    #expect(text.contains("guion2audio 0."))
  }

  /// The typed text, with completions that are offered and completions that are not.
  private static let typed: [(words: String, offers: [String], not: [String])] = [
    ("rend", ["render"], ["verify"]), ("verify --j", ["--jobs", "--json"], ["--cast"]),
    ("--spl", ["--split"], ["--json"]), ("a.md --format ", ["m4b", "mp3", "opus"], ["auto"]),
    ("a.md --split s", ["scene"], ["auto"]), ("help ver", ["verify", "version"], ["render"]),
    ("providers log", ["login", "logout"], ["enable"]),
    ("help --completions ", ["bash", "fish", "zsh"], []),
    ("feed --ep", ["--episodes"], ["--jobs"]), ("feed out --episodes ", ["book", "chapter"], []),
    ("voices inst", ["install"], ["remove"]), ("voices --lic", ["--licence"], ["--split"]),
    ("voices --licence comm", ["commercial"], []),
  ]

  @Test func `bash completes`() throws {
    let (_, folder) = try help("--completions", "bash")
    for (words, offers, not) in Self.typed + [("a.md --format mp3,f", ["mp3,flac"], ["flac"])] {
      let script = #"""
        source ./out
        COMP_WORDS=(guion2audio "$@") COMP_CWORD=$#
        _guion2audio guion2audio "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}" 2>/dev/null
        printf '%s\n' "${COMPREPLY[@]}"
        """#
      let arguments = words.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      let result = try Program.run("bash", ["-c", script, "bash"] + arguments, in: folder.path)
      let found = Set(result.output.lines)
      #expect(found.isSuperset(of: offers), "\(words): \(found) \(result.errors)")
      #expect(found.isDisjoint(with: not), "\(words): \(found)")
    }
  }

  @Test func `fish completes`() throws {
    let (_, folder) = try help("--completions", "fish")
    for (words, offers, not) in Self.typed {
      let result = try Program.run(
        "fish", ["-c", "source out; complete -C 'guion2audio \(words)'"], in: folder.path,
        environment: ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path])
      let found = Set(result.output.lines.map { String($0.prefix { $0 != "\t" }) })
      #expect(found.isSuperset(of: offers), "\(words): \(found) \(result.errors)")
      #expect(found.isDisjoint(with: not), "\(words): \(found)")
    }
  }

  @Test func `zsh reads its completions`() throws {
    let (text, folder) = try help("--completions", "zsh")
    #expect(text.hasPrefix("#compdef guion2audio\n"))
    let result = try Program.run("zsh", ["-n", "out"], in: folder.path)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test func `for an unknown shell the known ones are listed`() throws {
    let result = try Guion2audio.run(
      "help", "--completions", "tcsh", in: try TemporaryFolder(), exits: 64)
    #expect(result.errors.contains("--completions tcsh: "))
  }
}
