import Guion
import Testing

/// Tests of ids that apps have stored.
///
/// Each expected id was recorded when it was first released, and must not change.
@Suite struct PinnedIdentityTests {
  private static let script = """
    Title: Tide

    INT. HALL - DAY

    ANN (V.O.)
    One.

    ANN
    One.

    INT. HALL - DAY

    > CUT TO:

    """

  @Test func `elements, scenes and documents keep their ids`() {
    let document = GuionDocumentModel(string: Self.script, format: .fountain)
    #expect(
      document.id
        == "973624bdfcfdd240e6f0635a5716608be93bbf16585a26e9daad14b28e4b58ae")
    #expect(
      GuionDocumentModel(filename: "tide.fountain", string: "", format: .fountain).id
        == "4b71bf983d69caf175da29852c9e91940059587f8bc4bf236817770679cd9cf8")
    #expect(
      document.elements.map(\.id)
        == [
          "24f21c4e67a1a50deabb2e1a5a52ce096346b4722c4fd66b4c12c345a3fa5bb5",
          "2158e8a59c9dc0a239179574b6a71bf964c57f42ed2094696c8490915ebd11b8",
          "82062db45842281b24357aa7c0fe1fb0264d77902761836cec839eab710f87bc",
          "157e6c32361f15c7a0bf379c899d8eb78cf242d27a363151df75d5c1d5ecb119",
          "268682ef4f4181e789245e5846c7b0b5383936e316f84b2262481bd6e30e4006",
          "964a2abf926eea5ce3948ea208f969eed400457ec0b1a0d513081207a930c36d",
          "30502dff3c32d4231404f1caedf7f3412cee06c4431d31ee1ab035de6a7d36df",
        ])
    #expect(
      document.elements.compactMap(\.element.sceneId)
        == [
          "3df2fe202dd1f5ae0938d77c5131073ffb92b72a1628cedfd47ea338728495a5",
          "2f9717636a02fee8d3ea6a7f048831e418637b934ed3df4fe8d9ee751d4bd07c",
        ])
  }
}
