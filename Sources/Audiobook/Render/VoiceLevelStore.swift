/// Keeps what was measured of voices in a folder, a small file each; any number of processes may use it.
///
/// Where it cannot be read or written, voices are measured again: it holds nothing that is not known.
struct VoiceLevelStore: Sendable {
  let folder: String

  private var files: NumberFiles { NumberFiles(folder: folder) }

  /// The gain in dB that was kept under a key; nil where there is none that is whole.
  func gain(of key: String) -> Double? {
    guard let numbers = files.numbers(of: key), numbers.count == 1,
      abs(numbers[0]) <= VoiceLevels.furthest
    else { return nil }
    return numbers[0]
  }

  /// Keeps a gain; a build that finds no room for it goes on.
  func keep(_ gain: Double, of key: String) { files.keep([gain], of: key) }
}
