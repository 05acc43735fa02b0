import Basics

/// A local program that speaks: what is run, and how text and sound pass.
public struct CommandConfiguration: Sendable, Equatable {
  /// How the program gets the text.
  public enum Input: String, Sendable, CaseIterable {
    /// By standard input.
    case stdin
    /// In the argument that has `{text}`.
    case argument
  }

  /// What the program gives.
  public enum Output: String, Sendable, CaseIterable {
    /// A WAV file: in `{output}` where an argument has it, else by standard output.
    case wav
    /// Little-endian signed 16-bit samples without a header, likewise.
    case raw
  }

  /// The program and its arguments, with `{voice}`, `{language}`, `{rate}`, `{output}` and `{text}`.
  ///
  /// No shell sees them. `{rate}` is a multiple of the voice's own tempo; `{1/rate}` is its inverse, for
  /// programs that take a duration, and `{175*rate}` words a minute, with any number in either. The
  /// program is a name on the PATH, an absolute path or one that begins with `~/`, as arguments may; it
  /// runs in an empty folder of its own. `{text}` must be an argument of its own or the end of one such
  /// as `--text={text}`. Other braces are left as they are.
  public var command: [String]
  /// How it gets the text.
  public var input = Input.stdin
  /// What it gives.
  public var output = Output.wav
  /// The voices it has; ids as the program takes them.
  public var voices: [CommandVoice] = []
  /// The rate of raw sound, in hertz.
  public var sampleRate: Int?
  /// The channels of raw sound.
  public var channels = 1
  /// Whether one process speaks many lines: a line of text in, and the path of a WAV file or an empty
  /// line out for each.
  ///
  /// `{output}` is then a folder that lasts as long as the process; files in it are removed when they
  /// have been read. An empty line stands for no sound, which only a text without a letter or digit
  /// may have.
  public var keepsRunning = false
  /// How long a line may take, in seconds.
  public var timeout = 60
  /// The most bytes a line may give.
  public var maximumBytes = InputLimit.programAnswer.most
  /// How many may speak at once; nil for the number of processors.
  public var concurrency: Int?
  /// How many processes may be there, with those that wait for more to say, if it keeps running.
  public var maximumProcesses = 8

  /// Makes the configuration of a program.
  public init(command: [String]) { self.command = command }
}

/// A voice of a local program, as its user describes it.
public struct CommandVoice: Sendable, Equatable {
  /// The name the program takes.
  public var id: String
  /// The BCP 47 tag; nil where the user has not said.
  public var language: String?
  /// `female`, `male` or `neutral`; nil where the user has not said.
  public var gender: String?

  /// Makes a voice.
  public init(id: String, language: String? = nil, gender: String? = nil) {
    self.id = id
    self.language = language
    self.gender = gender
  }
}
