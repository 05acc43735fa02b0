public import Guion
public import Hablare

extension GenerationService {
  /// Speaks an element of a document as the command would: with the rules of its format, and without
  /// what is not read aloud.
  ///
  /// The result's record belongs to the element (`GuionElementModel.generatedContent(in:)`). Throws
  /// `VoiceProviderError.invalidRequest` for an element that has nothing to say, such as a note, and
  /// otherwise as `generate(text:…)` does.
  public func generate(
    forElement element: GuionElementModel, providerId: String, voiceId: String,
    voiceName: String? = nil, languageCode: String? = nil, options: VoiceOptions = VoiceOptions(),
    cleaning: Cleaning? = nil
  ) async throws -> GenerationResult {
    let language = LanguageCodeResolver.resolve(languageCode)
    let cleaning = cleaning ?? .rules(element.document.parsed.format)
    let text = cleaning.words(
      of: element.element, voice: VoiceURI(providerId: providerId, voiceId: voiceId),
      languageCode: language)
    guard !text.isEmpty else {
      throw VoiceProviderError.invalidRequest(
        "the element, \(element.elementType), has nothing to say")
    }
    var result = try await generate(
      text: text, providerId: providerId, voiceId: voiceId, voiceName: voiceName,
      languageCode: language, options: options)
    result.owningElement = element.id
    return result
  }
}
