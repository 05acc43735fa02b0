import Basics
import Phonemes
import TestSupport

/// The tables of a voice that knows a few words, for tests that do not depend on a lexicon.
final class SmallVoice: Sendable {
  private let folder: TemporaryFolder
  let reader: EnglishReader

  var path: String { folder.path }

  init(_ dialect: EnglishDialect = .american) throws {
    folder = try TemporaryFolder()
    let lexicon = try LexiconMaker.table(checked: Self.checked, unchecked: Self.unchecked)
    let names = PhonemeData.fileNames(for: dialect)
    try Files<FileError>.write([lexicon], to: folder.path(of: names[0]))
    try Files<FileError>.write([Self.tagger()], to: folder.path(of: names[1]))
    reader = EnglishReader(data: try PhonemeData(folder: folder.path, dialect: dialect))
  }

  private static func tagger() throws -> [UInt8] {
    var maker = try TaggerMaker(tagger: tags)
    try maker.add(chunks: ["can't": ["ca", "n't"], "Mr.": ["Mr."], "'s": ["'s"]])
    try maker.add(words: [
      "abbreviations": ["Mr.": "Mr", "etc.": "and so on", "aka": "known as"],
      "titles": ["St": "Saint"], "symbols": ["=": "equals", "*": " ", "™": ""],
      "roman_cardinal": ["Chapter", "World War"], "roman_ordinal": ["Henry"],
    ])
    return maker.file()
  }

  static let checked: [String: JSONValue] = [
    "hello": "həlˈO", "world": "wˈɜɹld", "the": "ði", "red": "ɹˈɛd", "apple": "ˈæpᵊl",
    "read": ["DEFAULT": "ɹˈid", "VBD": "ɹˈɛd"], "Saint": "sˈAnt", "Mr": "mˈɪstəɹ",
    "equals": "ˈikwᵊlz", "A": "ˈA", "B": "bˈi", "C": "sˈi", "chapter": "ʧˈæptəɹ", "to": "tu",
    "and": "ænd", "so": "sˌO", "on": "ˌɔn", "known": "nˈOn", "as": "æz", "'s": "s",
    "slash": "slˈæʃ",
  ]
  static let unchecked: [String: JSONValue] = ["zebra": "zˈibɹə"]

  private static let tags: JSONValue = [
    "tags": ["DT", "NN", "VBD", "IN", ".", ","], "vocab": ["the", "read"],
    "tagdict": [
      "the": "DT", "The": "DT", ".": ".", ",": ",", "to": "IN", "!": ".", "?": ".", "…": ".",
    ],
    "weights": [
      "b": ["NN": 1, "VBD": 0.5], "s3=ead": ["VBD": 2.5, "NN": -1.5], "t-1=DT": ["NN": 5.1],
    ],
  ]
}
