import Foundation

/// A writer of small graphs in ONNX's format, for voices that no package contains.
package struct ONNXGraph {
  private var nodes: [UInt8] = []
  private var constants: [UInt8] = []
  private var inputs: [UInt8] = []
  private var outputs: [UInt8] = []

  package enum Element: UInt8 {
    case float = 1
    case integer = 7
  }

  package init() {}

  /// Adds a node with one result.
  ///
  /// Its attributes are integers.
  package mutating func add(
    _ kind: String, _ inputs: [String], _ output: String, _ attributes: [String: Int] = [:]
  ) {
    var node = inputs.flatMap { Self.field(1, $0) } + Self.field(2, output) + Self.field(4, kind)
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      let attribute =
        Self.field(1, name) + Self.number(3, value) + Self.number(20, 2)
      node += Self.field(5, attribute)
    }
    nodes += Self.field(1, node)
  }

  /// Adds a constant: one number without dimensions, or a list.
  package mutating func add(constant name: String, floats: [Float], isList: Bool = false) {
    addConstant(
      name, .float, floats.flatMap { Self.bytes($0.bitPattern) }, isList ? floats.count : nil)
  }

  /// Adds a constant of integers: one number without dimensions, or a list.
  package mutating func add(constant name: String, integers: [Int], isList: Bool = false) {
    addConstant(
      name, .integer, integers.flatMap { Self.bytes(UInt64(bitPattern: Int64($0))) },
      isList ? integers.count : nil)
  }

  private mutating func addConstant(
    _ name: String, _ element: Element, _ content: [UInt8], _ count: Int?
  ) {
    let shape = count.map { Self.number(1, $0) } ?? []
    constants += Self.field(
      5,
      shape + Self.number(2, Int(element.rawValue)) + Self.field(8, name) + Self.field(9, content))
  }

  /// Adds an input or output with this many dimensions of any size.
  package mutating func add(input name: String, _ element: Element, dimensions: Int) {
    inputs += Self.field(11, Self.value(name, element, dimensions))
  }

  package mutating func add(output name: String, _ element: Element, dimensions: Int) {
    outputs += Self.field(12, Self.value(name, element, dimensions))
  }

  /// The bytes of the file.
  package var model: [UInt8] {
    let graph = nodes + Self.field(2, "tiny") + constants + inputs + outputs
    return Self.number(1, 8) + Self.field(7, graph) + Self.field(8, Self.number(2, 13))
  }

  private static func value(_ name: String, _ element: Element, _ dimensions: Int) -> [UInt8] {
    let shape = (0..<dimensions).flatMap { field(1, field(2, "\(name)\($0)")) }
    let tensor = number(1, Int(element.rawValue)) + field(2, shape)
    return field(1, name) + field(2, field(1, tensor))
  }

  private static func field(_ number: Int, _ text: String) -> [UInt8] {
    field(number, Array(text.utf8))
  }

  private static func field(_ number: Int, _ content: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(content.count) + content
  }

  private static func number(_ number: Int, _ value: Int) -> [UInt8] {
    varint(number << 3) + varint(value)
  }

  private static func varint(_ value: Int) -> [UInt8] {
    var (rest, bytes) = (UInt64(value), [UInt8]())
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: 0, to: value.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

/// A small graph like Kokoro's with voices, built by the tests.
///
/// It is fast, and has faults that the real graph shows only sometimes.
///
/// The graph hums a tone for each symbol: 100 Hz, plus 2 Hz for each number, plus the first float of the
/// style. A symbol takes two units divided by the tempo. Pads are silent.
package struct TinyKokoroVoice {
  /// A fault of the graph.
  package enum Fault: CaseIterable, Sendable {
    /// Lines of fewer than 8 numbers have one unit more than their phonemes.
    ///
    /// Two more pads at each end prevent that.
    case overlongIfShort
    /// Every line has one unit more than its phonemes.
    case overlong
    /// All samples are zero.
    case silent
    /// The pads are not silent.
    case noisyPads
    /// The graph has no durations.
    case untimed
  }

  package var fault: Fault?
  /// The names of the inputs and the output, which differ between exports.
  package var names = (ids: "tokens", samples: "audio")

  package static let unit = 600

  package init() {}

  /// Writes the graph and voices to a folder of voices.
  ///
  /// A voice is a name and the first float of its styles.
  package func install(in folder: String, voices: [String: Float]) throws {
    let place = "\(folder)/kokoro"
    try FileManager.default.createDirectory(
      atPath: "\(place)/voices", withIntermediateDirectories: true)
    try Data(graph).write(to: URL(filePath: "\(place)/kokoro-v1.0.onnx"))
    for (name, value) in voices {
      let row = [value] + [Float](repeating: 0, count: 255)
      let table = (0..<510).flatMap { _ in row }
      let data = table.withUnsafeBytes { Data($0) }
      try data.write(to: URL(filePath: "\(place)/voices/\(name).bin"))
    }
  }

  // MARK: The graph

  private var graph: [UInt8] {
    var graph = ONNXGraph()
    graph.add(input: names.ids, .integer, dimensions: 2)
    graph.add(input: "style", .float, dimensions: 2)
    graph.add(input: "speed", .float, dimensions: 1)
    for number in [0, 1] { graph.add(constant: "\(number)", integers: [number]) }
    for number in [1, -1] {
      graph.add(constant: "[\(number)]", integers: [number], isList: true)
    }
    for (name, value) in [
      ("0.", 0), ("1.", 1), ("2.", 2), ("100.", 100), ("turn", 2 * Float.pi / 24_000),
      ("level", fault == .silent ? 0 : 0.5), ("pads", fault == .noisyPads ? 1 : 0),
      ("short", fault == .overlong ? 10_000 : fault == .overlongIfShort ? 8 : 0),
    ] as [(String, Float)] {
      graph.add(constant: name, floats: [value])
    }
    graph.add(constant: "unit", integers: [1, Self.unit], isList: true)
    addDurations(to: &graph)
    addTones(to: &graph)
    addSound(to: &graph)
    graph.add(output: names.samples, .float, dimensions: 1)
    return graph.model
  }

  private func addDurations(to graph: inout ONNXGraph) {
    graph.add("Cast", [names.ids], "row", ["to": 1])
    graph.add("Mul", ["row", "0."], "zeros")
    graph.add("Add", ["zeros", "2."], "lengths")
    graph.add("Div", ["lengths", "speed"], "slow")
    graph.add(fault == .untimed ? "Relu" : "Round", ["slow"], "round")
    graph.add("Clip", ["round", "1."], "durations")
    graph.add("Cast", ["durations"], "units", ["to": 7])
    graph.add("CumSum", ["units", "1"], "whole")
    graph.add("Cast", ["whole"], "ends", ["to": 1])
    graph.add("ReduceMax", ["ends"], "all", ["keepdims": 0])
    graph.add("Size", [names.ids], "size")
    graph.add("Cast", ["size"], "length", ["to": 1])
    graph.add("Less", ["length", "short"], "isWrong")
    graph.add("Cast", ["isWrong"], "more", ["to": 1])
    graph.add("Add", ["all", "more"], "count")
    graph.add("Range", ["0.", "count", "1."], "times")
  }

  /// Adds nodes that compute the symbol in each unit of time.
  private func addTones(to graph: inout ONNXGraph) {
    graph.add("Unsqueeze", ["times", "[1]"], "column")
    graph.add("Reshape", ["ends", "[-1]"], "ends1")
    graph.add("LessOrEqual", ["ends1", "column"], "past")
    graph.add("Cast", ["past"], "pasts", ["to": 7])
    graph.add("ReduceSum", ["pasts", "[1]"], "index", ["keepdims": 0])
    graph.add("Reshape", [names.ids, "[-1]"], "ids")
    graph.add("Sub", ["size", "1"], "last")
    graph.add("Min", ["index", "last"], "kept")
    graph.add("Gather", ["ids", "kept"], "spoken")
    graph.add("Cast", ["spoken"], "signs", ["to": 1])
    graph.add("Mul", ["signs", "2."], "higher")
    graph.add("Add", ["higher", "100."], "plain")
    graph.add("Gather", ["style", "0"], "own", ["axis": 1])
    graph.add("Add", ["plain", "own"], "hertz")
    graph.add("Min", ["signs", "1."], "sounding")
    graph.add("Max", ["sounding", "pads"], "loud")
    graph.add("Mul", ["loud", "level"], "levels")
  }

  private func addSound(to graph: inout ONNXGraph) {
    for (from, to) in [("hertz", "line"), ("levels", "amplitude")] {
      graph.add("Unsqueeze", [from, "[1]"], "\(from)Column")
      graph.add("Expand", ["\(from)Column", "unit"], "\(from)Table")
      graph.add("Reshape", ["\(from)Table", "[-1]"], to)
    }
    graph.add("CumSum", ["line", "0"], "phase")
    graph.add("Mul", ["phase", "turn"], "angle")
    graph.add("Sin", ["angle"], "sine")
    graph.add("Mul", ["sine", "amplitude"], names.samples)
  }
}

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
