import Audiobook

enum OutputFolders {
  /// Returns the output folder of each input.
  /// If `-o` is set, a single input is built in the folder of `-o`. Several inputs are built in separate folders inside
  /// the folder of `-o`.
  static func folders(for inputs: [BookInput], _ options: RenderOptions) throws -> [String] {
    guard inputs.count > 1 else {
      return [options.output ?? "./\(inputs[0].stem).audiobook"]
    }
    var taken: [String: String] = [:]
    return try inputs.map { input in
      let folder = options.output.map { "\($0)/\(input.stem)" } ?? "./\(input.stem).audiobook"
      if let other = taken[folder] {
        throw UsageError(
          "\(other) and \(input.path) would both be written to \(folder); "
            + "if both inputs are the same file, name the file once; otherwise render the inputs in two runs, "
            + "with two -o folders"
        )
      }
      taken[folder] = input.path
      return folder
    }
  }
}
