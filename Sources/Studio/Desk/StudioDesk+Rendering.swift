import Audiobook
import Basics
import Hablare

extension StudioDesk {
  /// Starts a build into the output folder.
  func startRender(pays: Bool) async throws {
    guard let view else { throw StudioError.impossible(problem ?? "The book is still loading.") }
    guard !render.isRunning else { throw StudioError.busy("The book is being rendered already.") }
    let forecast = try await Forecast(
      of: [(book: view.book, folder: settings.folder)], speech: speech,
      maximumCost: spendingLimit)
    if let refusal = forecast.refusal { throw StudioError.impossible(words(of: refusal)) }
    let paid = forecast.books.flatMap(\.cost.entries).filter { $0.work.characters > 0 }
    if !pays, !paid.isEmpty {
      let due = view.book.plan.selectedChapters(view.book.options).filter {
        forecast.books[0].lengths[$0.index] == nil
      }.map(\.index)
      if let cost = await view.cost(of: view.lines.filter { due.contains($0.chapter) }, speech) {
        throw StudioError.paid(cost)
      }
    }
    let (book, folder, speech) = (view.book, settings.folder, speech)
    try checkOpen()
    guard
      render.start(
        chapters: book.plan.chapters.map(\.title),
        { run in
          try await book.build(into: folder, speech: speech, onEvent: run.take)
        })
    else { throw StudioError.busy("The book is being rendered already.") }
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
