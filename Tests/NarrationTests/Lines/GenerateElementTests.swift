import Guion
import Hablare
import HablareTesting
import Narration
import Testing

@Suite struct GenerateElementTests {
  private func element(_ text: String, _ index: Int, in name: String = "a.fountain")
    throws -> GuionElementModel
  {
    let format: DocumentFormat = name.hasSuffix(".md") ? .markdown : .fountain
    let document = GuionDocumentModel(filename: name, string: text, format: format)
    return document.elements[index]
  }

  @Test func `an element is spoken by its format's rules and owns the record`() async throws {
    let tone = ToneVoiceProvider()
    let service = GenerationService(voiceProvider: tone)
    let heading = try element("INT. HALL - DAY\n\nIt is *dark*.\n", 1)
    let result = try await service.generate(
      forElement: heading, providerId: "tone", voiceId: "alto", languageCode: "en")
    #expect(tone.requests.map(\.text) == ["It is dark."])
    let store = try GenerationStore.inMemory()
    let record = try await store.save(result.toTypedDataStorage(), audio: result.audioData)
    #expect(record.owningElement == heading.id)
    #expect(try await heading.generatedContent(in: store).map(\.id) == [result.requestId])
  }

  @Test func `an element with nothing to say is refused`() async throws {
    let service = GenerationService(voiceProvider: ToneVoiceProvider())
    let note = try element("[[not for the ear]]\n\nIt rains.\n", 0)
    await #expect(throws: VoiceProviderError.self) {
      try await service.generate(forElement: note, providerId: "tone", voiceId: "alto")
    }
  }
}
