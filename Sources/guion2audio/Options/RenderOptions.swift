import Audio
import Audiobook
import Basics
import FoundationEssentials
import Glibc
import Guion
import Hablare
import Narration

/// The options of `render`, parsed and validated.
struct RenderOptions {
  var book = BookOptions()
  /// The folder of `-o`, or nil if the option is not set.
  var output: String?
  /// The cost limit of the run in the currency of the prices, or nil if there is no limit.
  var maximumCost: Double?

  init(_ arguments: Arguments) throws(UsageError) {
    // Shells complete `out` to `out/`, so slashes at the end are removed.
    output = arguments[.output].map { FilePath($0).trimmed.text }
    if output?.isEmpty == true { throw UsageError("--output needs a folder") }
    if let output { try Self.checkFolder(output) }
    (book.build.formats, book.build.books) = try Self.formats(
      arguments[.format] ?? SoundFormat.mp3.rawValue, isOneFile: arguments.has(.singleFile))
    if let how: SplitMode = try Self.choice(.split, arguments) { book.build.split = how }
    book.build.chapterLevel = try Self.number(.chapterLevel, arguments, in: 1...99)
    book.build.only = try Self.selection(arguments[.only])
    book.build.jobs = try Self.number(.jobs, arguments, in: 1...1024) ?? ProcessorCount.available
    book.build.jobs = OwnLimits.jobs(book.build.jobs, formats: book.build.encodings.count)
    book.build.bitrate = try Self.number(.bitrate, arguments, in: 6...512)
    book.build.rate = try Self.rate(arguments)
    book.build.sampleRate = try Self.sampleRate(arguments, formats: book.build.encodings)
    for option in [OptionName.title, .author] {
      guard (arguments[option] ?? "").utf8.count <= InputLimit.title.maximum else {
        throw UsageError(InputLimit.title.message(of: "--\(option.rawValue)"))
      }
    }
    book.build.title = arguments[.title]
    book.build.authors = arguments[.author].map { [$0] }
    book.cover = try Self.cover(arguments)
    if let fit: CoverFit = try Self.choice(.coverFit, arguments) { book.coverFit = fit }
    book.build.captions = try Self.captions(arguments[.captions])
    book.build.captionsAnnounce = arguments.has(.captionAnnouncements)
    book.build.labels = try Self.words(arguments[.labels]) { name, hint in
      "--labels \(name): unknown label format; \(hint)"
    }
    try setProduction(arguments)
    book.build.readAlong = try Self.readAlong(arguments[.readAlong])
    if book.build.readAlong.contains(.epub), !book.build.hasEPUBSound {
      throw UsageError(
        "--read-along epub: an EPUB needs MP3 or AAC audio; add mp3 or m4b to --format")
    }
    if arguments[.overlay] != nil, arguments.userDefault(.overlay) == nil,
      !book.build.readAlong.contains(.epub)
    {
      throw UsageError("--overlay requires --read-along epub")
    }
    if let overlay: OverlayUnit = try Self.choice(.overlay, arguments) {
      book.build.overlay = overlay
    }
    book.build.force = arguments.has(.force)
    book.build.overwrite = arguments.has(.overwrite)
    book.build.keepGoing = arguments.has(.keepGoing)
    book.build.waits = arguments.has(.wait)
    book.build.shard = try arguments[.shard].map { text throws(UsageError) in
      try ShardOption.shard(text, environment: ProcessInfo.processInfo.environment)
    }
    book.language = try Self.language(arguments)
    book.rules = try Self.choice(.rules, arguments)
    book.skip = try Self.names(.skip, arguments)
    book.dialogue = try Self.flag(.dialogue, arguments)
    try setStage(arguments)
    book.voice = try Self.voice(arguments)
    book.defaultLanguage = arguments.userDefault(.language)
    book.defaultVoice = arguments.userDefault(.voice).flatMap { VoiceURI($0) }
    book.build.channels = arguments.has(.stereo) ? 2 : 1
    if let text = arguments[.roomTone] {
      guard let setting = RoomToneSetting(text) else {
        throw UsageError("--room-tone \(text): expected on, off, or a level from -90 to -60 dBFS")
      }
      book.build.roomTone = setting
    }
    try setShop(arguments)
    try setLoudness(arguments)
    book.providers = Set([arguments[.provider]].compactMap(\.self))
    maximumCost = try CostLimit.amount(arguments)
    let _: ProgressReporter.Style? = try Self.choice(.progress, arguments)
  }

  private mutating func setProduction(_ arguments: Arguments) throws(UsageError) {
    book.build.stems = try Self.words(arguments[.stems]) { name, hint in
      "--stems \(name): unknown kind of stem; \(hint)"
    }
    book.build.projects = try Self.words(arguments[.project]) { name, hint in
      "--project \(name): unknown project format; \(hint)"
    }
    book.build.markers = try Self.words(arguments[.markers]) { name, hint in
      "--markers \(name): unknown format of markers; \(hint)"
    }
    book.build.bits = try Self.number(.bits, arguments, in: 16...24) ?? 16
    guard [16, 24].contains(book.build.bits) else {
      throw UsageError("--bits \(book.build.bits): expected 16 or 24")
    }
  }

  /// Returns the edition in which a command without a cast reads documents.
  static func edition(_ arguments: Arguments) throws(UsageError) -> ReadingEdition {
    let rules: RuleSet? = try choice(.rules, arguments)
    return (rules ?? .current).edition
  }

  /// Warns if a page would play the whole book from one MP3 with a variable bit rate, because browsers cannot seek
  /// exactly in such a file.
  func warnOfPage() {
    guard book.build.readAlong.contains(.html), book.build.formats.isEmpty,
      book.build.books == [.mp3], book.build.bitrate == nil
    else { return }
    SpeechSetup.warn(
      "browsers cannot seek exactly in one MP3 of a whole book (up to 20 seconds off in two hours); "
        + "add --bitrate 64 or use --format m4b")
  }

  /// Sets what a shop asks for, unless an option says otherwise.
  private mutating func setShop(_ arguments: Arguments) throws(UsageError) {
    book.build.shop = try Self.choice(.preset, arguments)
    guard let shop = book.build.shop else { return }
    guard book.build.formats == [.mp3], book.build.books.isEmpty else {
      throw UsageError(
        "--preset \(shop): the shop asks for one MP3 file per chapter; remove --format and --single-file"
      )
    }
    guard arguments[.loudness] ?? "acx" == "acx" || arguments.userDefault(.loudness) != nil else {
      throw UsageError("--preset \(shop): the shop asks for --loudness acx")
    }
    book.build.loudness = .acx
    if book.cover == nil { book.cover = .auto }
  }

  /// Sets the loudness.
  /// For `acx`, also sets or checks the other requirements of the shop ACX.
  private mutating func setLoudness(_ arguments: Arguments) throws(UsageError) {
    if book.build.shop == nil, let text = arguments[.loudness] {
      guard let loudness = LoudnessPreset(text) else {
        let (low, high) = (LoudnessPreset.range.lowerBound, LoudnessPreset.range.upperBound)
        throw UsageError(
          "--loudness \(text): expected acx, podcast, ebu, off, or a number of LUFS from \(Int(low)) "
            + "to \(Int(high))"
        )
      }
      book.build.loudness = loudness
    }
    guard book.build.loudness == .acx else { return }
    guard book.build.books.isEmpty else {
      throw UsageError(
        "--loudness acx: the shop ACX requires one file per chapter; remove --single-file and m4b")
    }
    guard book.build.sampleRate ?? ACXRules.sampleRate == ACXRules.sampleRate else {
      throw UsageError("--loudness acx: the shop ACX requires --sample-rate \(ACXRules.sampleRate)")
    }
    guard book.build.bitrate ?? ACXRules.bitrate >= ACXRules.bitrate else {
      throw UsageError("--loudness acx: the shop requires --bitrate \(ACXRules.bitrate) or more")
    }
    book.build.sampleRate = ACXRules.sampleRate
    book.build.bitrate = book.build.bitrate ?? ACXRules.bitrate
  }

  /// Throws if the output folder has the name of an audio file: the user probably expects a file.
  private static func checkFolder(_ path: String) throws(UsageError) {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard path.contains("."), BookFormat(rawValue: ending) != nil, access(path, F_OK) != 0 else {
      return
    }
    throw UsageError(
      "--output \(path): render writes a folder; for one file in it, use -o FOLDER --format \(ending) --single-file"
    )
  }

  static func rate(_ arguments: Arguments) throws(UsageError) -> Double {
    guard let text = arguments[.rate] else { return 1 }
    guard let rate = Double(text), VoiceURI.rateRange.contains(rate) else {
      throw UsageError("--rate \(text): expected a number from 0.5 to 2")
    }
    return rate
  }

  static func language(_ arguments: Arguments) throws(UsageError) -> String? {
    guard let tag = arguments[.language] else { return nil }
    if LanguageTag.isWellFormed(tag) { return tag }
    throw UsageError("--language \(tag): expected a language tag such as en-US")
  }

  static func voice(_ arguments: Arguments) throws(UsageError) -> VoiceURI? {
    guard let text = arguments[.voice] else { return nil }
    do {
      return try VoiceURI.requested(text)
    } catch {
      throw UsageError("--voice \(text): \(error.description)")
    }
  }

  private static func formats(
    _ list: String, isOneFile: Bool
  ) throws(UsageError) -> (chapters: [SoundFormat], books: [BookFormat]) {
    var (chapters, books) = ([SoundFormat](), [BookFormat]())
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      let name = name.split(separator: " ").joined().lowercased()
      if !isOneFile, let format = SoundFormat.allCases.first(where: { $0.rawValue == name }) {
        if !chapters.contains(format) { chapters.append(format) }
      } else if let format = BookFormat(rawValue: name) {
        if !books.contains(format) { books.append(format) }
      } else {
        let known = SoundFormat.allCases.map(\.rawValue) + [BookFormat.m4b.rawValue]
        let hint =
          Self.otherNames[name].map { "did you mean \($0)?" }
          ?? Spelling.hint(for: name, among: known)
        throw UsageError("--format \(name): unknown output format; \(hint)")
      }
    }
    return (chapters, books)
  }

  /// Other names of formats and codecs, with the format that each name means.
  private static let otherNames = [
    "mp4": "m4b", "m4a": "m4b", "aac": "m4b", "wave": "wav", "vorbis": "ogg", "oga": "ogg",
    "mpeg": "mp3",
  ]

  private static func cover(_ arguments: Arguments) throws(UsageError) -> CoverSource.Wish? {
    guard let text = arguments[.cover] else { return nil }
    guard !text.isEmpty else { throw UsageError("--cover needs a file or auto") }
    return text == "auto" ? .auto : .file(text)
  }

  private static func captions(_ list: String?) throws(UsageError) -> [CaptionFormat] {
    try words(list) { name, hint in "--captions \(name): unknown caption format; \(hint)" }
  }

  private static func readAlong(_ list: String?) throws(UsageError) -> [ReadAlongFormat] {
    try words(list) { name, hint in "--read-along \(name): unknown read-along format; \(hint)" }
  }

  /// Returns the words of a list without duplicates.
  /// The word `none` is an empty list, which overrides a default from the user configuration.
  private static func words<Word: RawRepresentable<String> & CaseIterable & Equatable>(
    _ list: String?, _ fault: (_ name: String, _ hint: String) -> String
  ) throws(UsageError) -> [Word] {
    guard let list, list != "none" else { return [] }
    var words: [Word] = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      let name = name.split(separator: " ").joined().lowercased()
      guard let word = Word(rawValue: name) else {
        let hint = Spelling.hint(for: name, among: Word.allCases.map(\.rawValue))
        throw UsageError(fault(name, hint))
      }
      if !words.contains(word) { words.append(word) }
    }
    return words
  }

  /// Returns names separated by commas; the word `none` is an empty list.
  private static func names(
    _ option: OptionName, _ arguments: Arguments
  ) throws(UsageError) -> [String]? {
    guard let list = arguments[option] else { return nil }
    if list == "none" { return [] }
    let names = list.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
    guard !names.isEmpty, names.allSatisfy({ $0.contains { $0.isLetter || $0.isNumber } }) else {
      throw UsageError("--\(option.rawValue) needs names of sections, separated by commas")
    }
    return names
  }

  /// Returns the value of an option that is on or off.
  private static func flag(
    _ option: OptionName, _ arguments: Arguments
  ) throws(UsageError) -> Bool? {
    guard let text = arguments[option] else { return nil }
    guard ["on", "off"].contains(text) else {
      throw UsageError("--\(option.rawValue) \(text): expected on or off")
    }
    return text == "on"
  }

  private static func selection(_ text: String?) throws(UsageError) -> ChapterSelection? {
    guard let text else { return nil }
    guard let selection = ChapterSelection(text) else {
      throw UsageError("--only does not name any chapter")
    }
    return selection
  }

  private static func sampleRate(_ arguments: Arguments, formats: [SoundFormat])
    throws(UsageError) -> Int?
  {
    guard let text = arguments[.sampleRate], text != "auto" else { return nil }
    guard let rate = Int(text), (8_000...192_000).contains(rate) else {
      throw UsageError(
        "--sample-rate \(text): expected auto, or a number of hertz from 8000 to 192000")
    }
    if formats.contains(.opus), rate > 48_000 {
      throw UsageError("--sample-rate \(rate): opus supports at most 48000")
    }
    for format in formats where !format.supports(sampleRate: rate) {
      // AAC is used only for a book in one file, so the message names the format that the user typed: m4b.
      let name = format == .aac ? BookFormat.m4b.rawValue : format.rawValue
      throw UsageError(
        "--sample-rate \(rate): \(name) does not support this rate; the nearest is "
          + "\(format.sampleRate(nearest: rate))")
    }
    return rate
  }

  static func number(
    _ option: OptionName, _ arguments: Arguments, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text = arguments[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(option.rawValue) \(text): expected a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return number
  }

  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: OptionName, _ arguments: Arguments
  ) throws(UsageError) -> Choice? where Choice.RawValue == String {
    guard let text = arguments[option] else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let hint = Spelling.hint(for: text, among: Choice.allCases.map(\.rawValue))
    throw UsageError("--\(option.rawValue) \(text): unknown value; \(hint)")
  }
}
