import Basics

/// The chapter file of a book in one file.
///
/// The format is that of Podcasting 2.0 (JSON Chapters 1.2).
struct FeedChapters {
  let book: FeedBook
  /// The audio file of the book.
  let file: String
  /// The title of the podcast.
  let podcast: String

  /// The contents of the file.
  ///
  /// The key `generator` is not part of the format; later runs use it to recognize the file.
  var bytes: [UInt8] {
    var json = JSONWriter(style: .pretty)
    json.beginObject()
    json.member("generator", Version.generator)
    json.member("version", "1.2.0")
    json.member("title", book.title)
    if !book.authors.isEmpty { json.member("author", book.authors.joined(separator: ", ")) }
    json.member("podcastName", podcast)
    json.member("fileName", file)
    json.key("chapters")
    json.beginArray()
    for mark in book.marks {
      json.beginObject(.inline)
      json.key("startTime")
      // A manifest can contain any value. The limit prevents an overflow in the conversion to an integer.
      json.decimal(Int((min(mark.start, 1e12) * 1000).rounded()), over: 1000)
      json.member("title", mark.title)
      json.end()
    }
    json.end()
    json.end()
    json.endLine()
    return json.take()
  }
}
