import Audiobook
import Hablare

/// The manual page, written with the macros of man(7).
enum ManualPage {
  /// The date of the manual's last change.
  /// With the current date instead, builds of the same source would differ from day to day.
  private static let date = "2026-11-24"

  static var text: String {
    """
    .TH GUION2AUDIO 1 "\(date)" "\(Version.generator)" "User Commands"
    .SH NAME
    guion2audio \\- turn scripts and documents into audio
    .SH SYNOPSIS
    \(synopsis)
    .SH DESCRIPTION
    guion2audio turns a Fountain screenplay or a Markdown document into an audiobook or table read.
    Each character has a separate voice, and a narrator reads the rest.
    The output is one audio file for each chapter or scene, and a manifest with the position of every line.
    A second run renders only what has changed.
    .PP
    .B guion2audio FILE
    is short for
    .BR "guion2audio render FILE" .
    Results are written to standard output, everything else to standard error.
    .SH COMMANDS
    \(commands).SH OPTIONS
    \(options).SH EXIT STATUS
    \(exits).SH ENVIRONMENT
    \(rows(environment)).SH FILES
    \(rows(files)).SH EXAMPLES
    Render a table read of a script with the voices of a cast:
    .PP
    .RS
    guion2audio script.fountain \\-\\-cast cast.json \\-o out/
    .RE
    .PP
    Render a script again whenever it is saved, and play the changed lines:
    .PP
    .RS
    guion2audio watch script.fountain \\-\\-play
    .RE
    .PP
    Write a book to one file with chapters, a cover and captions:
    .PP
    .RS
    guion2audio novel.md \\-\\-format m4b \\-\\-cover cover.jpg \\-\\-captions vtt
    .RE
    .PP
    Create a podcast feed for a finished book; upload the feed and the book together:
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
        return (command.rawValue, command.summary + (flags.isEmpty ? "." : ". Options: \(flags)."))
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
    ("129, 130, 143", "ended by the signal HUP, INT or TERM; finished chapters stay."),
    ("152", "the processor time that the shell allows is used up; finished chapters stay."),
  ]

  private static let environment = [
    ("GUION2AUDIO_ESPEAK", "The worker program of espeak-ng, if it is not beside guion2audio."),
    (
      "GUION2AUDIO_NEURAL",
      "The worker program of natural voices, if it is not in its usual folder."
    ),
    ("GUION2AUDIO_NATURAL", "The folder with the files of the natural voice and ONNX Runtime."),
    (
      "GUION2AUDIO_VOICES",
      "The folder to install voices into, instead of the folder under FILES."
    ),
    ("GUION2AUDIO_CONFIG", "The user configuration, instead of the file under FILES."),
    ("GUION2AUDIO_CACHE", "The cache folder, instead of the folder under FILES."),
    (
      "GUION2AUDIO_SHARDS",
      "The number of shards for --shard auto, if the scheduler does not set it."
    ),
    (
      ProviderFacts.builtIn.flatMap(\.keyVariables).joined(separator: ", "),
      "Keys of the services; the configuration can name other variables."
    ),
  ]

  private static let files = [
    ("cast.json", "The cast, beside the input."),
    ("$XDG_CONFIG_HOME/guion2audio/config.json", "The user configuration."),
    (
      "$XDG_CACHE_HOME/guion2audio/",
      "The cache: clips, lists of voices, and the loudness of each voice."
    ),
    ("$XDG_DATA_HOME/guion2audio/voices/", "The installed voices."),
    (
      "$XDG_DATA_HOME/guion2audio/books/",
      "The scripts that the page of the studio has opened. The list of recent books is in recent-books.json beside the folder."
    ),
    (
      "NAME.audiobook/manifest.json",
      "The chapters that were built, with the position of each line."
    ),
  ]

  private static func rows(_ rows: [(String, String)]) -> String {
    rows.map { ".TP\n.B \(escaped($0.0))\n\(escaped($0.1))\n" }.joined()
  }

  /// Returns text that roff prints literally.
  /// Hyphens stay hyphens, and no text is read as an escape or a macro.
  private static func escaped(_ text: String) -> String {
    let signs = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return signs.hasPrefix(".") || signs.hasPrefix("'") ? "\\&" + signs : signs
  }
}
