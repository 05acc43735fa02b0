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
  public var command: [String]
  /// How it gets the text.
  public var input = Input.stdin
  /// What it gives.
  public var output = Output.wav
  /// The voices it has; ids as the program takes them.
  public var voices: [CommandVoice] = []
  /// The rate of raw sound, in hertz; a WAV file says its own.
  public var sampleRate: Int?
  /// The channels of raw sound, one or two, interleaved.
  public var channels = 1
  /// Whether one process speaks many lines (`keepRunning` in the file): a line of text in, and the path
  /// of a WAV file or an empty line out for each.
  public var keepsRunning = false
  /// How long a line may take, in seconds, before the program is ended.
  public var timeout = 60
  /// The most bytes of sound a line may give; 64 MiB are 25 minutes at 22,050 Hz.
  public var maximumBytes = 64 << 20
  /// How many may run at once; nil for the number of processors.
  public var concurrency: Int?

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
