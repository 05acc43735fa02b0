import Audiobook
import Guion
import Hablare
import Narration

/// What a run is going to do and what that costs, known before the first request for speech.
struct Forecast {
  /// A book on its way to a folder.
  struct Book {
    var book: PlannedBook
    var folder: String
    /// The chapters that the folder has, by index, with their lengths in samples.
    var lengths: [Int: Int] = [:]
    /// What it costs by itself.
    var cost = RunCost([], prices: [:])
  }

  var books: [Book]
  /// Why it must not begin; nil where it may.
  var refusal: RunCost.Refusal?

  /// Ends the run where it must not begin.
  func permit() throws(CommandFailure) {
    guard let refusal else { return }
    throw CommandFailure(.refused, "--max-cost: \(Self.words(refusal)); nothing was asked for")
  }

  static func words(_ refusal: RunCost.Refusal) -> String {
    switch refusal {
    case .above(let cost, let limit, let currency):
      "the run would cost \(Summary.money(cost, currency)), and may cost "
        + Summary.money(limit, currency)
    case .unpriced(let ids):
      "what \(ids.joined(separator: " and ")) would cost is not known; \"prices\" in the user "
        + "configuration say it"
    case .currencies(let currencies):
      "the prices are in \(currencies.joined(separator: " and ")), and have no sum"
    }
  }
}

/// Looks ahead: at the folders, at what is kept, and at what accounts have left.
struct Forecaster {
  let arguments: Arguments
  let options: RenderOptions
  let setup: SpeechSetup
  let printer: DiagnosticsPrinter

  /// The forecast for books; one that is not `isWhole` looks into folders only where something is paid.
  ///
  /// Says what an account has not enough for: what it has is used, and what is made by then is kept for the
  /// next run.
  func forecast(
    _ books: [(book: PlannedBook, folder: String)], isWhole: Bool
  ) async throws -> Forecast {
    let prices = setup.prices
    var forecast = Forecast(books: books.map { Forecast.Book(book: $0.book, folder: $0.folder) })
    var run = PaidBill()
    var quotas: [String: VoiceQuota] = [:]
    for index in forecast.books.indices {
      var entry = forecast.books[index]
      let plan = entry.book.plan
      let isPaid = PaidBill().concerns(plan, entry.book.directory)
      if isPaid || isWhole { entry.lengths = try lengths(entry, isWhole: isWhole) }
      let due = plan.wanted(options.build).filter { entry.lengths[$0.index] == nil }
      var bill = PaidBill()
      let (directory, retakes) = (entry.book.directory, entry.book.retakes)
      await bill.add(due, of: plan, directory: directory, cache: setup.clips, retakes: retakes)
      await run.add(due, of: plan, directory: directory, cache: setup.clips, retakes: retakes)
      // Where all is kept, nobody needs an account.
      for paid in bill.work where paid.characters > 0 && quotas[paid.providerId] == nil {
        guard let provider = entry.book.directory.provider(paid.providerId) else { continue }
        quotas[paid.providerId] = try await quota(of: provider)
      }
      entry.cost = RunCost(bill.work, prices: prices, quotas: quotas)
      entry.book.warnings += try warn(of: entry, run.work, quotas)
      forecast.books[index] = entry
    }
    forecast.refusal = options.maximumCost.flatMap {
      RunCost(run.work, prices: prices).refusal(above: $0)
    }
    return forecast
  }

  /// What a folder has.
  ///
  /// Where that cannot be known a build says why, and without one it is said here.
  private func lengths(_ entry: Forecast.Book, isWhole: Bool) throws -> [Int: Int] {
    do {
      return try BuiltFolder(entry.folder, shard: options.build.shard).lengths(
        of: entry.book.plan, options: options.build(of: entry.book),
        sampleRate: entry.book.sampleRate)
    } catch {
      guard isWhole else { return [:] }
      throw CommandFailure(.cannotWrite, error.description)
    }
  }

  /// Says what the run so far has not enough quota for, and gives the number of warnings.
  private func warn(
    of entry: Forecast.Book, _ run: [PaidWork], _ quotas: [String: VoiceQuota]
  ) throws -> Int {
    let own = Set(entry.cost.entries.filter { $0.work.characters > 0 }.map(\.work.providerId))
    let diagnostics = run.compactMap { paid -> Diagnostic? in
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
    printer.print(diagnostics)
    if !diagnostics.isEmpty, arguments.has(.strict) { throw ExitCode.refused }
    return diagnostics.count
  }

  /// What an account has left; nil where that cannot be known.
  ///
  /// A key that is refused is refused for every line: that is the end before the first.
  private func quota(of provider: any VoiceProvider) async throws -> VoiceQuota? {
    do {
      return try await provider.quota()
    } catch let error as VoiceProviderError where error == .authenticationFailed {
      throw CommandFailure(.refused, UnusableProvider(provider.providerId, error).message)
    } catch let error as CancellationError {
      throw error
    } catch {
      return nil
    }
  }
}
