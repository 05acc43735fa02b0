/// Finds contradictions in a manifest before any file is opened.
struct ManifestCheck {
  /// The maximum difference between times that are treated as equal, in seconds.
  ///
  /// A manifest rounds times to six decimal places.
  static let tolerance = 0.000_002

  let manifest: Manifest

  /// Returns all contradictions.
  func findings() -> [PlacedFinding] {
    var findings: [PlacedFinding] = []
    let hashes = Dictionary(manifest.files.map { ($0.file, $0.sha256) }) { first, _ in first }
    for (place, chapter) in manifest.chapters.enumerated() {
      func add(_ message: String) {
        let finding = Finding(
          code: .contradiction, message: message, chapter: chapter.index, file: chapter.file)
        findings.append(PlacedFinding(chapter: place, finding: finding))
      }
      if let hash = hashes[chapter.file], hash != chapter.sha256 {
        add("the manifest has two hashes for this file, \(chapter.sha256) and \(hash)")
      }
      if abs(chapter.duration.value - chapter.seconds) > Self.tolerance {
        add(
          "\(chapter.samples) samples at \(chapter.sampleRate) Hz are \(Seconds(chapter.seconds)) of "
            + "audio, but the manifest lists \(Seconds(chapter.duration.value))")
      }
      findings += misplacedLines(chapter, place)
    }
    return findings + ofTheBook()
  }

  /// Returns findings about lines that are out of order, or outside their chapter.
  private func misplacedLines(_ chapter: Manifest.Chapter, _ place: Int) -> [PlacedFinding] {
    var findings: [PlacedFinding] = []
    var last = 0.0
    for (number, item) in chapter.items.enumerated() {
      var faults: [String] = []
      let (start, end) = (item.start.value, item.end.value)
      // Simultaneous lines begin at the same time.
      if start < last - Self.tolerance {
        faults.append("begins before the previous line")
      }
      if end < start { faults.append("ends before it begins") }
      if end > chapter.seconds + Self.tolerance {
        faults.append("ends after its chapter, which is \(Seconds(chapter.seconds)) long")
      }
      last = max(last, start)
      guard !faults.isEmpty else { continue }
      let message =
        "\(Quotation(item.spoken.text)) \(faults.joined(separator: " and ")): from "
        + "\(Seconds(start)) to \(Seconds(end)) in \(chapter.file)"
      let finding = Finding(
        code: .misplacedLine, message: message, chapter: chapter.index, file: chapter.file,
        document: manifest.document(of: item), line: item.spoken.line > 0 ? item.spoken.line : nil,
        time: start)
      findings.append(PlacedFinding(chapter: place, item: number, finding: finding))
    }
    return findings
  }

  private func ofTheBook() -> [PlacedFinding] {
    var findings: [PlacedFinding] = []
    var hashes: [String: String] = [:]
    for file in manifest.files {
      if let hash = hashes.updateValue(file.sha256, forKey: file.file), hash != file.sha256 {
        let finding = Finding(
          code: .contradiction, message: "the manifest lists this file twice, with two hashes",
          file: file.file)
        findings.append(PlacedFinding(finding: finding))
      }
    }
    let seconds = manifest.chapters.reduce(0) { $0 + $1.seconds }
    let tolerance = Self.tolerance * Double(manifest.chapters.count + 1)
    if abs(manifest.duration.value - seconds) > tolerance {
      let finding = Finding(
        code: .contradiction,
        message: "the chapters have a total length of \(Seconds(seconds)), but the manifest lists "
          + "\(Seconds(manifest.duration.value)) for the book")
      findings.append(PlacedFinding(finding: finding))
    }
    return findings
  }
}
