import Audio
import Narration

/// One caption on the screen, with its start and end.
struct CaptionCue: Sendable, Equatable {
  /// The start, in milliseconds from the start of the file.
  var start: Int
  /// The end, in milliseconds; later than `start`.
  var end: Int
  /// The speaker's name; empty for the narrator.
  var speaker: String
  /// One or two lines; no line is empty.
  var lines: [String]

  /// The colour of a speaker's captions, as in CSS.
  struct Color {
    var speaker: String
    var value: String
  }
}

extension CaptionCue {
  /// Returns the time of a sample, rounded to the nearest millisecond.
  /// This function rounds all caption times.
  static func milliseconds(_ sample: Int, at sampleRate: Int) -> Int {
    (sample * 1000 + sampleRate / 2) / sampleRate
  }
}

extension CaptionFormat {
  /// What writes files in this format.
  var writer: any CaptionWriter.Type {
    switch self {
    case .vtt: WebVTT.self
    case .srt: SubRip.self
    }
  }
}

/// Writes the files of one caption format.
/// The captions of a book in one file are joined from the files of its chapters, because `assemble` gets only the files
/// of the shards.
protocol CaptionWriter {
  static var mediaType: String { get }
  /// Whether captions have the colours of their speakers.
  static var hasColors: Bool { get }

  /// Returns the text before the first caption of a file.
  static func head(_ colors: [CaptionCue.Color]) -> String

  /// Returns the captions of a file.
  /// The starts of the cues must not decrease.
  static func body(of cues: [CaptionCue]) -> String

  /// Returns the text of a chapter's file as a part of its book's file.
  /// `count` is the number of cues in the earlier chapters.
  static func part(_ chapter: String, of book: CaptionShift, after count: inout Int) -> String
}

extension CaptionWriter {
  /// Returns the text of a caption file.
  static func text(of cues: [CaptionCue], colors: [CaptionCue.Color] = []) -> String {
    head(colors) + body(of: cues)
  }
}

/// Moves the times of a chapter to the chapter's place in its book.
struct CaptionShift {
  /// Where the chapter begins, in milliseconds.
  var start: Int
  /// Where the next chapter begins, in milliseconds.
  var end: Int

  /// Returns a line such as `00:00:01.000 --> 00:00:02.000` with moved times; any other line as it is.
  /// The writers replace `-->` in the text of captions, so no text looks like a line with times.
  func line(_ line: String, point: Character) -> String {
    let isEnded = line.utf8.last == 0x0D
    let parts = (isEnded ? String(line.unicodeScalars.dropLast()) : line).split(separator: " ")
    guard parts.count == 3, parts[1] == "-->", let from = Timecode.milliseconds(parts[0]),
      let to = Timecode.milliseconds(parts[2])
    else { return line }
    // Both times are rounded, so their sum may be one millisecond too large.
    let first = min(start + from, end - 1)
    let last = max(first + 1, min(start + to, end))
    return Timecode.text(first, point: point) + " --> " + Timecode.text(last, point: point)
      + (isEnded ? "\r" : "")
  }
}

extension String {
  /// The lines without their line feeds.
  /// Split by bytes, because Swift treats a carriage return and a line feed as one character.
  fileprivate var byteLines: [String] {
    utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }
}

/// Writes WebVTT (W3C WebVTT, sections 4.1 and 4.2.2).
enum WebVTT: CaptionWriter {
  static let mediaType = "text/vtt"
  static let hasColors = true

  static func head(_ colors: [CaptionCue.Color]) -> String {
    guard !colors.isEmpty else { return "WEBVTT\n" }
    // Carriage returns end lines too (section 4.1). ffmpeg 5.1 does not see the empty line between them, so it skips the
    // style with the header. Behind two line feeds it stops at the style, and finds no captions.
    return "WEBVTT\r\rSTYLE\n"
      + colors.map { color in
        "::cue(v[voice=\"\(quoted(color.speaker))\"]) { color: \(color.value); }\n"
      }.joined()
  }

  /// Returns text for a string of CSS, without `-->`, which ends a style.
  private static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"", "\\", ">": result += "\\\(String(scalar.value, radix: 16)) "
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  static func body(of cues: [CaptionCue]) -> String {
    var text = ""
    for cue in cues {
      text += "\n\(Timecode.text(cue.start, point: ".")) --> "
      text += "\(Timecode.text(cue.end, point: "."))\n"
      if !cue.speaker.isEmpty { text += "<v \(escaped(cue.speaker))>" }
      text += cue.lines.map(escaped).joined(separator: "\n") + "\n"
    }
    return text
  }

  /// Returns the text with `&`, `<` and `>` as character references.
  /// The result contains no `>`, so it cannot contain `-->`.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "&<>".utf8.contains($0) }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func part(_ chapter: String, of book: CaptionShift, after count: inout Int) -> String {
    // The chapter's header is left out, because the book has its own.
    chapter.byteLines.drop { !$0.isEmpty }.map { book.line($0, point: ".") }.joined(separator: "\n")
  }
}

/// Writes SubRip.
/// SubRip has no standard. ffmpeg, mpv and VLC all read the form that is written here.
enum SubRip: CaptionWriter {
  static let mediaType = "application/x-subrip"
  // Programs without markup would show the tags of a colour as text.
  static let hasColors = false

  static func head(_ colors: [CaptionCue.Color]) -> String { "" }

  /// A cue names its speaker if the speaker changes; the narrator is not named.
  static func body(of cues: [CaptionCue]) -> String {
    var text = ""
    var speaker = ""
    for (index, cue) in cues.enumerated() {
      text += "\(index + 1)\r\n\(Timecode.text(cue.start, point: ",")) --> "
      text += "\(Timecode.text(cue.end, point: ","))\r\n"
      let lines = cue.speaker == speaker ? cue.lines : named(cue)
      for line in lines { text += unmarked(line) + "\r\n" }
      text += "\r\n"
      speaker = cue.speaker
    }
    return text
  }

  /// Returns the lines with the speaker's name before the first line.
  /// If the cue has only one line, and the name would make this line too long, the name becomes a line above it.
  private static func named(_ cue: CaptionCue) -> [String] {
    guard !cue.speaker.isEmpty, let first = cue.lines.first else { return cue.lines }
    let line = "\(cue.speaker): \(first)"
    if cue.lines.count == 1, CaptionPiece.width(of: line) > CaptionBreaker.lineWidth {
      return ["\(cue.speaker):", first]
    }
    return [line] + cue.lines.dropFirst()
  }

  /// Returns text that no player reads as markup.
  /// SubRip cannot escape characters. An invisible word joiner is inserted into markup such as `<b>` and
  /// `{\an8}`, and into `-->`, so that players show plain text.
  private static func unmarked(_ line: String) -> String {
    guard line.utf8.contains(where: { "<{>".utf8.contains($0) }) else { return line }
    return line.replacing("<", with: "<\u{2060}").replacing("{", with: "{\u{2060}")
      .replacing("-->", with: "--\u{2060}>")
  }

  static func part(_ chapter: String, of book: CaptionShift, after count: inout Int) -> String {
    var isNumber = true
    return chapter.byteLines.map { line in
      defer { isNumber = line == "\r" }
      guard isNumber, !line.isEmpty else { return book.line(line, point: ",") }
      count += 1
      return "\(count)\r"
    }.joined(separator: "\n")
  }
}

/// The captions of a chapter, computed only from its table read and the timing of each span.
struct ChapterCaptions {
  private let read: TableRead
  private let timings: [SpanTiming]
  /// The chapter's length in milliseconds.
  private let length: Int
  /// Whether announcements such as "Ann says:" are shown too.
  private let showsAnnouncements: Bool

  /// Returns the captions in the order of their starts, or nil if the timings do not match the table read.
  static func cues(
    of read: TableRead, timings: [SpanTiming], samples: Int, sampleRate: Int,
    announcements: Bool = false
  ) -> [CaptionCue]? {
    guard fits(timings, read) else { return nil }
    let captions = ChapterCaptions(
      read: read, timings: timings,
      length: CaptionCue.milliseconds(samples, at: sampleRate), showsAnnouncements: announcements)
    return captions.cues()
  }

  /// Whether there are as many timings as spans.
  static func fits(_ timings: [SpanTiming], _ read: TableRead) -> Bool {
    let spans = read.passages.reduce(0) { $1.items.reduce($0) { $0 + $1.spans.count } }
    return timings.count == spans
  }

  private func cues() -> [CaptionCue] {
    var passages: [[[CaptionCue]]] = []
    var next = 0
    var speaker: String?
    for passage in read.passages {
      let isTogether = passage.items.count > 1
      var lanes: [[CaptionCue]] = []
      for item in passage.items {
        let spans = timings[next..<next + item.spans.count]
        next += item.spans.count
        if item.kind == .announcement, !showsAnnouncements { continue }
        let name = item.captionSpeaker
        // The cues of simultaneous speeches alternate on the screen, so each cue needs the speaker's name.
        let isNew = isTogether || name != speaker
        lanes.append(
          TimedItem(item, spans).cues(isNamed: isNew && !name.isEmpty, namesAll: isTogether))
        speaker = isTogether ? nil : name
      }
      passages.append(lanes)
    }
    return Self.spaced(passages, length: length)
  }

  /// Returns the cues in order, each with the time that readers need, as far as the neighbouring cues allow.
  private static func spaced(_ passages: [[[CaptionCue]]], length: Int) -> [CaptionCue] {
    var cues: [CaptionCue] = []
    var floor = 0
    for (index, lanes) in passages.enumerated() {
      let next = passages[(index + 1)...].lazy.flatMap(\.self).compactMap(\.first).first
      let limit = max(floor, next?.start ?? length)
      let spaced = lanes.map { ChapterCaptions.Spacing.apply(to: $0, from: floor, to: limit) }
      floor = spaced.compactMap(\.last?.end).max() ?? floor
      // Cues with the same start stay in the order of the script.
      cues += spaced.count == 1 ? spaced[0] : Self.merged(spaced)
    }
    return cues
  }

  private static func merged(_ lanes: [[CaptionCue]]) -> [CaptionCue] {
    lanes.flatMap(\.self).enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
  }

  /// The pieces of an item with their times.
  /// The pieces are the author's words. If the item has no author's words, or if too few of them match the spoken
  /// words, the pieces are the spoken words.
  private struct TimedItem {
    private let timed: TimedPieces
    private let speaker: String

    init(_ item: SpokenItem, _ timings: ArraySlice<SpanTiming>) {
      speaker = item.captionSpeaker
      var spoken = TimedPieces()
      for (span, timing) in zip(item.spans, timings) {
        spoken.add(CaptionPiece.pieces(of: span.captionText), timing)
      }
      let language = item.spans.first?.performance.languageCode ?? ""
      timed =
        item.written.flatMap { WrittenTiming.pieces(of: $0, spoken: spoken, language: language) }
        ?? spoken
    }

    func cues(isNamed: Bool, namesAll: Bool) -> [CaptionCue] {
      let pieces = timed.pieces
      let name = isNamed ? CaptionPiece.width(of: speaker) + 2 : 0
      return CaptionBreaker.cuts(of: pieces, name: name, namesAll: namesAll).map { cut in
        let range = cut.pieces
        return CaptionCue(
          start: timed.starts[range.lowerBound], end: timed.ends[range.upperBound - 1],
          speaker: speaker, lines: cut.lines.map { CaptionPiece.line(pieces[$0]) })
      }
    }
  }
}

extension ChapterCaptions {
  /// Extends the cues of one speech to the time that reading takes.
  enum Spacing {
    /// The minimum gap between two cues, in milliseconds: two frames of film, so that the change is visible
    /// (Netflix, "Timed Text Style Guide: General Requirements").
    static let gap = 80
    /// The minimum duration of a cue, in milliseconds: 5/6 s (the Netflix guide named at `gap`).
    static let shortest = 833
    /// The reading speed of most adults, in characters per second (the Netflix guide named at `gap`).
    /// The 160 to 180 words per minute in the BBC's "Subtitle Guidelines" are about as fast.
    static let pace = 17

    /// Returns the cues with adjusted times.
    /// No cue starts before `floor`. A cue may stay on the screen after its words, but at most until the next
    /// cue starts. The last cue stays at most until `limit`.
    static func apply(to cues: [CaptionCue], from floor: Int, to limit: Int) -> [CaptionCue] {
      var last = floor
      return cues.indices.map { index in
        var cue = cues[index]
        let next = cues.indices.contains(index + 1) ? cues[index + 1].start : limit
        cue.start = max(cue.start, last)
        let characters = cue.lines.reduce(0) { $0 + $1.count }
        let wanted = max(shortest, characters * 1000 / pace)
        let end = max(cue.end, cue.start + wanted)
        // A cue is shortened for a gap only if the shortened cue lasts at least `shortest`.
        let room = next - cue.start
        cue.end = min(end, room >= shortest + gap ? next - gap : min(next, cue.start + shortest))
        cue.end = max(cue.end, cue.start + 1)
        last = cue.end
        return cue
      }
    }
  }
}
