import Audio
import Audiobook
import Basics
import Foundation
import Glibc
import Hablare

extension StudioDesk {
  // MARK: Lines

  /// Renders a line in a task that `close()` cancels: its folder must not be made again after the end.
  func sound(
    of line: BookLine, in view: StudioView, around: Bool = false
  ) async throws -> LineSound {
    try checkOpen()
    let folder = settings.temporaryFolder
    let work = Task { try await view.sound(of: line, around: around, temporaryFolder: folder) }
    let number = hearingCount
    hearingCount += 1
    hearings[number] = work
    defer { hearings[number] = nil }
    return try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      work.cancel()
    }
  }

  // MARK: Builds

  /// Starts a build into the output folder, or into the folder of an export.
  func startRender(pays: Bool, as wish: ExportWish? = nil) async throws {
    guard let view else { throw StudioError.impossible(problem ?? "The book is still loading.") }
    guard !render.isRunning else { throw StudioError.busy("The book is being rendered already.") }
    let folder = wish.map { exportFolder($0) } ?? settings.folder
    var book = view.book
    if let wish { book = try await planned(for: wish) }
    let forecast = try await Forecast(
      of: [(book: book, folder: folder)], speech: speech, maximumCost: spendingLimit)
    if let refusal = forecast.refusal { throw StudioError.impossible(words(of: refusal)) }
    let paid = forecast.books.flatMap(\.cost.entries).filter { $0.work.characters > 0 }
    if !pays, !paid.isEmpty {
      let due = book.plan.selectedChapters(book.options).filter {
        forecast.books[0].lengths[$0.index] == nil
      }.map(\.index)
      // The chapters of an export have other numbers than those of the view.
      let own = wish == nil ? view : StudioView(book, number: view.number, speech: speech)
      if let cost = await own.cost(of: own.lines.filter { due.contains($0.chapter) }, speech) {
        throw StudioError.paid(cost)
      }
    }
    let (planned, speech) = (book, speech)
    try checkOpen()
    guard
      render.start(
        chapters: planned.plan.chapters.map(\.title), of: planned.paths,
        export: wish == nil ? nil : folder,
        { run in
          try await planned.build(into: folder, speech: speech, onEvent: run.take)
        })
    else { throw StudioError.busy("The book is being rendered already.") }
  }

  // MARK: Exports

  /// Returns the folder of an export, beside the output folder.
  private func exportFolder(_ wish: ExportWish) -> String {
    let ending = ".audiobook"
    let stem =
      settings.folder.hasSuffix(ending)
      ? String(settings.folder.dropLast(ending.count)) : settings.folder
    return "\(stem).\(wish.name)\(ending)"
  }

  private func planned(for wish: ExportWish) async throws -> PlannedBook {
    guard let material else { throw StudioError.stale }
    var book = settings.book
    book.keepsElements = true
    wish.apply(to: &book.options, seconds: view?.seconds.reduce(0, +) ?? 0)
    return try await book.survey(of: material).planned()
  }

  /// Takes up the newest export that an earlier studio left beside the output folder.
  func recallExport() {
    guard render.exportFolder == nil else { return }
    let found = ExportWish.Preset.allCases.compactMap { preset -> (folder: String, time: Int)? in
      let folder = exportFolder(ExportWish(preset: preset))
      guard FileStatus(folder)?.isFolder == true,
        let manifest = FileStatus(folder + "/manifest.json"), manifest.isFile,
        ListedChapter.isListed(in: folder)
      else { return nil }
      // An export that changes no file has still used its folder.
      return (folder, max(manifest.modified, FileStatus(folder)?.modified ?? 0))
    }
    if let last = found.max(by: { $0.time < $1.time }) {
      render.recall(last.folder, begun: last.time)
    }
  }

  /// Returns a file of the last export for a download, or all of its files in one archive.
  /// `name` is the number of the file in the list that the page has, or `all`.
  func export(_ name: String) async throws -> (path: String, name: String) {
    let files = render.exported
    guard let folder = render.exportFolder, !files.isEmpty else {
      throw StudioError.missing("Nothing has been exported yet.")
    }
    if name == "all" {
      return (try await archive(of: files, in: folder), FilePath(folder).stem.text + ".zip")
    }
    guard let number = Int(name), files.indices.contains(number) else {
      throw StudioError.missing("There is no such file.")
    }
    return ("\(folder)/\(files[number].name)", FilePath(files[number].name).last.text)
  }

  /// Returns the cover that exports draw if the book names none, as a PNG.
  func pictureOfTitle() async throws -> [UInt8] {
    guard let view else { throw StudioError.stale }
    let plan = view.book.plan
    let words = TypographicCover(title: plan.title, authors: plan.authors, language: plan.language)
    if let drawnCover, drawnCover.words == words { return drawnCover.bytes }
    // Drawing takes a quarter of a second, in which the desk answers other requests.
    let bytes = try await Task.detached { try words.drawn().bytes }.value
    drawnCover = (words, bytes)
    return bytes
  }

  // MARK: The author's files

  /// Returns the script as it is now for a download, or all of its files in one archive, without those of builds.
  /// Only a copy is offered, because the author has the other scripts.
  func ownFile(_ name: String) throws -> (path: String, name: String) {
    let script = FilePath(settings.book.input.path)
    guard settings.isCopy, ["script", "all"].contains(name) else {
      throw StudioError.missing("There is no such file.")
    }
    if name == "script" { return (script.text, script.last.text) }
    try checkOpen()
    let folder = script.folder.text
    let names = (FileManager.default.enumerator(atPath: folder)?.allObjects ?? []).compactMap {
      $0 as? String
    }
    if let ownArchive { unlink(ownArchive) }
    let path = "\(settings.temporaryFolder)/\(TemporaryName.new()).zip"
    ownArchive = path
    do throws(ZipWriterError) {
      let archive = try ZipWriter(path: path)
      for name in names.sorted() where Self.isAuthors(name) {
        guard FileStatus("\(folder)/\(name)", followingLinks: false)?.isFile == true else {
          continue
        }
        try archive.add(
          name, file: "\(folder)/\(name)", isPacked: false, keepsTime: true)
      }
      try archive.finish()
    } catch {
      throw StudioError.failed(error.message)
    }
    return (path, script.stem.text + ".zip")
  }

  /// Whether a file in the folder of a copy is the author's, not the result of a build.
  private static func isAuthors(_ name: String) -> Bool {
    !name.split(separator: "/").contains { $0.hasPrefix(".") || $0.hasSuffix(".audiobook") }
  }

  /// Returns the path of an archive with the files of the last export.
  /// The archive is made once for each export, and not on the actor, because that can take long.
  private func archive(of files: [RenderRun.File], in folder: String) async throws -> String {
    let count = render.finishedCount
    if let archive, archive.count == count, let path = try? await archive.task.value,
      FileStatus(path)?.isFile == true
    {
      return path
    }
    try checkOpen()
    let former = archive?.task
    let path = "\(settings.temporaryFolder)/export-\(count).zip"
    let task = Task.detached {
      if let old = try? await former?.value, old != path { unlink(old) }
      do throws(ZipWriterError) {
        let archive = try ZipWriter(path: path)
        for file in files {
          try archive.add(
            file.name, file: "\(folder)/\(file.name)", isPacked: false, keepsTime: true)
        }
        try archive.finish()
      } catch {
        throw StudioError.failed(error.message)
      }
      return path
    }
    archive = (count, task)
    return try await task.value
  }

  /// Returns the chapters in the output folder that a page can play.
  func playableChapters() -> [PlayableChapter] {
    guard let view else { return [] }
    lookAtFolder()
    let key = [view.number, render.finishedCount, folderChanges]
    if chapters.key != key {
      chapters = (key, PlayableChapter.list(of: view.book, in: settings.folder))
    }
    return chapters.list
  }

  /// Checks whether another program has changed the output folder.
  /// Does nothing if the last check was less than a second ago.
  func lookAtFolder() {
    if let lastLook, lastLook.time + .seconds(1) > .now { return }
    let stamp = BuiltFolder.stamp(of: settings.folder)
    if let lastLook, lastLook.stamp != stamp { folderChanges += 1 }
    lastLook = (stamp, .now)
  }

  // MARK: Money

  /// The amount of money that may still be spent, or nil if there is no limit.
  var spendingLimit: Double? {
    settings.maximumCost.map { max(0, $0 - speech.spent.values.reduce(0, +)) }
  }

  /// Returns the text that explains why a request would exceed the cost limit.
  func words(of refusal: RunCost.Refusal) -> String {
    guard case .above(let cost, _, let currency) = refusal, let most = settings.maximumCost else {
      return "\(refusal)"
    }
    let spent = speech.spent[currency] ?? 0
    let words =
      "This costs \(Quantity.money(cost, currency)). --max-cost allows "
      + Quantity.money(most, currency)
    guard spent > 0 else { return words + "." }
    return "\(words), and \(Quantity.money(spent, currency)) is already spent."
  }
}

/// What a page wants to export.
struct ExportWish: Sendable, Decodable {
  /// A set of options for one purpose.
  enum Preset: String, Sendable, Decodable, CaseIterable {
    /// One file with chapters, for phones.
    case phone
    /// Episodes with captions.
    case podcast
    /// The files that ACX and Audible ask for.
    case acx
    /// One file without loss, with captions and labels.
    case archive
  }

  /// The format of the one file, or of the chapters.
  enum Format: String, Sendable, Decodable {
    case m4b, mp3, flac, opus, chapters
  }

  var preset: Preset
  /// The format if it is not that of the preset.
  var format: Format?
  var page: Bool?
  var epub: Bool?
  var captions: Bool?

  /// The name of the export in the name of its folder.
  var name: String { preset.rawValue }

  /// The length in seconds up to which the page is one file with its sound; browsers cannot hold more.
  private static func longestPage(_ options: BuildOptions) -> Double {
    options.books.contains(.flac) ? 1_800 : 10_800
  }

  /// Changes the options of a book of about this length.
  func apply(to options: inout BookOptions, seconds: Double) {
    var build = options.build
    (build.formats, build.books, build.captions, build.labels, build.readAlong) = (
      [], [], [], [], []
    )
    (build.bitrate, build.shard, build.only) = (nil, nil, nil)
    (build.stems, build.projects, build.markers) = ([], [], [])
    (build.bits, build.shop, build.loudness) = (16, nil, BuildOptions().loudness)
    options.cover = options.cover ?? .auto
    switch preset {
    case .phone: build.books = [.m4b]
    case .podcast: (build.formats, build.loudness) = ([.mp3], .podcast)
    case .acx:
      (build.formats, build.loudness, build.shop, build.channels) = ([.mp3], .acx, .acx, 1)
      (build.bitrate, build.sampleRate) = (ACXRules.bitrate, ACXRules.sampleRate)
    case .archive: (build.books, build.captions, build.labels) = ([.flac], [.vtt], [.audacity])
    }
    if preset != .acx, let format {
      build.books = BookFormat(rawValue: format.rawValue).map { [$0] } ?? []
      build.formats = build.books.isEmpty ? [.mp3] : []
    }
    if captions ?? (preset == .podcast || preset == .archive) { build.captions = [.vtt] }
    if page == true {
      build.readAlong.append(seconds > Self.longestPage(build) ? .html : .htmlSingle)
    }
    if epub == true, build.hasEPUBSound { build.readAlong.append(.epub) }
    options.build = build
  }
}

/// The most recent sounds of lines, as WAV files that pages can fetch.
struct SoundShelf: Sendable {
  /// The maximum size in bytes, which is about half an hour of speech.
  private static let room = 96 << 20

  private var sounds: [(name: String, bytes: [UInt8])] = []
  private var count = 0

  /// Adds a sound and returns its name.
  mutating func add(_ sound: LineSound) -> String {
    count += 1
    let name = "s\(count)"
    sounds.append((name, Self.wav(sound)))
    while sounds.count > 1, sounds.reduce(0, { $0 + $1.bytes.count }) > Self.room {
      sounds.removeFirst()
    }
    return name
  }

  /// The WAV file of a sound, or nil if it has been removed.
  subscript(name: String) -> [UInt8]? { sounds.last { $0.name == name }?.bytes }

  /// Returns a WAV file of 16-bit samples.
  static func wav(_ sound: LineSound) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(44 + sound.samples.count * 2)
    func number<Number: FixedWidthInteger>(_ value: Number) {
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
    let size = sound.samples.count * 2
    bytes += "RIFF".utf8
    number(UInt32(clamping: 36 + size))
    bytes += "WAVEfmt ".utf8
    number(UInt32(16))
    number(UInt16(1))
    number(UInt16(clamping: sound.channels))
    number(UInt32(clamping: sound.sampleRate))
    number(UInt32(clamping: sound.sampleRate * sound.channels * 2))
    number(UInt16(clamping: sound.channels * 2))
    number(UInt16(16))
    bytes += "data".utf8
    number(UInt32(clamping: size))
    sound.samples.withUnsafeBytes { bytes += $0 }
    return bytes
  }
}
