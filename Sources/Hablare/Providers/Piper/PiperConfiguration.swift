/// How Piper is run and where its voices are.
public struct PiperConfiguration: Sendable, Equatable {
  /// The program, by name on the PATH or by path, and what stands before Piper's own options
  /// (`python3 -m piper`).
  public var program = ["piper"]
  /// Folders of voices, or voices (`.onnx`), `~` not yet expanded.
  public var voices: [String] = []
  /// Whether the random part of the voices is off, so that a line sounds the same each time.
  public var isReproducible = true
  /// How long a line may take, in seconds.
  public var timeout = 120
  /// How many processes may speak at once; nil for the number of processors.
  public var concurrency: Int?
  /// How many processes may be there, with those that wait for more to say: each takes about 60 MB and
  /// its model (measured), and a fresh one a third of a second and the loading of its model.
  public var maximumProcesses = 8

  /// Makes the configuration of the program on the PATH.
  public init() {}
}
