import Guion
import TestSupport
import Testing

@Suite struct EPUBLanguageTests {
  @Test(arguments: ["und", "mul", "zxx", "C"])
  func `undetermined and special tags are not a language`(_ tag: String) {
    let book = MadeBook("<p>One</p>").with {
      $0.metadata = "<dc:title>A Book</dc:title><dc:language>\(tag)</dc:language>"
    }
    let document = GuionParsedElementCollection(bytes: book.bytes, format: .epub)
    #expect(document.titlePage.map(\.key) == ["title"])
  }
}
