import Basics

/// A local program that speaks: its command, its input and its output.
public struct CommandConfiguration: Sendable, Equatable {
  /// How the program gets the text.
  public enum Input: String, Sendable, CaseIterable {
    /// Through standard input.
    case stdin
    /// In the argument that contains `{text}`.
    case argument
  }

  /// The format of the program's audio.
  public enum Output: String, Sendable, CaseIterable {
    /// A WAV file, written to `{output}` if an argument contains it, otherwise to standard output.
    case wav
    /// Little-endian signed 16-bit samples without a header, written to `{output}` if an argument
    /// contains it, otherwise to standard output.
    case raw
  }

  /// The program and its arguments, with `{voice}`, `{language}`, `{rate}`, `{output}` and
  /// `{text}`.
  ///
  /// No shell interprets the arguments. `{rate}` is the tempo as a multiple of the voice's own
  /// tempo. `{1/rate}` is the inverse of the tempo, for programs that need a factor for durations.
  /// `{175*rate}` is the tempo in words per minute, for a voice whose own tempo is 175 words per
  /// minute. Any number can replace 1 and 175. The program is a name on the PATH, an absolute path,
  /// or a path that begins with `~/`. Arguments may begin with `~/` too. The program runs in its
  /// own empty folder. `{text}` must be a whole argument, or the end of an argument such as
  /// `--text={text}`. Other braces are left unchanged.
  public var command: [String]
  /// How the program gets the text.
  public var input = Input.stdin
  /// The format of the program's audio.
  public var output = Output.wav
  /// The program's voices, each with the id that the program accepts.
  public var voices: [CommandVoice] = []
  /// The sample rate of raw audio, in hertz.
  public var sampleRate: Int?
  /// The number of channels of raw audio.
  public var channels = 1
  /// Whether one process speaks many lines.
  ///
  /// For each spoken line, the process reads one line of text from standard input. The process
  /// writes one line to standard output: the path of a WAV file, or an empty line.
  ///
  /// In this case `{output}` is a folder that exists as long as the process. Files in this folder
  /// are removed after they have been read. An empty line means that there is no audio. An empty
  /// line is allowed only for text without letters and digits.
  public var keepsRunning = false
  /// The time limit for a line, in seconds.
  public var timeout = 60
  /// The maximum size of a line's audio, in bytes.
  public var maximumBytes = InputLimit.programAnswer.maximum
  /// The maximum number of processes that speak at the same time.
  ///
  /// Nil means the number of processors.
  public var concurrency: Int?
  /// The maximum number of processes of a program that keeps running, including idle processes.
  public var maximumProcesses = 8

  /// Creates the configuration for a program.
  public init(command: [String]) { self.command = command }
}

/// A voice of a local program, as the user describes it.
public struct CommandVoice: Sendable, Equatable {
  /// The voice's name for the program.
  public var id: String
  /// The BCP 47 tag, or nil if the user has not set one.
  public var language: String?
  /// `female`, `male` or `neutral`, or nil if the user has not set one.
  public var gender: String?

  /// Creates a voice.
  public init(id: String, language: String? = nil, gender: String? = nil) {
    self.id = id
    self.language = language
    self.gender = gender
  }
}
