import Guion
import TestSupport
import Testing

@Suite struct EPUBLanguageTests {
  @Test(arguments: ["und", "mul", "zxx", "C"])
  func `a language that nobody has named is none`(_ tag: String) {
    let book = MadeBook("<p>One</p>").with {
      $0.metadata = "<dc:title>A Book</dc:title><dc:language>\(tag)</dc:language>"
    }
    let document = GuionParsedElementCollection(bytes: book.bytes, format: .epub)
    #expect(document.titlePage.map(\.key) == ["title"])
  }
}
