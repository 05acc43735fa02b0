import Audiobook
import Basics
import Hablare

extension StudioDesk {
  /// Starts a build into the folder.
  func startRender(pays: Bool) async throws {
    guard let view else { throw StudioError.impossible(problem ?? "There is no plan yet.") }
    guard !render.isRunning else { throw StudioError.busy("The book is being rendered already.") }
    let forecast = try await Forecast(
      of: [(book: view.book, folder: settings.folder)], speech: speech,
      maximumCost: settings.maximumCost)
    if let refusal = forecast.refusal { throw StudioError.impossible("\(refusal)") }
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
    guard
      render.start(
        chapters: book.plan.chapters.map(\.title),
        { run in
          try await book.build(into: folder, speech: speech, onEvent: run.take)
        })
    else { throw StudioError.busy("The book is being rendered already.") }
  }

  /// The chapters of the folder that can be played.
  func playableChapters() -> [PlayableChapter] {
    guard let view else { return [] }
    let key = [view.number, render.finishedCount]
    if chapters.key != key {
      chapters = (key, PlayableChapter.list(of: view.book, in: settings.folder))
    }
    return chapters.list
  }
}
