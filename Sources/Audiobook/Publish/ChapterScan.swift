/// Scans an audio file block by block, and finds which lines are audible, for how long, and how often the audio is
/// clipped.
/// A scan counts frames continuously and records the counts where lines begin and end. So it stores only a few numbers
/// for each line and no audio, even if many lines overlap.
struct ChapterScan {
  /// The audio found in a line.
  struct Line: Equatable {
    /// Whether any frame is audible.
    var isHeard = false
    /// The number of frames with speech, including short silences within speech but not pauses.
    var sounding = 0
    /// The number of positions where the audio is clipped.
    var clippings = 0
  }

  /// The minimum magnitude of an audible sample: −54 dBFS.
  /// This is above the peaks of a room tone, and 4 dB below the level at which clips are trimmed. The quietest of 4,600
  /// measured lines has its peak at −17 dBFS.
  static let audible: Float = 0.002
  /// The longest silence within speech, in seconds; a longer silence is a pause.
  static let longestGap = 0.25
  /// The length at each end of a line that is ignored when testing whether the line is audible, in seconds.
  /// In a short line, only a quarter of the line is ignored at each end. In a lossy file, adjacent audio spreads into a
  /// silence (measured: 13 ms of speech).
  static let longestEcho = 0.03

  private(set) var frames = 0
  /// The number of clipped positions outside all lines.
  private(set) var strayClippings = 0

  private let channels: Int
  private let gapFrames: Int
  private var detectors: [ClippingDetector]
  private let clippingLevel: Float

  /// The totals of the frames before a given frame.
  private struct Counts {
    var audible = 0
    var sounding = 0
    var clippings = 0
  }

  /// A frame at which a line or its inner part begins or ends.
  /// The inner part is the line without the ignored ends (`longestEcho`).
  private struct Mark {
    enum Kind { case start, innerStart, innerEnd, end }
    var frame: Int
    var line: Int
    var kind: Kind
  }

  private var counts = Counts()
  /// The frame after the last audible frame.
  private var soundEnd: Int?
  private var isClipping = false
  private var openLines = 0

  private let marks: [Mark]
  private var nextMark = 0
  /// The counts at each mark that the scan has passed.
  private var noted: [Counts]
  /// Marks in a silence that may turn out to be a pause.
  private var waitingMarks: [Int] = []

  /// Creates a scan.
  /// `lines` contains the frames of each line, in any order.
  init(lines: [Range<Int>], sampleRate: Int, channels: Int, isLossless: Bool) {
    self.channels = channels
    gapFrames = Int(Self.longestGap * Double(sampleRate))
    let detector = ClippingDetector(sampleRate: sampleRate, isLossless: isLossless)
    detectors = Array(repeating: detector, count: channels)
    clippingLevel = detector.level
    let echoFrames = Int(Self.longestEcho * Double(sampleRate))
    marks = lines.enumerated().flatMap { index, range in
      let echo = min(echoFrames, range.count / 4)
      return [
        Mark(frame: range.lowerBound, line: index, kind: .start),
        Mark(frame: range.lowerBound + echo, line: index, kind: .innerStart),
        Mark(frame: range.upperBound - echo, line: index, kind: .innerEnd),
        Mark(frame: range.upperBound, line: index, kind: .end),
      ]
    }.sorted { $0.frame < $1.frame }
    noted = Array(repeating: Counts(), count: marks.count)
  }

  /// Scans interleaved samples in whole frames, with full scale at 1.
  mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    let end = frames + samples.count / channels
    let blockStart = frames
    while frames < end {
      while nextMark < marks.count, marks[nextMark].frame <= frames { passMark() }
      let stop = nextMark < marks.count ? min(end, marks[nextMark].frame) : end
      let part = (frames - blockStart) * channels..<(stop - blockStart) * channels
      listen(to: UnsafeBufferPointer(rebasing: samples[part]))
    }
  }

  /// Returns the audio found in each line, in the order given to the initializer.
  consuming func finish() -> [Line] {
    while nextMark < marks.count { passMark() }
    var audible = [Int](repeating: 0, count: marks.count / 4)
    var lines = [Line](repeating: Line(), count: audible.count)
    for (mark, counts) in zip(marks, noted) {
      switch mark.kind {
      case .innerStart: audible[mark.line] -= counts.audible
      case .innerEnd: audible[mark.line] += counts.audible
      case .start:
        lines[mark.line].sounding -= counts.sounding
        lines[mark.line].clippings -= counts.clippings
      case .end:
        lines[mark.line].sounding += counts.sounding
        lines[mark.line].clippings += counts.clippings
      }
    }
    for line in lines.indices { lines[line].isHeard = audible[line] > 0 }
    return lines
  }
}

// MARK: - Scanning

extension ChapterScan {
  private mutating func listen(to samples: UnsafeBufferPointer<Float>) {
    var place = 0
    while place < samples.count {
      var magnitude = abs(samples[place])
      for channel in 1..<max(1, channels) {
        magnitude = max(magnitude, abs(samples[place + channel]))
      }
      if magnitude >= Self.audible { hear() }
      if magnitude >= clippingLevel || isClipping {
        detectClipping(samples[place..<place + channels])
      }
      place += channels
      frames += 1
    }
  }

  /// Counts the current frame as audible.
  /// Also counts the silence before it as speech, unless the silence is a pause.
  private mutating func hear() {
    counts.audible += 1
    let silence = soundEnd.map { frames - $0 } ?? 0
    if silence > 0 || !waitingMarks.isEmpty {
      let isSpeech = soundEnd != nil && silence <= gapFrames
      if isSpeech {
        for mark in waitingMarks {
          noted[mark].sounding += marks[mark].frame - (soundEnd ?? marks[mark].frame)
        }
        counts.sounding += silence
      }
      waitingMarks.removeAll(keepingCapacity: true)
    }
    counts.sounding += 1
    soundEnd = frames + 1
  }

  private mutating func detectClipping(_ frame: Slice<UnsafeBufferPointer<Float>>) {
    isClipping = false
    for (detector, sample) in zip(detectors.indices, frame) {
      if detectors[detector].isClipping(at: sample) {
        counts.clippings += 1
        if openLines == 0 { strayClippings += 1 }
      }
      if detectors[detector].isActive { isClipping = true }
    }
  }

  private mutating func passMark() {
    let mark = marks[nextMark]
    noted[nextMark] = counts
    if let soundEnd, mark.frame > soundEnd { waitingMarks.append(nextMark) }
    if mark.kind == .start { openLines += 1 }
    if mark.kind == .end { openLines -= 1 }
    nextMark += 1
  }
}

/// Finds flat tops in the samples of a channel.
/// Audio that was clipped at full scale has flat tops. In a lossless file, a flat top is a run of equal samples. The
/// top may be below full scale, because a clip that the engine has clipped is mixed at no more than −0.3 dBFS
/// (`Timeline.peakCeiling`). In a lossy file, the encoder rounds the tops, and the decoder exceeds full scale at every
/// loud peak. So in a lossy file, a flat top is a run of samples at or above full scale.
/// Measured with 150 seconds of speech at 22,050, 44,100 and 48,000 Hz in MP3 (VBR 4, 32 kbit/s), Vorbis and
/// Opus (default, 16 kbit/s): speech raised by 12 dB or less and limited to −0.3 dBFS exceeds full scale for at
/// most 0.23 ms at a time. Speech with 6 dB of hard clipping exceeds full scale for up to 0.7 ms.
struct ClippingDetector {
  /// The minimum duration of a flat top, in seconds.
  static let shortest = 0.000_3

  /// The minimum magnitude of a clipped sample.
  let level: Float
  private let isLossless: Bool
  private let shortestRun: Int
  private var run = 0
  private var last: Float = 0

  /// Creates a detector for one channel.
  init(sampleRate: Int, isLossless: Bool) {
    self.isLossless = isLossless
    // Half a 16-bit step below the lowest flat top: −0.3 dBFS in a lossless file, full scale in a lossy file.
    level = isLossless ? 31_653.5 / 32_768 : 32_766.5 / 32_768
    shortestRun = max(3, Int((Self.shortest * Double(sampleRate)).rounded(.up)))
  }

  /// Whether the last sample may be part of a flat top.
  var isActive: Bool { run > 0 }

  /// Adds the next sample, and returns whether the current run has just reached the length of a flat top.
  /// Returns true once for each flat top.
  mutating func isClipping(at sample: Float) -> Bool {
    defer { last = sample }
    guard abs(sample) >= level else {
      run = 0
      return false
    }
    let continues = isLossless ? sample == last : (sample < 0) == (last < 0)
    run = run > 0 && continues ? run + 1 : 1
    return run == shortestRun
  }
}
