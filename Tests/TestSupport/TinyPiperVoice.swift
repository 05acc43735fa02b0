import Foundation

/// A small Piper voice built by the tests, with properties that the real voice does not have: many speakers,
/// any sample rate, and faults.
///
/// The voice hums a tone for each phoneme: 100 Hz, plus 4 Hz for each number, plus 60 Hz for each speaker.
/// Without variation a phoneme takes `unitsPerSign` units divided by the tempo, rounded up. The graph draws
/// noise like Piper's graphs.
package struct TinyPiperVoice {
  /// A fault of a voice.
  package enum Fault: CaseIterable, Sendable {
    /// A third source of random numbers, of a kind that cannot be replaced.
    case draws
    /// The audio is one unit longer than its phonemes.
    case overlong
    /// All samples are zero.
    case silent
    /// The graph has no durations.
    case untimed
  }

  package var id: String
  /// The folder of the voice, with Piper's language code.
  package var language = "en_US"
  package var espeakVoice = "en-us"
  package var speakers: [String] = []
  package var sampleRate = 16_000
  package var phonemeType = "espeak"
  /// The number of units for a phoneme, before the tempo is applied.
  package var unitsPerSign = 2
  package var fault: Fault?

  package static let unit = 256

  package init(_ id: String) { self.id = id }

  /// Writes the voice's files to a folder of voices.
  package func install(in folder: String) throws {
    let place = "\(folder)/piper"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try Data(graph).write(to: URL(filePath: "\(place)/\(id).onnx"))
    let json = try JSONSerialization.data(withJSONObject: description, options: .sortedKeys)
    try json.write(to: URL(filePath: "\(place)/\(id).onnx.json"))
  }

  /// The known symbols, numbered as in Piper.
  private static let signs =
    "_^$ !'(),-.:;?abcdefhijklmnopqrstuvwxyzæçðøħŋœǀǁǂǃɐɑɒɓɔɕɖɗɘəɚɛɜɞɟɠɡɢɣɤɥɦɧɨɪɫɬɭɮɯɰɱɲɳɴɵɶɸɹɺɻɽɾʀʁʂʃʄʈʉʊʋʌʍʎʏʐʑʒʔʕʘʙʛʜʝʟʡʢʲˈˌːˑ˞βθχᵻⱱ"

  private var description: [String: Any] {
    let numbers = zip(Self.signs.unicodeScalars, 0...).map { (String($0), [$1]) }
    return [
      "audio": ["sample_rate": sampleRate, "quality": "x_low"], "espeak": ["voice": espeakVoice],
      "language": ["code": language], "dataset": "tiny", "phoneme_type": phonemeType,
      "num_speakers": max(1, speakers.count),
      "speaker_id_map": Dictionary(uniqueKeysWithValues: zip(speakers, 0...)),
      "inference": ["noise_scale": 0.667, "length_scale": 1, "noise_w": 0.8],
      "phoneme_id_map": Dictionary(uniqueKeysWithValues: numbers),
    ]
  }

  // MARK: The graph

  private var graph: [UInt8] {
    var graph = ONNXGraph()
    graph.add(input: "input", .integer, dimensions: 2)
    graph.add(input: "input_lengths", .integer, dimensions: 1)
    graph.add(input: "scales", .float, dimensions: 1)
    if !speakers.isEmpty { graph.add(input: "sid", .integer, dimensions: 1) }
    addConstants(to: &graph)
    addDurations(to: &graph)
    addTones(to: &graph)
    addSound(to: &graph)
    graph.add(output: "output", .float, dimensions: 4)
    return graph.model
  }

  private func addConstants(to graph: inout ONNXGraph) {
    for number in [0, 1, 2] { graph.add(constant: "\(number)", integers: [number]) }
    for number in [1, 0, -1] {
      graph.add(constant: "[\(number)]", integers: [number], isList: true)
    }
    for (name, value) in [
      ("2.", Float(unitsPerSign)), ("0.", 0), ("1.", 1), ("4.", 4), ("60.", 60), ("100.", 100),
      ("0.1", 0.1),
      ("0.01", 0.01), ("turn", 2 * Float.pi / Float(sampleRate)),
      ("level", fault == .silent ? 0 : 0.5),
    ] as [(String, Float)] {
      graph.add(constant: name, floats: [value])
    }
    graph.add(constant: "unit", integers: [1, Self.unit], isList: true)
    graph.add(constant: "shape", integers: [1, 1, 1, -1], isList: true)
    for (number, name) in ["noise", "slowness", "width"].enumerated() {
      graph.add("Gather", ["scales", "\(number)"], name)
    }
  }

  /// Adds nodes that compute the number of units for each phoneme, and their total.
  private func addDurations(to graph: inout ONNXGraph) {
    graph.add("Cast", ["input"], "row", ["to": 1])
    graph.add("Unsqueeze", ["row", "[1]"], "numbers")
    graph.add("RandomNormalLike", ["numbers"], "/dp/RandomNormalLike_output_0")
    graph.add("Abs", ["/dp/RandomNormalLike_output_0"], "length")
    graph.add("Mul", ["length", "width"], "varied")
    graph.add("Add", ["varied", "2."], "lengths")
    graph.add("Mul", ["lengths", "slowness"], "slow")
    graph.add(fault == .untimed ? "Relu" : "Ceil", ["slow"], "durations")
    graph.add("CumSum", ["durations", "2"], "ends")
    graph.add("ReduceMax", ["ends"], "all", ["keepdims": 0])
    graph.add("Add", ["all", fault == .overlong ? "1." : "0."], "count")
    graph.add("Range", ["0.", "count", "1."], "times")
  }

  /// Adds nodes that compute the fundamental in each unit of time.
  private func addTones(to graph: inout ONNXGraph) {
    graph.add("Unsqueeze", ["times", "[1]"], "column")
    graph.add("Reshape", ["ends", "[-1]"], "ends1")
    graph.add("LessOrEqual", ["ends1", "column"], "past")
    graph.add("Cast", ["past"], "pasts", ["to": 7])
    graph.add("ReduceSum", ["pasts", "[1]"], "index", ["keepdims": 0])
    graph.add("Reshape", ["input", "[-1]"], "ids")
    // An additional unit belongs to the last phoneme.
    graph.add("Size", ["ids"], "size")
    graph.add("Sub", ["size", "1"], "last")
    graph.add("Min", ["index", "last"], "kept")
    graph.add("Gather", ["ids", "kept"], "spoken")
    graph.add("Cast", ["spoken"], "tones", ["to": 1])
    graph.add("Mul", ["tones", "4."], "higher")
    graph.add("Add", ["higher", "100."], "plain")
    if speakers.isEmpty {
      graph.add("Identity", ["plain"], "hertz")
    } else {
      graph.add("Cast", ["sid"], "who", ["to": 1])
      graph.add("Mul", ["who", "60."], "own")
      graph.add("Add", ["plain", "own"], "hertz")
    }
  }

  private func addSound(to graph: inout ONNXGraph) {
    graph.add("Reshape", ["hertz", "[1, -1]"], "wide")
    graph.add(constant: "[1, -1]", integers: [1, 1, -1], isList: true)
    graph.add("RandomNormalLike", ["wide"], "/RandomNormalLike_output_0")
    graph.add("Mul", ["/RandomNormalLike_output_0", "noise"], "rough")
    graph.add("Mul", ["rough", "0.1"], "jitter")
    graph.add("Add", ["wide", "jitter"], "trembling")
    graph.add("Reshape", ["trembling", "[-1, 1]"], "units")
    graph.add(constant: "[-1, 1]", integers: [-1, 1], isList: true)
    graph.add("Expand", ["units", "unit"], "samples")
    graph.add("Reshape", ["samples", "[-1]"], "line")
    graph.add("CumSum", ["line", "0"], "phase")
    graph.add("Mul", ["phase", "turn"], "angle")
    graph.add("Sin", ["angle"], "sine")
    graph.add("Mul", ["sine", "level"], "sound")
    if fault == .draws {
      graph.add("RandomUniformLike", ["sound"], "dither")
      graph.add("Mul", ["dither", "0.01"], "fine")
      graph.add("Add", ["sound", "fine"], "dithered")
    }
    graph.add("Reshape", [fault == .draws ? "dithered" : "sound", "shape"], "output")
  }
}
