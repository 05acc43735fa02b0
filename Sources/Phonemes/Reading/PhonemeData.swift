import Basics

/// The tables of one dialect, mapped for reading.
///
/// Copies share the tables.
public struct PhonemeData: Sendable {
  /// The dialect of the tables.
  public let dialect: EnglishDialect
  let lexicon: Lexicon
  let tagger: Tagger
  let forms: WrittenForms

  /// Opens the tables of a dialect in a folder.
  ///
  /// `fileNames(for:)` returns the names of the files.
  public init(folder: String, dialect: EnglishDialect) throws(PhonemeDataError) {
    let paths = Self.fileNames(for: dialect).map { "\(folder)/\($0)" }
    lexicon = Lexicon(table: try LexiconTable(path: paths[0]))
    let file = try TableFile(path: paths[1], kind: .tagger)
    func section(_ section: TableFormat.TaggerSection) -> TableBytes {
      file.section(section.rawValue)
    }
    guard let table = HashedTable(buckets: section(.buckets), entries: section(.entries)) else {
      throw file.damaged
    }
    let names = section(.tags)
    let text = String(decoding: (0..<names.count).map(names.byte), as: UTF8.self)
    tagger = Tagger(tags: text.split(separator: "\n").map(String.init), table: table)
    forms = WrittenForms(table)
    self.dialect = dialect
  }

  /// Returns the names of the files that a dialect needs: its lexicon, and the file that all English
  /// dialects share.
  public static func fileNames(for dialect: EnglishDialect) -> [String] {
    switch dialect {
    case .american: ["english-us.lexicon", "english.tagger"]
    case .british: ["english-gb.lexicon", "english.tagger"]
    }
  }
}
