import Guion
import HablareStore
import Narration
import Testing

/// Tests of the ids of lines that apps have stored.
///
/// Each expected id was recorded when it was first released, and must not change.
@Suite struct PinnedLineTests {
  @Test func `lines keep their ids`() {
    let document = GuionDocumentModel(
      filename: "tide.fountain", string: "INT. HALL - DAY\n\nANN\nOne.\n", format: .fountain)
    let lines = ScreenplayToSpeechProcessor().lines(of: document)
    #expect(
      lines.map(\.id)
        == [
          "96a6a9b7d64537155fa21e19723553b1e6be48f1446e05b4ff277ad7f489dcd4",
          "63caffa74fc0d4f005991b401225a57e82305f070cbf77efa86c671806a7b5ab",
          "f6d749d6cc5fa50e38d871416c868d2c37d179103c0e1c7b77389ac540b93a62",
        ])
  }
}
