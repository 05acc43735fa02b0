import Foundation

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
