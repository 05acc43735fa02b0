import Testing

@testable import Hablare

struct ModelCardTests {
  private static func card(_ licence: String) -> String {
    """
    # Model card for joe (medium)

    * Language: en_US (English, United States)
    * Speakers: 1

    ## Dataset

    * URL: https://example.org/licensed
    \(licence)

    ## Training

    Finetuned from U.S. English lessac voice (medium quality).

    """
  }

  /// Lines as in the hub's cards, and lines that could be there.
  @Test(arguments: [
    ("CC0", "CC0-1.0", VoiceLicence.Permission.yes),
    ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0-1.0", .yes),
    ("CC BY 4.0", "CC-BY-4.0", .yes),
    ("https://creativecommons.org/licenses/by/4.0/", "CC-BY-4.0", .yes),
    ("CC-BY-SA 4.0", "CC-BY-SA-4.0", .yes),
    ("https://creativecommons.org/licenses/by-nc-sa/4.0/", "CC-BY-NC-SA-4.0", .no),
    ("CC BY-NC-ND 3.0", "CC-BY-NC-ND-3.0", .no),
    ("Creative Commons Attribution-NonCommercial 4.0 International", "CC-BY-NC-4.0", .no),
    ("Creative Commons Attribution Non-Commercial Share Alike", "CC-BY-NC-SA", .no),
    ("cc by-sa", "CC-BY-SA", .yes),
    ("Apache 2.0", "Apache-2.0", .yes), ("MIT", "MIT", .yes),
    ("http://unlicense.org", "Unlicense", .yes), ("Public domain.", "public domain", .yes),
    ("See URL", "unknown", .unknown), ("Unknown", "unknown", .unknown),
    ("n/a", "unknown", .unknown),
    ("", "unknown", .unknown), ("?", "unknown", .unknown),
    (
      "https://www.cstr.ed.ac.uk/projects/blizzard/2013/lessac_blizzard2013/license.html",
      "https://www.cstr.ed.ac.uk/projects/blizzard/2013/lessac_blizzard2013/license.html", .unknown
    ),
    ("free for noncommercial use", "free for noncommercial use", .no),
    ("bad\u{1B}[2J", "bad\\u{1B}[2J", .unknown),
    ("permitted by the committee", "permitted by the committee", .unknown),
  ])
  func `the licence is the stated one, and is not guessed`(
    stated: String, name: String, use: VoiceLicence.Permission
  ) {
    let card = ModelCard(Self.card("* License: \(stated)"))
    #expect(card.licence == VoiceLicence(name: name, commercialUse: use))
  }

  @Test func `the licence of a card without one is unknown`() {
    #expect(ModelCard(Self.card("")).licence == .unknown)
    #expect(ModelCard("").licence == .unknown)
  }

  @Test func `a licence can have its own heading`() {
    let card = Self.card(
      "\n## License\n\nThe model weights are released under CC BY 4.0,\nfollowing the data.")
    #expect(ModelCard(card).licence.name == "CC-BY-4.0")
  }

  @Test func `a line about something else is not a licence`() {
    #expect(ModelCard("* Licensed by: MIT\nlicense to kill\n").licence == .unknown)
    #expect(ModelCard("licence: CC0\r\n").licence.name == "CC0-1.0")
  }
}
