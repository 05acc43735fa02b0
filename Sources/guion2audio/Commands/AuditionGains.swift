import Basics
import Audiobook
import Guion
import Hablare
import Narration

/// The gains that `audition --gains` writes into a cast file.
struct AuditionGains {
  /// Whose voices are to be measured: those that are paid for, have no gain, and have an entry for one.
  let turns: [Audition.Turn]
  private let file: String

  /// Looks at the cast file before anything is paid for; says whose voices have no entry there.
  init(_ scene: AuditionScene) throws {
    guard let file = scene.book.castFile else {
      throw CommandFailure(
        .noInput, "--gains: there is no cast file; `guion2audio cast` drafts one")
    }
    self.file = file
    let wanted = scene.unmeasured
    guard !wanted.isEmpty else {
      turns = []
      return
    }
    try WholeFile.checkWritable(file)
    let trial = CastGains(Dictionary(wanted.map { ($0.role, 0) }) { first, _ in first })
    let missing = try WholeFile.changed(file) { bytes throws(Diagnostic) in
      try trial.added(to: bytes).missing
    }
    turns = wanted.filter { !missing.contains($0.role) }
    for role in missing {
      SpeechSetup.warn("\(file) has no voice of its own for \(RoleName.shown(role))")
    }
  }

  /// Writes what was found, in the order of the turns, and gives what there is to say of it.
  func write(_ gains: [Double?]) throws(CommandFailure) -> String {
    guard !turns.isEmpty else { return "no paid voice of \(file) needs a gain\n" }
    // To tenths, and as far as a cast may go: a person is going to read them.
    let range = VoiceURI.gainRange
    var found: [String: Double] = [:]
    var said = ""
    for (turn, gain) in zip(turns, gains) {
      let role = RoleName.shown(turn.role)
      guard let gain else {
        SpeechSetup.warn("\(role): nothing is heard of \(turn.voice)")
        continue
      }
      let rounded = min(max((gain * 10).rounded() / 10, range.lowerBound), range.upperBound)
      found[turn.role] = rounded
      said += "\(role): \(turn.voice) is brought level by a gain of \(rounded) dB\n"
    }
    guard !found.isEmpty else { return said }
    let bytes = try WholeFile.changed(file) { bytes throws(Diagnostic) in
      try CastGains(found).added(to: bytes).file
    }
    try WholeFile.write(bytes, to: file)
    return said + "\(Quantity.count(found.count, "gain")) added -> \(file)\n"
  }
}
