/// Finds faults in the scanned audio of lines.
struct LineVerifier {
  let notes: FileNotes
  /// The alphabet that most of the book's letters belong to; nil if the alphabet is unknown.
  let alphabet: Alphabet?
  /// The sample rate of the decoded audio, in hertz.
  let sampleRate: Int

  /// Returns the findings about a line that was decoded completely.
  func findings(of line: SoundLine, heard: ChapterScan.Line) -> [PlacedFinding] {
    let words = Quotation(line.item.spoken.text)
    let place = "\(Seconds(line.time)) into \(notes.entry.name)"
    guard heard.isHeard else {
      return [notes.note(.silentLine, "\(words) is silent, \(place)", take: line)]
    }
    var findings: [PlacedFinding] = []
    if heard.clippings > 0 {
      let message =
        "\(words) is distorted \(Self.times(heard.clippings)) by clipping at the highest level, "
        + place
      findings.append(notes.note(.clipping, message, take: line))
    }
    let seconds = Double(heard.sounding) / Double(sampleRate)
    let length = TextLength(line.item.spoken.text, alphabet: alphabet)
    guard
      let fault = SpeechPace(tempo: notes.manifest.tempo(of: line.item))
        .fault(length, seconds: seconds)
    else {
      return findings
    }
    let beginning = "\(words) is spoken in \(Seconds(seconds)), \(place)"
    switch fault {
    case .tooFast(let pace, let bound):
      let message =
        "\(beginning): \(Self.pace(pace)), above the limit of \(Rounded(bound, decimals: 1))"
      findings.append(notes.note(.tooFast, message, take: line))
    case .tooSlow(let pace, let bound):
      let message =
        "\(beginning): \(Self.pace(pace)), below the limit of \(Rounded(bound, decimals: 1))"
      findings.append(notes.note(.tooSlow, message, take: line))
    }
    return findings
  }

  /// Returns the findings about the audio between the lines.
  func findings(betweenLines clippings: Int) -> [PlacedFinding] {
    guard clippings > 0 else { return [] }
    let message =
      "the audio between the lines is distorted \(Self.times(clippings)) by clipping at the "
      + "highest level"
    return [notes.note(.clipping, message)]
  }

  private static func pace(_ value: Double) -> String {
    "\(Rounded(value, decimals: 1)) characters a second"
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
