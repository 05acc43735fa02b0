import Basics
import Audiobook
import Hablare
import Narration

/// The plan of a book as text tables.
struct PlanText {
  let book: Forecast.Entry
  let summary: PlanSummary
  /// Whether the text also lists what the script tells about each role, and the roles whose voice differs from the
  /// voice in the output folder.
  let isVerbose: Bool

  var text: String {
    ([headline, chapters, roles] + people + recast + (book.cost.entries.isEmpty ? [] : [costs]))
      .joined(separator: "\n") + (accuracy.map { "\n" + $0 + "\n" } ?? "")
  }

  private var headline: String {
    let total = summary.total
    return "\(book.book.plan.title.visible): "
      + [
        Quantity.count(summary.chapters.count, "chapter"), Quantity.count(total.lines, "line"),
        Quantity.count(total.words, "word"), Quantity.minutes(total.seconds),
      ].joined(separator: ", ") + " -> \(book.folder.visible)\n"
  }

  /// The table of chapters.
  ///
  /// The table has a column of built minutes if any chapter is built.
  private var chapters: String {
    let isBuilt = summary.chapters.contains { $0.builtSeconds != nil }
    var rows = [["chapter", "lines", "words", "minutes"] + (isBuilt ? ["built"] : []) + ["title"]]
    for chapter in summary.chapters {
      let built = chapter.builtSeconds.map { Quantity.tenths($0 / 60) } ?? "-"
      rows.append(
        ["\(chapter.index)"] + cells(chapter.amount) + (isBuilt ? [built] : [])
          + [chapter.title.visible])
    }
    return TextTable.text(rows, numbers: 0..<(isBuilt ? 5 : 4))
  }

  private var roles: String {
    var rows = [["lines", "words", "minutes", "share", "role", "voice"]]
    for role in summary.roles {
      rows.append(
        cells(role.amount)
          + [
            "\(Quantity.tenths(role.share * 100)) %",
            RoleName.shown(role.name), role.voice.visible,
          ])
    }
    return TextTable.text(rows, numbers: 0..<4)
  }

  /// The table of what the script tells about the roles, with the evidence.
  private var people: [String] {
    let rows = summary.roles.compactMap { role in
      role.portrait.map { portrait in
        [
          RoleName.shown(role.name), portrait.words ?? "unknown", portrait.relative?.visible ?? "",
          portrait.reason?.visible ?? "",
        ]
      }
    }
    guard isVerbose, !rows.isEmpty else { return [] }
    return [
      TextTable.text([["role", "person", "same person as", "evidence"]] + rows, numbers: 0..<0)
    ]
  }

  /// The table of roles that get a different voice than before, because of the cast or a newly installed voice.
  private var recast: [String] {
    let roles = summary.roles.compactMap { role in
      role.formerVoice.map { [RoleName.shown(role.name), $0.visible, role.voice.visible] }
    }
    guard isVerbose, !roles.isEmpty else { return [] }
    return [TextTable.text([["role", "voice in the folder", "new voice"]] + roles, numbers: 0..<0)]
  }

  private func cells(_ amount: PlanSummary.Amount) -> [String] {
    ["\(amount.lines)", "\(amount.words)", Quantity.tenths(amount.seconds / 60)]
  }

  private var costs: String {
    var rows = [
      ["lines", "characters", "cost", "cached characters", "cost saved", "quota left", "provider"]
    ]
    for entry in book.cost.entries {
      let (work, currency) = (entry.work, entry.price?.currency ?? "")
      rows.append([
        "\(work.lines)", "\(work.characters)", money(entry.cost, currency),
        "\(work.cachedCharacters)", money(entry.savedCost, currency),
        entry.quota.map { "\($0.remaining)" } ?? "?", work.providerId,
      ])
    }
    return TextTable.text(rows, numbers: 0..<6)
  }

  private func money(_ amount: Double?, _ currency: String) -> String {
    amount.map { Quantity.money($0, currency) } ?? "?"
  }

  /// The line that compares the estimate with the built chapters, or nil if no chapter is built.
  private var accuracy: String? {
    guard let accuracy = summary.accuracy else { return nil }
    let isWhole = summary.chapters.allSatisfy { $0.builtSeconds != nil }
    return Summary.accuracy(of: isWhole ? "the folder has" : "the rendered chapters have", accuracy)
  }
}
