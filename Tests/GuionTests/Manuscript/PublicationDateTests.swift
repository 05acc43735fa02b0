import Basics
import Testing

/// Tests of dates as on title pages and in feeds.
@Suite struct PublicationDateTests {
  @Test(arguments: [
    ("1970-01-01", 0, "Thu, 01 Jan 1970 00:00:00 +0000"),
    ("1969-12-31", -86_400, "Wed, 31 Dec 1969 00:00:00 +0000"),
    ("2000-02-29", 951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"),
    ("2026-11-24T18:05:09Z", 1_795_543_509, "Tue, 24 Nov 2026 18:05:09 +0000"),
    (" 2026-11-24 18:05:09 +02:00 ", 1_795_536_309, "Tue, 24 Nov 2026 16:05:09 +0000"),
    ("2026-11-24T18:05:09.125-0130", 1_795_548_909, "Tue, 24 Nov 2026 19:35:09 +0000"),
    ("0001-01-01", -62_135_596_800, "Mon, 01 Jan 0001 00:00:00 +0000"),
    ("9999-12-31T23:59:59Z", 253_402_300_799, "Fri, 31 Dec 9999 23:59:59 +0000"),
  ])
  func `dates in the form of ISO 8601`(text: String, seconds: Int, mail: String) throws {
    let date = try #require(PublicationDate(iso: text))
    #expect(date.seconds == seconds)
    #expect(date.mailText == mail)
    #expect(PublicationDate(iso: date.description) == date)
  }

  @Test(arguments: [
    "", "2024", "2024-5-12", "2024-02-30", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10",
    "0000-01-01", "2024-05-12T", "2024-05-12T24:00", "2024-05-12T10:60", "2024-05-12T10:00:60Z",
    "2024-05-12T10:00Zz", "2024-05-12T10:00+2", "2024-05-12x", "２０２４-05-12",
    "2024-05-12T10:00:00.Z",
    "+024-05-12", "12 May 2024",
  ])
  func `text that is not such a date`(text: String) { #expect(PublicationDate(iso: text) == nil) }

  @Test(arguments: [
    ("12 May 2024", "2024-05-12"), ("May 12, 2024", "2024-05-12"), ("may 12 2024", "2024-05-12"),
    ("1 Sept. 1999", "1999-09-01"), ("31 December 1999", "1999-12-31"),
    ("2024-05-12", "2024-05-12"),
    ("31 April 2024", nil), ("5/12/2024", nil), ("May 2024", nil), ("12 Ma 2024", nil),
    ("12 May 24", nil), ("-1 May 2024", nil), ("12 May 2024 draft", nil), ("Spring 3 2024", nil),
  ])
  func `days as on title pages`(text: String, day: String?) {
    #expect(PublicationDate(titlePage: text)?.description == day)
  }

  @Test func `every day of 400 years follows the day before`() throws {
    var last = try #require(PublicationDate(iso: "1899-12-31"))
    for _ in 0..<146_097 {
      let next = PublicationDate(seconds: last.seconds + 86_400)
      let read = try #require(PublicationDate(iso: String(next.description.prefix(10))))
      #expect(read.seconds == next.seconds)
      last = next
    }
    #expect(last.description == "2299-12-31T00:00:00Z")
  }
}
