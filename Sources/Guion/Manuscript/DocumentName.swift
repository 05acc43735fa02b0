/// What a document's file name says as a title.
enum DocumentName {
  /// "02-the_long-way.md" is "The long way"; an index is called as its folder, or as the book.
  static func title(of path: FilePath, book: String) -> String {
    let stem = path.stem.text
    guard ["readme", "index"].contains(stem.lowercased()) else { return readable(stem) }
    let folder = path.folder
    return readable(folder.bytes.isEmpty ? book : folder.last.text)
  }

  /// Without the digits that sort it, with blanks for the hyphens and underscores between words.
  static func readable(_ name: String) -> String {
    var rest = Substring(name)
    while true {
      let number = rest.drop { $0.isASCII && $0.isNumber }
      let words = number.drop { "-_. )".contains($0) }
      // "3d-printing" keeps its number, as no separator follows it.
      guard words.startIndex > number.startIndex else { break }
      rest = words
    }
    let text = String((rest.isEmpty ? name[...] : rest).map { "-_".contains($0) ? " " : $0 })
    guard let line = text.inOneLine, let first = line.first else { return name }
    return first.uppercased() + line.dropFirst()
  }
}
