/// How Piper is run and where its voices are.
public struct PiperConfiguration: Sendable, Equatable {
  /// The program, by name on the PATH or by path, and what stands before Piper's own options
  /// (`python3 -m piper`).
  public var program = ["piper"]
  /// Folders of voices, or voices (`.onnx`), `~` not yet expanded.
  public var voices: [String] = []
  /// Whether the random part of the voices is off (`reproducible` in the file), so that a line sounds
  /// the same each time.
  public var isReproducible = true
  /// How long a line may take, in seconds.
  public var timeout = 120
  /// How many processes may run at once; nil for the number of processors.
  public var concurrency: Int?

  /// Makes the configuration of the program on the PATH.
  public init() {}
}
