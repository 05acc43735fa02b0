public import Guion
public import Hablare

extension GenerationStore {
  /// The lines of a document as they were stored last, in order, each with its audio.
  ///
  /// Throws what the store throws.
  public func speakableLines(of document: GuionDocumentModel) throws -> [SpeakableLine] {
    try lines(of: document.id).map { line in
      SpeakableLine(line, audioVersions: try records(of: line.id))
    }
  }
}

extension GuionElementModel {
  /// What has been generated of the element and of its lines, the newest first.
  ///
  /// Elements of two documents may have the same id, and then share what belongs to the element itself;
  /// lines never do. Throws what the store throws.
  public func generatedContent(in store: GenerationStore) async throws -> [TypedDataStorage] {
    try await store.content(of: id, in: document.id)
  }
}

extension GenerationStore {
  fileprivate func content(of element: String, in document: String) throws -> [TypedDataStorage] {
    let lines = try lines(of: document).filter { $0.sourceElementID == element }
    let all = try ([element] + lines.map(\.id)).flatMap { try records(of: $0) }
    return all.sorted { $0.createdAt > $1.createdAt }
  }
}
