public import Guion
public import Hablare

extension GenerationStore {
  /// The lines of a document as they were stored last, in order, each with its audio; those with one
  /// status, if there is one.
  ///
  /// The audio of a line is what was generated of its words: records of words that it had before are not
  /// among them. Throws what the store throws.
  public func speakableLines(
    of document: GuionDocumentModel, status: SpeakableItemStatus? = nil
  ) throws -> [SpeakableLine] {
    try lines(of: document.id, status: status?.rawValue).map { line in
      SpeakableLine(
        line, audioVersions: try records(of: line.id).filter { $0.prompt == line.text })
    }
  }

  /// Sets how far lines of a document have come, in one transaction.
  ///
  /// Throws what the store throws.
  public func setStatus(
    _ status: SpeakableItemStatus, ofLines ids: [SpeakableLine.ID], in document: GuionDocumentModel
  ) throws {
    try setStatus(status.rawValue, ofLines: ids, in: document.id)
  }

  /// Writes lines of a document in place of all that it has, in one transaction.
  ///
  /// A line that was there with the same words keeps the status that it has now.
  func replaceLines(_ lines: [SpeakableLine], of document: GuionDocumentModel) throws {
    let former = Dictionary(
      try self.lines(of: document.id).map { (FormerLine($0), $0.status) }
    ) { first, _ in first }
    let replaced = lines.map { line in
      var stored = line.stored
      stored.status = former[FormerLine(stored)] ?? stored.status
      return stored
    }
    try saveLines(replaced, of: document.id, replacing: true)
  }
}

/// What makes two lines the same to a listener of one of them.
private struct FormerLine: Hashable {
  var id: String
  var text: String

  init(_ line: StoredLine) { (id, text) = (line.id, line.text) }
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
