import Audio
import Basics
import Guion
import Narration

/// The parts of the sum as files of their own, with 24 bits, for audio editors.
/// They are written from the file of layers that each chapter has.
struct StemFiles: Artifact {
  static let role = "stem"

  let kind: StemKind
  /// The name of the sound format.
  let sound: String
  /// Whether the files are those of the whole book.
  let isWhole: Bool

  /// Nil, because the stems of a kind are WAV or FLAC.
  static func mediaType(of format: String) -> String? { nil }

  static func requested(by options: BuildOptions) -> [Self] {
    // The tracks of a project are those of roles and buses.
    let kinds = options.projects.isEmpty ? options.stems : options.stems + [.roles, .buses]
    let isFLAC =
      (options.formats.contains(.flac) || options.books.contains(.flac))
      && !options.formats.contains(.wav) && !options.books.contains(.wav)
    return StemKind.allCases.filter(kinds.contains).map {
      Self(
        kind: $0, sound: (isFLAC ? SoundFormat.flac : .wav).rawValue,
        isWhole: options.formats.isEmpty)
    }
  }

  var format: String { kind.rawValue }
  var followsSelection: Bool { true }

  func files(of chapter: ChapterMaterial) throws(RenderError) -> [Artifacts.File] {
    guard !isWhole, let layers = chapter.record.files.last else { return [] }
    let part = ProductionPart(
      FinishedChapter(chapter.chapter, chapter.record, of: chapter.plan), start: 0,
      layers: chapter.path(of: layers.file), channels: chapter.options.channels)
    let production = Production(
      parts: [part], stem: chapter.chapter.fileStem, sampleRate: chapter.sampleRate,
      channels: chapter.options.channels, sound: sound)
    return files(production, [chapter.options.generator])
  }

  func files(of book: FinishedBook) throws(RenderError) -> [Artifacts.File] {
    guard isWhole, let production = try Production(book, sound: sound) else { return [] }
    return files(production, [book.description.generator])
  }

  private func files(_ production: Production, _ others: [String]) -> [Artifacts.File] {
    let digest = production.digest(others)
    return production.stems(kind).map { stem in
      Artifacts.File(
        stem.file, digest: digest,
        .file { path throws(RenderError) in try production.write(stem, to: path) })
    }
  }
}

/// A chapter in a production, and its first sample.
struct ProductionPart {
  let chapter: FinishedChapter
  let start: Int
  let layers: LazyLayers

  init(_ chapter: FinishedChapter, start: Int, layers path: String, channels: Int) {
    (self.chapter, self.start) = (chapter, start)
    layers = LazyLayers(path: path, channels: channels)
  }

  func place(ofItem index: Int) -> Range<Int> {
    let places = chapter.record.placements
    return places[2 * index]..<max(places[2 * index], places[2 * index + 1])
  }

  /// The layers of a chapter, which are opened when a stem is written.
  final class LazyLayers {
    private let path: String
    private let channels: Int
    private var known: LayerReader?

    init(path: String, channels: Int) { (self.path, self.channels) = (path, channels) }

    func reader() throws(AudioError) -> LayerReader {
      if let known { return known }
      let new = try LayerReader(path: path, channels: channels)
      known = new
      return new
    }
  }
}

/// A chapter, or the chapters of a book in one file, as tracks with items.
struct Production {
  /// An item of a track, in samples of the production.
  struct Item {
    var start: Int
    var end: Int
    var name: String
  }

  /// A file that is a part of the sum.
  struct Stem {
    /// The name of the track.
    var track: String
    var file: String
    /// The parts of each chapter.
    var parts: [[LayerReader.Part]]
    var items: [Item] = []
    /// The range of samples in the only chapter that the file has; nil for all.
    var range: Range<Int>?
    /// The sample of the production at which the file begins.
    var start = 0
  }

  var parts: [ProductionPart]
  /// The start of the names of its files.
  var stem: String
  var sampleRate: Int
  var channels: Int
  /// The name of the sound format.
  var sound: String

  /// The length in samples.
  var length: Int { parts.last.map { $0.start + $0.chapter.record.samples } ?? 0 }

  init(
    parts: [ProductionPart], stem: String, sampleRate: Int, channels: Int, sound: String
  ) {
    (self.parts, self.stem, self.sampleRate) = (parts, stem, sampleRate)
    (self.channels, self.sound) = (channels, sound)
  }

  /// Creates the production of a book in one file; nil if it has no chapters.
  init?(_ book: FinishedBook, sound: String) throws(RenderError) {
    guard !book.chapters.isEmpty else { return nil }
    var parts: [ProductionPart] = []
    for (index, start) in zip(book.chapters.indices, book.starts) {
      let chapter = try book.chapter(index)
      guard let layers = chapter.record.files.last else { return nil }
      parts.append(
        ProductionPart(
          chapter, start: start, layers: book.path(of: layers.file),
          channels: book.description.channels))
    }
    let name = book.description.fileName("")
    self.init(
      parts: parts, stem: name.hasSuffix(".") ? String(name.dropLast()) : name,
      sampleRate: book.description.sampleRate, channels: book.description.channels, sound: sound)
  }

  /// Returns a digest of what the files are made of.
  func digest(_ others: [String]) -> String {
    var hash = TextFieldHasher()
    for text in others + [stem, sound, "\(sampleRate) \(channels)"] { hash.add(text) }
    for part in parts {
      hash.add(part.start)
      hash.add(part.chapter.title)
      hash.add(part.chapter.record.files.last?.sha256 ?? "")
      hash.add(part.chapter.record.samples)
      for place in part.chapter.record.placements { hash.add(place) }
      for item in part.chapter.items {
        hash.add(item.speaker)
        hash.add(item.written ?? item.text)
      }
      for sound in part.chapter.sounds ?? [] {
        hash.add("\(sound.bus) \(sound.name) \(sound.file ?? "") \(sound.start) \(sound.end)")
      }
    }
    return hash.finish()
  }

  /// Returns the stems of a kind.
  func stems(_ kind: StemKind) -> [Stem] {
    switch kind {
    case .roles: roles.map { role(named: $0, isDry: false) }
    case .dry: roles.map { role(named: $0, isDry: true) }
    case .buses: [voices] + SoundCue.Bus.allCases.compactMap(bus)
    case .lines: parts.indices.flatMap(lines)
    }
  }

  /// The names of the speakers, in the order of their first lines; the narrator's is empty.
  private var roles: [String] {
    var seen: Set<String> = []
    return parts.flatMap(\.chapter.items).map(\.speaker).filter { seen.insert($0).inserted }
  }

  private func fileName(_ name: String) -> String {
    let short = FileName.safe(stem, longest: 60)
    return "\(Subfolder.stems)/\(short) - \(FileName.safe(name, longest: 100)).\(sound)"
  }

  private static func shown(_ role: String) -> String { role.isEmpty ? "NARRATOR" : role }

  private func role(named name: String, isDry: Bool) -> Stem {
    let shown = Self.shown(name)
    // Names that differ only in characters that files cannot have get numbers.
    let others = roles.prefix { $0 != name }
      .count { FileName.safe(Self.shown($0)).lowercased() == FileName.safe(shown).lowercased() }
    let file = (isDry ? "dry " : "") + shown + (others > 0 ? " \(others + 1)" : "")
    var stem = Stem(track: shown, file: fileName(file), parts: [])
    for part in parts {
      let items = part.chapter.items.indices.filter { part.chapter.items[$0].speaker == name }
      stem.parts.append([isDry ? .dry(Set(items)) : .items(Set(items))])
      stem.items += items.map { item(of: part, $0) }
    }
    return stem
  }

  private func item(of part: ProductionPart, _ index: Int) -> Item {
    let place = part.place(ofItem: index)
    let line = part.chapter.items[index]
    return Item(
      start: part.start + place.lowerBound, end: part.start + place.upperBound,
      name: LabelFiles.oneLine(line.written ?? line.text))
  }

  private var voices: Stem {
    Stem(
      track: "VOICES", file: fileName("bus voices"),
      parts: parts.map { [.items(Set($0.chapter.items.indices))] })
  }

  /// Returns the stem of a bus; nil if nothing plays on it.
  private func bus(_ bus: SoundCue.Bus) -> Stem? {
    let name = bus.rawValue
    var stem = Stem(
      track: name.uppercased(), file: fileName("bus \(name)"),
      parts: parts.map { _ in [.bus(bus.number)] })
    for part in parts {
      for sound in part.chapter.sounds ?? [] where sound.file != nil && sound.bus == name {
        stem.items.append(
          Item(start: part.start + sound.start, end: part.start + sound.end, name: sound.name))
      }
    }
    return stem.items.isEmpty ? nil : stem
  }

  private func lines(_ number: Int) -> [Stem] {
    let part = parts[number]
    return part.chapter.items.indices.map { index in
      let line = part.chapter.items[index]
      let words = (line.written ?? line.text).split { !$0.isLetter && !$0.isNumber && $0 != "'" }
        .prefix(5).joined(separator: " ")
      let digits = String(10_000 + index + 1).dropFirst()
      let chapter = parts.count > 1 ? "\(part.chapter.index)-" : ""
      var stem = Stem(
        track: Self.shown(line.speaker),
        file: fileName("\(chapter)\(digits) \(Self.shown(line.speaker)) \(words)"),
        parts: parts.indices.map { $0 == number ? [.items([index])] : [] })
      stem.range = part.place(ofItem: index)
      stem.start = part.start + part.place(ofItem: index).lowerBound
      return stem
    }
  }

  /// Writes a stem.
  func write(_ stem: Stem, to path: String) throws(RenderError) {
    do throws(AudioError) {
      var sources: [(reader: LayerReader, parts: [LayerReader.Part], range: Range<Int>)] = []
      for (index, part) in parts.enumerated() where stem.range == nil || !stem.parts[index].isEmpty
      {
        let end = index + 1 < parts.count ? parts[index + 1].start : length
        let range = stem.range ?? 0..<max(0, end - part.start)
        sources.append((try part.layers.reader(), stem.parts[index], range))
      }
      // A line without sound has one silent sample, because players refuse empty files.
      if sources.count == 1, sources[0].range.isEmpty {
        sources[0].range = sources[0].range.lowerBound..<sources[0].range.lowerBound + 1
      }
      try LayerReader.write(
        sources, format: SoundFormat(rawValue: sound) ?? .wav, sampleRate: sampleRate,
        channels: channels, timeReference: stem.start, to: path)
    } catch {
      throw .audio(error)
    }
  }
}
