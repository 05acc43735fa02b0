import Basics
import Audiobook
import Guion
import Hablare
import Narration

/// The gains that `audition --gains` writes into a cast file.
struct AuditionGains {
  /// The turns with voices to measure: paid voices without a gain, for roles with an entry in the cast file.
  let turns: [Audition.Turn]
  private let file: String

  /// Checks the cast file before anything is paid for, and warns of roles that have no entry in the file.
  init(_ scene: AuditionScene) throws {
    guard let file = scene.book.castFile else {
      throw CommandFailure(
        .noInput, "--gains: the cast file is missing; draft one with `guion2audio cast`")
    }
    self.file = file
    let unmeasured = scene.unmeasured
    guard !unmeasured.isEmpty else {
      turns = []
      return
    }
    try WholeFile.checkWritable(file)
    let trial = CastGains(Dictionary(unmeasured.map { ($0.role, 0) }) { first, _ in first })
    let missing = try WholeFile.changed(file) { bytes throws(Diagnostic) in
      try trial.added(to: bytes).missing
    }
    turns = unmeasured.filter { !missing.contains($0.role) }
    for role in missing {
      SpeechSetup.warn(
        "\(file) has no entry with a voice for \(RoleName.shown(role)), so no gain is added")
    }
  }

  /// Writes the measured gains into the cast file, and returns a report for the user.
  ///
  /// `gains` contains one gain for each turn, in decibels; nil if the voice is silent.
  func write(_ gains: [Double?]) throws(CommandFailure) -> String {
    guard !turns.isEmpty else { return "no paid voice of \(file) needs a gain\n" }
    // Gains are rounded to one decimal place for readability, and limited to the range that a cast allows.
    let range = VoiceURI.gainRange
    var found: [String: Double] = [:]
    var report = ""
    for (turn, gain) in zip(turns, gains) {
      let role = RoleName.shown(turn.role)
      guard let gain else {
        SpeechSetup.warn("\(role): \(turn.voice) is silent, so it has no gain")
        continue
      }
      let rounded = min(max((gain * 10).rounded() / 10, range.lowerBound), range.upperBound)
      found[turn.role] = rounded
      report +=
        "\(role): \(turn.voice) needs a gain of \(rounded) dB to be as loud as the other voices\n"
    }
    guard !found.isEmpty else { return report }
    let bytes = try WholeFile.changed(file) { bytes throws(Diagnostic) in
      try CastGains(found).added(to: bytes).file
    }
    try WholeFile.write(bytes, to: file)
    return report + "\(Quantity.count(found.count, "gain")) added -> \(file)\n"
  }
}
