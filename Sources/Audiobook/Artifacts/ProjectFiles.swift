import Audio
import Basics

/// Projects of audio editors: a track for each role and bus with its items, and markers.
/// The tracks are the stems, so nothing is written twice.
struct ProjectFiles: Artifact {
  static let role = "project"

  let project: ProjectFormat
  /// The name of the sound format of the stems.
  let sound: String
  /// Whether the file is that of the whole book.
  let isWhole: Bool

  static func mediaType(of format: String) -> String? {
    switch ProjectFormat(rawValue: format) {
    case .reaper, .audacity: "text/plain"
    case .otio: "application/json"
    case nil: nil
    }
  }

  static func requested(by options: BuildOptions) -> [Self] {
    let sound = StemFiles.requested(by: options).first?.sound ?? SoundFormat.wav.rawValue
    return options.projects.map {
      Self(project: $0, sound: sound, isWhole: options.formats.isEmpty)
    }
  }

  var format: String { project.rawValue }
  var followsSelection: Bool { true }

  func names(ofChapter index: Int, stem: String) -> [String] { isWhole ? [] : names(stem) }

  func names(of book: BookDescription) -> [String] {
    isWhole ? names(String(book.fileName("x").dropLast(2))) : []
  }

  private func names(_ stem: String) -> [String] {
    switch project {
    case .reaper: [stem + ".rpp"]
    case .audacity: [stem + ".lof", stem + ".labels.txt"]
    case .otio: [stem + ".otio"]
    }
  }

  func files(of chapter: ChapterMaterial) throws(RenderError) -> [Artifacts.File] {
    guard !isWhole, let layers = chapter.record.files.last else { return [] }
    let part = ProductionPart(
      FinishedChapter(chapter.chapter, chapter.record, of: chapter.plan), start: 0,
      layers: chapter.path(of: layers.file), channels: chapter.options.channels)
    return files(
      Production(
        parts: [part], stem: chapter.chapter.fileStem, sampleRate: chapter.sampleRate,
        channels: chapter.options.channels, sound: sound))
  }

  func files(of book: FinishedBook) throws(RenderError) -> [Artifacts.File] {
    guard isWhole, let production = try Production(book, sound: sound) else { return [] }
    return files(production)
  }

  private func files(_ production: Production) -> [Artifacts.File] {
    let digest = production.digest(["project", format])
    let names = names(production.stem)
    func file(_ index: Int, _ text: @escaping (Production) -> String) -> Artifacts.File {
      Artifacts.File(names[index], digest: digest) { Array(text(production).utf8) }
    }
    return switch project {
    case .reaper: [file(0, Self.reaper)]
    case .audacity: [file(0, Self.fileList), file(1, Self.labels)]
    case .otio: [file(0, Self.otio)]
    }
  }
}

/// A point or a range of a production with a name.
struct ProductionMarker {
  enum Kind: String { case chapter, line, sound, unbound }
  var kind: Kind
  var start: Int
  var end: Int
  var name: String
  var speaker = ""
  var line = 0
}

extension Production {
  /// The tracks of a project: roles, then buses of sounds.
  fileprivate var tracks: [Stem] {
    (stems(.roles) + stems(.buses).dropFirst()).map { stem in
      var track = stem
      track.items = Self.apart(stem.items)
      return track
    }
  }

  /// Returns items that do not overlap. The file of a bus has all its sounds, so two items at once would play them twice.
  /// A sound that another one interrupts goes on in an item of its own.
  static func apart(_ items: [Item]) -> [Item] {
    var (apart, open, place) = ([Item](), [Item](), 0)
    func play(until end: Int) {
      while place < end, let last = open.last {
        if last.end > place {
          let stop = min(last.end, end)
          apart.append(Item(start: place, end: stop, name: last.name))
          place = stop
        }
        if last.end <= place { open.removeLast() }
      }
    }
    for item in items.sorted(by: { $0.start < $1.start }) {
      play(until: item.start)
      place = item.start
      open.append(item)
    }
    play(until: .max)
    return apart
  }

  /// The starts of the chapters and the places of the sounds without files.
  var markers: [ProductionMarker] {
    parts.flatMap { part in
      [
        ProductionMarker(
          kind: .chapter, start: part.start, end: part.start + part.chapter.record.samples,
          name: part.chapter.title)
      ]
        + (part.chapter.sounds ?? []).filter { $0.file == nil }.map { sound in
          ProductionMarker(
            kind: .unbound, start: part.start + sound.start, end: part.start + sound.end,
            name: sound.name, line: sound.line)
        }
    }
  }

  /// Every marker with the lines and the sounds, in order.
  var allMarkers: [ProductionMarker] {
    parts.flatMap { part in
      let lines = part.chapter.items.enumerated().map { index, line in
        let place = part.place(ofItem: index)
        return ProductionMarker(
          kind: .line, start: part.start + place.lowerBound, end: part.start + place.upperBound,
          name: LabelFiles.oneLine(line.written ?? line.text), speaker: line.speaker,
          line: line.line)
      }
      let sounds = (part.chapter.sounds ?? []).map { sound in
        ProductionMarker(
          kind: sound.file == nil ? .unbound : .sound, start: part.start + sound.start,
          end: part.start + sound.end, name: sound.name, speaker: sound.bus, line: sound.line)
      }
      let chapter = ProductionMarker(
        kind: .chapter, start: part.start, end: part.start + part.chapter.record.samples,
        name: part.chapter.title)
      return [chapter]
        + (lines + sounds).enumerated().sorted { ($0.1.start, $0.0) < ($1.1.start, $1.0) }
        .map(\.1)
    }
  }

  /// Returns a time in seconds, exact to a nanosecond.
  func seconds(_ samples: Int) -> String {
    let (whole, rest) = samples.quotientAndRemainder(dividingBy: sampleRate)
    let nanos = (rest * 1_000_000_000 + sampleRate / 2) / sampleRate
    return
      "\(whole + nanos / 1_000_000_000).\(String(1_000_000_000 + nanos % 1_000_000_000).dropFirst())"
  }
}

// MARK: - Reaper

extension ProjectFiles {
  /// Returns a project of Reaper, whose format is lists in angle brackets (REAPER, "RPP file format").
  private static func reaper(_ production: Production) -> String {
    var text = "<REAPER_PROJECT 0.1 \"6.0\" 0\n  SAMPLERATE \(production.sampleRate) 0 0\n"
    for (index, marker) in production.markers.enumerated() {
      let name = marker.kind == .unbound ? "Sound: \(marker.name)" : marker.name
      text += "  MARKER \(index + 1) \(production.seconds(marker.start)) \(quoted(name)) 0\n"
    }
    for track in production.tracks {
      text += "  <TRACK\n    NAME \(quoted(track.track))\n    NCHAN 2\n"
      for item in track.items {
        let start = production.seconds(item.start)
        text += """
              <ITEM
                POSITION \(start)
                LENGTH \(production.seconds(item.end - item.start))
                LOOP 0
                NAME \(quoted(String(item.name.prefix(200))))
                SOFFS \(start)
                <SOURCE \(production.sound == "flac" ? "FLAC" : "WAVE")
                  FILE \(quoted(track.file))
                >
              >

          """
      }
      text += "  >\n"
    }
    return text + ">\n"
  }

  /// Returns a text in the quotation marks of Reaper, which has no escapes.
  private static func quoted(_ text: String) -> String {
    let line = LabelFiles.oneLine(text)
    if !line.contains("\"") { return "\"\(line)\"" }
    return line.contains("'") ? "`\(line.replacing("`", with: "'"))`" : "'\(line)'"
  }
}

// MARK: - Audacity

extension ProjectFiles {
  /// Returns a list of files (Audacity manual, "LOF files").
  private static func fileList(_ production: Production) -> String {
    "window\n"
      + production.tracks.map { "file \"\($0.file)\" offset 0.0\n" }.joined()
  }

  private static func labels(_ production: Production) -> String {
    production.allMarkers.map { marker in
      let name =
        switch marker.kind {
        case .line where !marker.speaker.isEmpty: "\(marker.speaker): \(marker.name)"
        case .line, .chapter: marker.name
        case .sound, .unbound: "\(marker.kind.rawValue): \(marker.name)"
        }
      let end = marker.kind == .chapter ? marker.start : marker.end
      return
        "\(production.seconds(marker.start))\t\(production.seconds(end))\t\(LabelFiles.oneLine(name))\n"
    }.joined()
  }
}

// MARK: - OpenTimelineIO

extension ProjectFiles {
  /// Returns a timeline of OpenTimelineIO with times in samples.
  private static func otio(_ production: Production) -> String {
    var json = JSONWriter(style: .pretty)
    json.beginObject()
    json.member("OTIO_SCHEMA", "Timeline.1")
    json.member("name", production.stem)
    json.key("tracks")
    json.beginObject()
    json.member("OTIO_SCHEMA", "Stack.1")
    json.member("name", "tracks")
    json.key("children")
    json.beginArray()
    for track in production.tracks { write(track, production, &json) }
    json.end()
    json.key("markers")
    json.beginArray()
    for marker in production.markers {
      json.beginObject()
      json.member("OTIO_SCHEMA", "Marker.2")
      json.member("name", marker.name)
      json.member("color", marker.kind == .unbound ? "RED" : "GREEN")
      json.key("marked_range")
      write(marker.start, 0, production, &json)
      json.end()
    }
    json.end()
    json.end()
    json.end()
    json.endLine()
    return String(decoding: json.take(), as: UTF8.self)
  }

  private static func write(
    _ track: Production.Stem, _ production: Production, _ json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("OTIO_SCHEMA", "Track.1")
    json.member("name", track.track)
    json.member("kind", "Audio")
    json.key("children")
    json.beginArray()
    var place = 0
    for item in track.items {
      if item.start > place {
        json.beginObject()
        json.member("OTIO_SCHEMA", "Gap.1")
        json.key("source_range")
        write(0, item.start - place, production, &json)
        json.end()
      }
      json.beginObject()
      json.member("OTIO_SCHEMA", "Clip.1")
      json.member("name", item.name)
      json.key("source_range")
      write(item.start, item.end - item.start, production, &json)
      json.key("media_reference")
      json.beginObject()
      json.member("OTIO_SCHEMA", "ExternalReference.1")
      json.member("target_url", track.file)
      json.key("available_range")
      write(0, production.length, production, &json)
      json.end()
      json.end()
      place = item.end
    }
    json.end()
    json.end()
  }

  private static func write(
    _ start: Int, _ length: Int, _ production: Production, _ json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("OTIO_SCHEMA", "TimeRange.1")
    for (key, value) in [("start_time", start), ("duration", length)] {
      json.key(key)
      json.beginObject()
      json.member("OTIO_SCHEMA", "RationalTime.1")
      json.key("rate")
      json.integer(production.sampleRate)
      json.key("value")
      json.integer(value)
      json.end()
    }
    json.end()
  }
}

/// The chapters, lines and sounds of a chapter or book with their times, as a table.
struct MarkerFiles: Artifact {
  static let role = "markers"

  let markers: MarkerFormat
  let isWhole: Bool

  static func mediaType(of format: String) -> String? {
    MarkerFormat(rawValue: format).map { _ in "text/csv" }
  }

  static func requested(by options: BuildOptions) -> [Self] {
    options.markers.map { Self(markers: $0, isWhole: options.formats.isEmpty) }
  }

  var format: String { markers.rawValue }
  var followsSelection: Bool { true }

  func names(ofChapter index: Int, stem: String) -> [String] { isWhole ? [] : [stem + ".csv"] }

  func names(of book: BookDescription) -> [String] { isWhole ? [book.fileName("csv")] : [] }

  func files(of chapter: ChapterMaterial) throws(RenderError) -> [Artifacts.File] {
    guard !isWhole else { return [] }
    let part = ProductionPart(
      FinishedChapter(chapter.chapter, chapter.record, of: chapter.plan), start: 0, layers: "",
      channels: chapter.options.channels)
    return files(
      Production(
        parts: [part], stem: chapter.chapter.fileStem, sampleRate: chapter.sampleRate,
        channels: chapter.options.channels, sound: ""))
  }

  func files(of book: FinishedBook) throws(RenderError) -> [Artifacts.File] {
    guard isWhole, let production = try Production(book, sound: "") else { return [] }
    return files(production)
  }

  private func files(_ production: Production) -> [Artifacts.File] {
    [
      Artifacts.File(production.stem + ".csv") {
        var text = "kind,start,end,start_sample,end_sample,speaker,name,line\r\n"
        for marker in production.allMarkers {
          let fields = [
            marker.kind.rawValue, production.seconds(marker.start), production.seconds(marker.end),
            "\(marker.start)", "\(marker.end)", marker.speaker, marker.name,
            marker.line > 0 ? "\(marker.line)" : "",
          ]
          text += fields.map(Self.field).joined(separator: ",") + "\r\n"
        }
        return Array(text.utf8)
      }
    ]
  }

  /// Returns a field of a table (RFC 4180). A spreadsheet would compute a text that begins with one of a few signs.
  private static func field(_ text: String) -> String {
    let isFormula = text.first.map { "=+-@".contains($0) } ?? false
    let safe = isFormula && Double(text) == nil ? "'" + text : text
    return safe.contains { ",\"\n\r".contains($0) }
      ? "\"\(safe.replacing("\"", with: "\"\""))\"" : safe
  }
}
