import Audiobook
import Guion
import Hablare
import Narration

/// The plan of books as JSON (Documentation/reference/json.md, "Plan").
enum PlanJSON {
  /// Returns an object for a single book, or a list of objects for several books.
  static func bytes(_ books: [(Forecast.Entry, PlanSummary)]) -> [UInt8] {
    var json = JSONWriter(style: .pretty)
    if books.count == 1 {
      write(books[0].0, books[0].1, to: &json)
    } else {
      json.beginArray()
      for (book, summary) in books { write(book, summary, to: &json) }
      json.end()
    }
    json.endLine()
    return json.take()
  }

  private static func write(
    _ book: Forecast.Entry, _ summary: PlanSummary, to json: inout JSONWriter
  ) {
    json.beginObject()
    if let accuracy = summary.accuracy {
      json.member("builtEstimate", accuracy.estimated)
      json.member("builtSeconds", accuracy.actual)
    }
    json.list("chapters", summary.chapters, write)
    json.member("characters", summary.total.characters)
    json.list("costs", book.cost.totals) { total, json in
      json.member("cost", money: total.cost)
      json.member("currency", total.currency)
    }
    json.member("folder", book.folder)
    json.member("lines", summary.total.lines)
    if !summary.passages.isEmpty {
      json.list("passages", summary.passages) { passages, json in
        json.member("count", passages.count)
        json.member("language", passages.language)
        json.member("role", passages.role)
        json.member("voice", passages.voice)
      }
    }
    json.list("providers", book.cost.entries, write)
    json.list("roles", summary.roles, write)
    json.member("seconds", summary.total.seconds)
    let sounds = book.book.plan.sounds
    if !sounds.isEmpty {
      json.list("sounds", sounds) { sound, json in
        json.member("bus", sound.bus)
        if let file = sound.file { json.member("file", file) }
        json.member("name", sound.name)
        json.member("places", sound.places)
      }
    }
    json.key("sources")
    json.strings(book.book.paths)
    json.member("title", book.book.plan.title)
    json.member("words", summary.total.words)
    json.end()
  }

  private static func write(_ chapter: PlanSummary.Chapter, to json: inout JSONWriter) {
    if let seconds = chapter.builtSeconds { json.member("builtSeconds", seconds) }
    json.member("characters", chapter.amount.characters)
    json.member("index", chapter.index)
    json.member("lines", chapter.amount.lines)
    json.member("seconds", chapter.amount.seconds)
    json.member("title", chapter.title)
    json.member("words", chapter.amount.words)
  }

  private static func write(_ role: PlanSummary.Role, to json: inout JSONWriter) {
    if let age = role.portrait?.age { json.member("age", age.rawValue) }
    json.member("characters", role.amount.characters)
    if let evidence = role.portrait?.evidence, !evidence.isEmpty {
      json.key("evidence")
      json.strings(evidence.map(\.note))
    }
    if let voice = role.formerVoice { json.member("formerVoice", voice) }
    if let gender = role.portrait?.gender { json.member("gender", gender.rawValue) }
    json.member("lines", role.amount.lines)
    json.key("measured")
    json.bool(role.isMeasured)
    json.member("name", role.name)
    json.member("seconds", role.amount.seconds)
    json.member("share", money: role.share)
    json.member("voice", role.voice)
    json.member("words", role.amount.words)
  }

  private static func write(_ entry: RunCost.Entry, to json: inout JSONWriter) {
    json.member("characters", entry.work.characters)
    if let cost = entry.cost { json.member("cost", money: cost) }
    if let price = entry.price { json.member("currency", price.currency) }
    json.member("keptCharacters", entry.work.cachedCharacters)
    json.member("keptLines", entry.work.cachedLines)
    json.member("lines", entry.work.lines)
    if let price = entry.price {
      json.member("perThousandCharacters", money: price.perThousandCharacters)
    }
    json.member("provider", entry.work.providerId)
    if let quota = entry.quota { json.member("quotaLeft", quota.remaining) }
    if let limit = entry.quota?.limit { json.member("quotaLimit", limit) }
    if let saved = entry.savedCost { json.member("savedCost", money: saved) }
  }
}

extension JSONWriter {
  /// Writes an amount of money or a share, rounded to six decimal places.
  fileprivate mutating func member(_ key: String, money: Double) {
    self.key(key)
    decimal(Int((money * 1_000_000).rounded()), over: 1_000_000)
  }

  /// Writes a list of objects, with each object on its own line.
  fileprivate mutating func list<Value>(
    _ key: String, _ values: [Value], _ write: (Value, inout JSONWriter) -> Void
  ) {
    self.key(key)
    beginArray()
    for value in values {
      beginObject(.inline)
      write(value, &self)
      end()
    }
    end()
  }
}
