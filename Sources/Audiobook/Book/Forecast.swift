public import Guion
import Hablare
import Narration

/// What a run is going to do and what that costs, known before the first request for speech.
public struct Forecast: Sendable {
  /// A book on its way to a folder.
  public struct Entry: Sendable {
    /// The book.
    public var book: PlannedBook
    /// The path of the folder.
    public var folder: String
    /// The lengths of the chapters that the folder has, by index, in samples.
    public var lengths: [Int: Int] = [:]
    /// The cast of the book that the folder has, voices by role; empty if it has none.
    public var formerVoices: [String: String] = [:]
    /// What the book costs by itself.
    public var cost = RunCost([], prices: [:])
  }

  /// The books of the run, in order.
  public private(set) var books: [Entry]
  /// Why the run must not begin; nil if it may.
  public private(set) var refusal: RunCost.Refusal?
  /// Warnings about accounts that have not enough left.
  ///
  /// Such a run may begin: it uses what the account has, and keeps what it makes for the next run.
  public private(set) var diagnostics: [Diagnostic] = []

  /// Looks at the folders, at what is kept, and at what accounts have left.
  ///
  /// If it is not `isWhole`, only the folders of books with a paid voice are looked at. `maximumCost` is in
  /// the currency of the prices. Throws a `BookError` if a folder cannot be read or an account is refused.
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
      // A folder without a manifest has no book to compare with.
      if isWhole { entry.formerVoices = (try? Manifest(inFolder: entry.folder))?.cast ?? [:] }
      let due = plan.wanted(book.options).filter { entry.lengths[$0.index] == nil }
      var bill = PaidBill()
      let retakes = book.options.retakes
      await bill.add(
        due, of: plan, directory: book.directory, cache: speech.clips, retakes: retakes)
      await run.add(
        due, of: plan, directory: book.directory, cache: speech.clips, retakes: retakes)
      // If all is kept, nobody needs an account.
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
  public func permit() throws(BookError) {
    guard let refusal else { return }
    throw BookError(.refused, .maximumCost, ": \(refusal); nothing was asked for")
  }

  /// What a folder has.
  ///
  /// If that cannot be known, the build says why; a forecast of the whole run says it itself.
  private static func lengths(_ entry: Entry, isWhole: Bool) throws(BookError) -> [Int: Int] {
    do throws(RenderError) {
      return try BuiltFolder(entry.folder, shard: entry.book.options.shard).lengths(
        of: entry.book.plan, options: entry.book.options, sampleRate: entry.book.sampleRate)
    } catch {
      guard isWhole else { return [:] }
      throw BookError(.unwritable, error.description)
    }
  }

  /// Warnings about accounts of a book's providers that have less left than the run so far takes.
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
          "\(provider.displayName): \(paid.characters) characters are to be paid for, and the "
          + "account has \(quota.remaining) left", file: entry.book.paths.first)
    }
  }

  /// What an account has left; nil if that cannot be known.
  ///
  /// A key that is refused is refused for every line: that is the end before the first.
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
