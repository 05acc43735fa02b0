import Audiobook
import Guion
import Hablare

/// Progress as JSON lines (Documentation/reference/json.md, "Progress").
enum JSONEvents {
  static func start(chapters: Int, items: Int, reused: Int) {
    line("start") { json in
      json.member("chapters", chapters)
      json.member("items", items)
      json.member("reused", reused)
    }
  }

  static func item(chapter: Int, done: Int, total: Int, audioSeconds: Double, eta: Double) {
    line("item") { json in
      json.member("chapter", chapter)
      json.member("done", done)
      json.member("total", total)
      json.member("audioSeconds", audioSeconds)
      json.member("eta", eta)
    }
  }

  static func chapter(index: Int, file: String, duration: Double) {
    line("chapter") { json in
      json.member("index", index)
      json.key("file")
      json.string(file)
      json.member("duration", duration)
    }
  }

  static func error(
    chapter: Int?, file: String?, line number: Int?, message: String, event: String = "error"
  ) {
    line(event) { json in
      if let chapter { json.member("chapter", chapter) }
      if let file {
        json.key("file")
        json.string(file)
      }
      if let number { json.member("line", number) }
      json.key("message")
      json.string(message)
    }
  }

  /// Writes the reason why a chapter is rendered or moved (`-v`).
  static func reason(_ what: String, chapter: Int, _ text: String) {
    line("reason") { json in
      json.member("chapter", chapter)
      json.key("what")
      json.string(what)
      json.key("reason")
      json.string(text)
    }
  }

  /// Writes the end of a build.
  /// `transfers` counts from the start of the process.
  static func end(
    chapters: Int, failed: Int, duration: Double, wall: Double, transfers: TransferStatistics,
    accuracy: EstimateAccuracy?
  ) {
    line("end") { json in
      json.member("chapters", chapters)
      json.member("failed", failed)
      json.member("duration", duration)
      json.member("wall", wall)
      if let accuracy {
        json.member("estimated", accuracy.estimated)
        json.member("rendered", accuracy.actual)
      }
      if transfers.requests > 0 { json.members(of: transfers) }
    }
  }

  /// Writes that a build was interrupted.
  /// Requests in flight are counted as lost.
  static func interrupted(_ transfers: TransferStatistics) {
    line("interrupted") { json in
      if transfers.requests > 0 { json.members(of: transfers) }
    }
  }

  /// Writes the progress of a download or measurement.
  static func load(_ task: String, done: Int, total: Int) {
    line("load") { json in
      json.key("task")
      json.string(task)
      json.member("done", done)
      json.member("total", total)
    }
  }

  static func line(_ event: String, _ members: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.beginObject()
    json.key("event")
    json.string(event)
    members(&json)
    json.end()
    json.endLine()
    Streams.error(String(decoding: json.take(), as: UTF8.self))
  }
}

extension JSONWriter {
  fileprivate mutating func members(of transfers: TransferStatistics) {
    member("requests", transfers.requests)
    member("retries", transfers.retries)
    member("lost", transfers.perhapsPaid)
    member("bytesSent", transfers.bytesSent)
    member("bytesReceived", transfers.bytesReceived)
  }

  /// Writes a time in seconds, rounded to milliseconds.
  mutating func member(_ key: String, _ seconds: Double) {
    self.key(key)
    self.seconds(seconds)
  }

  /// Writes a time in seconds, rounded to milliseconds.
  mutating func seconds(_ value: Double) {
    // A manifest can contain any number. The limits, far beyond any book's length, prevent an overflow.
    decimal(Int((min(max(value, -1e12), 1e12) * 1000).rounded()), over: 1000)
  }
}
