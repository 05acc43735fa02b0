import Audiobook

/// Renders a script or a document to a folder: `RenderBook script.fountain out`.
@main struct RenderBook {
  static func main() async throws {
    let (input, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])
    let speech = SpeechSetup()
    let book = Book(try BookInput(input), speech: speech)
    let outcome = try await book.build(into: folder)
    await speech.shutdown()
    print(outcome.written.joined(separator: "\n"))
  }
}
