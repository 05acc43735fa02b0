import Audiobook

/// The manual page, in the macros of man(7).
enum ManualPage {
  /// When the manual was last changed; not today, so that a build does not differ from day to day.
  private static let date = "2026-11-24"

  static var text: String {
    """
    .TH GUION2AUDIO 1 "\(date)" "\(Version.generator)" "User Commands"
    .SH NAME
    guion2audio \\- turn scripts and documents into sound
    .SH SYNOPSIS
    \(synopsis)
    .SH DESCRIPTION
    A Fountain screenplay or a Markdown document goes in; an audiobook or table read comes out: every
    character in a voice of its own, a narrator for the rest, one audio file for each chapter or scene, and
    a manifest that says where every line is.
    Run again, it does only what has changed.
    .PP
    .B guion2audio FILE
    means
    .BR "guion2audio render FILE" .
    Results go to standard output, everything else to standard error.
    .SH COMMANDS
    \(commands).SH OPTIONS
    \(options).SH EXIT STATUS
    \(exits).SH ENVIRONMENT
    \(rows(environment)).SH FILES
    \(rows(files)).SH EXAMPLES
    A table read of a script, with the voices of a cast:
    .PP
    .RS
    guion2audio script.fountain \\-\\-cast cast.json \\-o out/
    .RE
    .PP
    A script rendered again whenever it is saved, with the changed lines played:
    .PP
    .RS
    guion2audio watch script.fountain \\-\\-play
    .RE
    .PP
    One file of a book, with chapters, a cover and captions:
    .PP
    .RS
    guion2audio novel.md \\-\\-format m4b \\-\\-cover cover.jpg \\-\\-captions vtt
    .RE
    .PP
    A podcast of a finished book, to be uploaded with it:
    .PP
    .RS
    guion2audio feed novel.audiobook \\-\\-url https://example.org/ \\-\\-date 2026\\-11\\-24 \\-o feed.xml
    .RE
    .SH SEE ALSO
    .BR espeak-ng (1),
    .BR ffmpeg (1)

    """
  }

  private static var synopsis: String {
    Command.allCases.map { escaped($0.usage) }.joined(separator: "\n.br\n")
  }

  private static var commands: String {
    rows(
      Command.allCases.map { command in
        let flags = command.specs.map(\.flag).joined(separator: ", ")
        return (command.rawValue, command.summary + (flags.isEmpty ? "." : "; takes \(flags)."))
      })
  }

  private static var options: String {
    rows(
      OptionSpec.all.flatMap { spec in
        let others = Command.allCases.filter { spec.meanings[$0] != nil }.map { command in
          row(spec.specific(to: command), "with \(command.rawValue): ")
        }
        return [row(spec)] + others
      })
  }

  private static func row(_ spec: OptionSpec, _ condition: String = "") -> (String, String) {
    let forms = (spec.letter.map { "-\($0), " } ?? "") + spec.flag
    return (forms + (spec.value.map { " " + $0 } ?? ""), condition + spec.help + ".")
  }

  private static var exits: String {
    rows(ExitCode.allCases.map { (String($0.rawValue), $0.meaning + ".") } + signals)
  }

  private static let signals = [
    ("129, 130, 143", "hung up, interrupted, terminated; what was finished stays.")
  ]

  private static let environment = [
    ("GUION2AUDIO_ESPEAK", "The worker that speaks, where it is not beside the program."),
    ("GUION2AUDIO_NEURAL", "The worker of natural voices, where it is not in its place."),
    ("GUION2AUDIO_NATURAL", "The folder with the files of the natural voice and ONNX Runtime."),
    (
      "GUION2AUDIO_VOICES", "The folder that voices are installed into, in place of the one below."
    ),
    ("GUION2AUDIO_CONFIG", "The user configuration, in place of the file below."),
    ("GUION2AUDIO_CACHE", "The folder of the cache."),
    (
      "GUION2AUDIO_SHARDS",
      "The number of shares, for --shard auto where a scheduler does not say it."
    ),
    ("ELEVENLABS_API_KEY, OPENAI_API_KEY", "Keys of the services; a configuration names others."),
    ("NO_COLOR", "No colours on a terminal."),
  ]

  private static let files = [
    ("cast.json", "The cast, beside the input."),
    ("$XDG_CONFIG_HOME/guion2audio/config.json", "The user configuration."),
    ("$XDG_CACHE_HOME/guion2audio/", "Clips of paid voices, lists and levels of voices."),
    ("$XDG_DATA_HOME/guion2audio/voices/", "Voices that were installed."),
    (
      "NAME.audiobook/manifest.json", "What was built: every chapter, and where each line is in it."
    ),
  ]

  private static func rows(_ rows: [(String, String)]) -> String {
    rows.map { ".TP\n.B \(escaped($0.0))\n\(escaped($0.1))\n" }.joined()
  }

  /// Text as it is meant: a hyphen that is typed, no escape, and no macro at the beginning of a line.
  private static func escaped(_ text: String) -> String {
    let signs = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return signs.hasPrefix(".") || signs.hasPrefix("'") ? "\\&" + signs : signs
  }
}
