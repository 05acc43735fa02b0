/// The text that Project Gutenberg puts around its books.
enum GutenbergText {
  /// Marks what stands before the line `*** START OF …` and after the line `*** END OF …` as back matter.
  static func mark(_ elements: inout [GuionElement]) {
    var start: Int?
    var end: Int?
    for index in elements.indices {
      let text = elements[index].elementText.drop(while: \.isWhitespace)
      guard beginnings.contains(where: text.hasPrefix) else { continue }
      if start == nil, startLines.contains(where: text.contains) {
        start = index
      } else if endLines.contains(where: text.contains) {
        end = index
        break
      }
    }
    if let start { markStart(start, before: end ?? elements.count, in: &elements) }
    guard var end else { return }
    // A sentence above the line says the same.
    while end > 0, elements[end - 1].elementText.hasPrefix("End of"),
      elements[end - 1].elementText.contains("Project Gutenberg")
    {
      end -= 1
    }
    for index in end..<elements.count { elements[index].isBackMatter = true }
  }

  private static func markStart(_ start: Int, before end: Int, in elements: inout [GuionElement]) {
    for index in 0...start { elements[index].isBackMatter = true }
    // The names of the people who made the file.
    for index in start + 1..<min(start + 4, max(end, start + 1))
    where makers.contains(where: elements[index].elementText.hasPrefix) {
      elements[index].isBackMatter = true
    }
  }

  /// In older books in HTML, the line is in one block with the text above it.
  private static let beginnings = [
    "*", "End of", "The Project Gutenberg", "Project Gutenberg's", "The Project Gutenberg's",
  ]
  private static let startLines = [
    "START OF THIS PROJECT GUTENBERG", "START OF THE PROJECT GUTENBERG", "*END*THE SMALL PRINT!",
    "*END THE SMALL PRINT!",
  ]
  private static let endLines = [
    "END OF THIS PROJECT GUTENBERG", "END OF THE PROJECT GUTENBERG",
    "End of the Project Gutenberg E", "End of this Project Gutenberg E", "End of Project Gutenberg",
  ]
  private static let makers = [
    "Produced by", "E-text prepared by", "This etext was", "This eBook was produced",
    "Transcribed ",
    "HTML version by",
  ]
}
