import Audio
import Guion
import Hablare
import Narration

/// Writes `manifest.json` (Documentation/interfaces.md, "Manifest"): sorted keys, no clock times
/// or names of machines, so that two builds of the same input compare equal.
struct ManifestWriter {
  /// A chapter whose files are there and current.
  struct Chapter {
    var plan: ChapterPlan
    var record: ChapterRecord
  }

  let plan: BookPlan
  let chapters: [Chapter]
  let formats: [SoundFormat]
  let sampleRate: Int
  let generator: String
  /// Playlist and whatever else is listed beside the chapters, with its role.
  let files: [(role: String, record: FileRecord)]

  /// Writes the manifest in pieces: a long book's is larger than the book's text.
  func write(to output: ([UInt8]) throws(RenderError) -> Void) throws(RenderError) {
    var json = JSONWriter(style: .pretty)
    json.beginObject()
    json.key("authors")
    json.strings(plan.authors)
    json.key("cast")
    json.beginObject()
    for name in plan.cast.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      json.key(name)
      json.string(plan.cast[name]?.description ?? "")
    }
    json.end()
    json.key("chapters")
    json.beginArray()
    for chapter in chapters {
      write(chapter, to: &json)
      try output(json.take())
    }
    json.end()
    json.key("duration")
    json.decimal(chapters.reduce(0) { $0 + $1.record.samples }, over: sampleRate)
    json.key("files")
    json.beginArray()
    writeFiles(to: &json)
    json.end()
    json.key("generator")
    json.string(generator)
    json.key("language")
    json.string(plan.language)
    json.key("rules")
    json.string(SpeechLogicRulesV1_0.version)
    json.key("sources")
    json.beginArray()
    for source in plan.sources {
      json.beginObject(.inline)
      json.member("file", source.file)
      json.member("sha256", source.sha256)
      json.end()
    }
    json.end()
    json.key("title")
    json.string(plan.title)
    json.key("version")
    json.integer(1)
    json.end()
    json.endLine()
    try output(json.take())
  }

  private func write(_ chapter: Chapter, to json: inout JSONWriter) {
    let record = chapter.record
    json.beginObject()
    json.key("bookStart")
    json.integer(0)
    json.key("channels")
    json.integer(1)
    if record.isDegraded {
      json.key("degraded")
      json.bool(true)
    }
    json.key("duration")
    json.decimal(record.samples, over: sampleRate)
    json.member("file", record.files[0].file)
    json.member("fingerprint", record.fingerprint)
    json.key("index")
    json.integer(chapter.plan.index)
    json.key("items")
    json.beginArray()
    var place = 0
    for passage in chapter.plan.read.passages {
      for item in passage.items {
        write(
          item, record.placements[place], record.placements[place + 1],
          voice: record.standIns?[place / 2], to: &json)
        place += 2
      }
    }
    json.end()
    json.key("sampleRate")
    json.integer(sampleRate)
    json.key("samples")
    json.integer(record.samples)
    json.member("sha256", record.files[0].sha256)
    json.member("tagsFingerprint", record.tagsFingerprint)
    json.member("title", chapter.plan.title)
    json.end()
  }

  /// `voice` is the one that spoke in place of the item's own.
  private func write(
    _ item: SpokenItem, _ start: Int, _ end: Int, voice: String?, to json: inout JSONWriter
  ) {
    json.beginObject(.inline)
    if let cue = item.cue { json.member("cue", cue) }
    json.key("end")
    json.decimal(end, over: sampleRate)
    json.member("kind", item.kind.identifier)
    json.key("line")
    json.integer(Int(item.line))
    // Of several documents, the one that the line is in.
    if plan.sources.count > 1, plan.sources.indices.contains(Int(item.source)) {
      json.member("source", plan.sources[Int(item.source)].file)
    }
    json.member("speaker", item.role?.name ?? "")
    json.key("start")
    json.decimal(start, over: sampleRate)
    json.member("text", item.text)
    json.member("voice", voice ?? (item.role?.voice ?? plan.cast[""])?.description ?? "")
    json.end()
  }

  private func writeFiles(to json: inout JSONWriter) {
    for chapter in chapters {
      for (format, file) in zip(formats, chapter.record.files) {
        json.beginObject(.inline)
        json.member("file", file.file)
        json.member("format", format.rawValue)
        json.member("role", "chapter")
        json.member("sha256", file.sha256)
        json.end()
      }
    }
    for (role, record) in files {
      json.beginObject(.inline)
      json.member("file", record.file)
      json.member("role", role)
      json.member("sha256", record.sha256)
      json.end()
    }
  }
}
