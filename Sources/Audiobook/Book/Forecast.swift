import Basics
public import Guion
import Hablare
import Narration

/// The work and the cost of a run, known before the first speech request.
public struct Forecast: Sendable {
  /// A book and its output folder.
  package struct Entry: Sendable {
    package var book: PlannedBook
    /// The path of the output folder.
    package var folder: String
    /// The lengths of the chapters that are already in the folder, by index, in samples.
    package var lengths: [Int: Int] = [:]
    /// The cast of the book that is already in the folder, as voices by role.
    /// Empty if the folder has no readable manifest.
    package var formerVoices: [String: String] = [:]
    /// The cost of this book alone.
    package var cost = RunCost([], prices: [:])
  }

  /// The books of the run, in order.
  package private(set) var books: [Entry]
  /// The reason why the run must not begin; nil if it may begin.
  package private(set) var refusal: RunCost.Refusal?
  /// Warnings about accounts whose remaining quota is too small for the run.
  ///
  /// The run may still begin. It uses the remaining quota, and its clips are cached for the next run.
  public private(set) var diagnostics: [Diagnostic] = []

  /// Compares the books with their folders, the clip cache and the accounts of the providers.
  ///
  /// If `isWhole` is false, only the folders of books with a paid voice are read. `maximumCost` is in the currency of
  /// the prices. Throws a `BookError` if a provider refuses a key, or if a folder cannot be read and `isWhole` is
  /// true.
  public init(
    of books: [(book: PlannedBook, folder: String)], speech: SpeechSetup,
    maximumCost: Double? = nil, isWhole: Bool = true
  ) async throws {
    self.books = books.map { Entry(book: $0.book, folder: $0.folder) }
    let prices = speech.prices
    var run = PaidBill()
    var quotas: [String: VoiceQuota] = [:]
    for index in books.indices {
      var entry = self.books[index]
      let (book, plan) = (entry.book, entry.book.plan)
      let isPaid = PaidBill().concerns(plan, book.directory)
      if isPaid || isWhole { entry.lengths = try Self.lengths(entry, isWhole: isWhole) }
      // Without a manifest there is no earlier cast to compare with.
      if isWhole { entry.formerVoices = (try? Manifest(inFolder: entry.folder))?.cast ?? [:] }
      let due = plan.selectedChapters(book.options).filter { entry.lengths[$0.index] == nil }
      var bill = PaidBill()
      let retakes = book.options.retakes
      await bill.add(
        due, of: plan, directory: book.directory, cache: speech.clips, retakes: retakes)
      await run.add(
        due, of: plan, directory: book.directory, cache: speech.clips, retakes: retakes)
      // If all clips are cached, no account is needed.
      for paid in bill.work where paid.characters > 0 && quotas[paid.providerId] == nil {
        guard let provider = book.directory.provider(paid.providerId) else { continue }
        quotas[paid.providerId] = try await Self.quota(of: provider, speech.advice)
      }
      entry.cost = RunCost(bill.work, prices: prices, quotas: quotas)
      let warnings = Self.warnings(about: entry, run.work, quotas)
      entry.book.warnings += warnings.count
      diagnostics += warnings
      self.books[index] = entry
    }
    refusal = maximumCost.flatMap { RunCost(run.work, prices: prices).refusal(above: $0) }
  }

  /// Throws a `BookError` if the run must not begin.
  package func permit() throws(BookError) {
    guard let refusal else { return }
    throw BookError(.refused, .maximumCost, ": \(refusal); nothing was requested")
  }

  /// Returns the lengths of the chapters that are already in the folder, by index, in samples.
  /// Throws a `BookError` if the folder cannot be read and `isWhole` is true. If `isWhole` is false, the build reports
  /// this error later.
  private static func lengths(_ entry: Entry, isWhole: Bool) throws(BookError) -> [Int: Int] {
    do throws(RenderError) {
      return try BuiltFolder(entry.folder, shard: entry.book.options.shard).lengths(
        of: entry.book.plan, options: entry.book.options, sampleRate: entry.book.sampleRate)
    } catch {
      guard isWhole else { return [:] }
      throw BookError(.unwritable, error.description)
    }
  }

  /// Returns a warning for each provider of the book that has too little quota left.
  /// `run` is the work of the run up to and including this book.
  private static func warnings(
    about entry: Entry, _ run: [PaidWork], _ quotas: [String: VoiceQuota]
  ) -> [Diagnostic] {
    let own = Set(entry.cost.entries.filter { $0.work.characters > 0 }.map(\.work.providerId))
    return run.compactMap { paid -> Diagnostic? in
      guard own.contains(paid.providerId), let quota = quotas[paid.providerId],
        quota.remaining < paid.characters,
        let provider = entry.book.directory.provider(paid.providerId)
      else { return nil }
      return Diagnostic(
        code: "quota", severity: .warning,
        message:
          "\(provider.displayName): the run needs \(paid.characters) characters, but the "
          + "account has only \(quota.remaining) left", file: entry.book.paths.first)
    }
  }

  /// Returns the remaining quota of an account; nil if the quota is unknown.
  /// Throws a `BookError` if the provider refuses the key, because it would then refuse every line.
  private static func quota(
    of provider: any VoiceProvider, _ advice: ProviderAdvice
  ) async throws -> VoiceQuota? {
    do {
      return try await provider.quota()
    } catch let error as VoiceProviderError where error == .authenticationFailed {
      let reason = UnusableProvider(provider.providerId, error, advice: advice)
      throw BookError(.refused, reason.message)
    } catch let error as CancellationError {
      throw error
    } catch {
      return nil
    }
  }
}

/// The chapters that an output folder already contains.
/// Reading the folder changes and locks nothing.
/// If another build is working in the folder, the result is a snapshot. Unfinished files of a killed build are
/// ignored.
package struct BuiltFolder: Sendable {
  private let survey: [SurveyedChapter]

  /// Reads a folder, which may be missing; `shard` is the shard that is going to be built.
  /// Throws a `RenderError` if the records of the folder cannot be read.
  package init(_ path: String, shard: Shard? = nil) throws(RenderError) {
    let records = path + "/" + FolderRecords.name
    // The journals that a build would read, in the order in which the build would read them. Later journals override
    // earlier ones. The journal of the build's own shard is last.
    var names: [String] = []
    let shards = FolderRecords.shards(in: records, prefix: FolderRecords.journalPrefix)
    if shard != nil { names.append(FolderRecords.journal(of: nil)) }
    names += shards.filter { $0 != shard }.map { FolderRecords.journal(of: $0) }
    names.append(FolderRecords.journal(of: shard))
    var survey: [SurveyedChapter] = []
    for name in names {
      for record in try Journal(reading: records + "/" + name).chapters {
        survey.append(try SurveyedChapter(record, in: path))
      }
    }
    self.survey = survey
  }

  /// Returns numbers that change whenever a build has changed a folder.
  /// They are the sizes, times and inodes of the folder, its manifest and its journals. No file is read.
  package static func stamp(of path: String) -> [Int] {
    let records = path + "/" + FolderRecords.name
    let shards = FolderRecords.shards(in: records, prefix: FolderRecords.journalPrefix)
    let journals = ([nil] + shards.map(Optional.some)).map { FolderRecords.journal(of: $0) }
    let paths = [path, path + "/manifest.json"] + journals.map { records + "/" + $0 }
    return paths.flatMap { path -> [Int] in
      guard let status = FileStatus(path, followingLinks: true) else { return [0] }
      return [status.size, status.modified, Int(truncatingIfNeeded: status.inode)]
    }
  }

  /// Returns the lengths in samples of the selected chapters with current audio in the folder, by chapter number.
  /// A build would reuse this audio, and change at most the tags and file names.
  package func lengths(
    of plan: BookPlan, options: BuildOptions, sampleRate: Int
  ) -> [Int: Int] {
    let chapters = plan.selectedChapters(options)
    let settings = FingerprintMaker(
      options: options, rules: plan.rules, sampleRate: sampleRate,
      engineVersions: plan.engineVersions)
    let work = WorkList(
      chapters: chapters, selected: Set(chapters.map(\.index)), survey: survey, settings: settings)
    let moved = work.moved.map { ($0.chapter.index, $0.record.samples) }
    return work.reusable.mapValues(\.samples).merging(moved) { $1 }
  }
}
