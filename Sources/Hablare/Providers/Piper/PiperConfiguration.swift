/// The settings of a Piper program: its command and its voices.
public struct PiperConfiguration: Sendable, Equatable {
  /// The program, as a name on the PATH or as a path.
  ///
  /// Further strings are arguments before Piper's own options, as in `python3 -m piper`.
  public var program = ["piper"]
  /// Folders with voices, and voice files (`.onnx`).
  ///
  /// A leading `~` is expanded when the voices are searched for.
  public var voices: [String] = []
  /// Whether the random part of the voices is off, so that a line sounds the same each time.
  public var isReproducible = true
  /// The time limit for a line, in seconds.
  public var timeout = 120
  /// The maximum number of processes that speak at the same time.
  ///
  /// Nil means the number of processors.
  public var concurrency: Int?
  /// The maximum number of processes, including idle ones.
  ///
  /// Each process needs about 60 MB plus its model (measured). A new process needs a third of a
  /// second, plus the time to load its model.
  public var maximumProcesses = 8

  /// Creates the configuration for the program on the PATH.
  public init() {}
}
