public import Guion
public import Hablare

extension GenerationStore {
  /// Returns the stored lines of a document in order, each with its audio.
  ///
  /// If `status` is not nil, returns only the lines with this status.
  ///
  /// The audio of a line was generated for the line's current text. Audio for earlier texts is left out. Throws the
  /// errors of the store.
  public func speakableLines(
    of document: GuionDocumentModel, status: SpeakableItemStatus? = nil
  ) throws -> [SpeakableLine] {
    try lines(of: document.id, status: status?.rawValue).map { line in
      SpeakableLine(
        line, audioVersions: try records(of: line.id).filter { $0.prompt == line.text })
    }
  }

  /// Sets the status of lines of a document, in one transaction.
  ///
  /// Throws the errors of the store.
  public func setStatus(
    _ status: SpeakableItemStatus, ofLines ids: [SpeakableLine.ID], in document: GuionDocumentModel
  ) throws {
    try setStatus(status.rawValue, ofLines: ids, in: document.id)
  }

  /// Replaces all lines of a document, in one transaction.
  ///
  /// A line that is already stored with the same text keeps its status.
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

/// The properties by which a new line matches a stored line.
private struct FormerLine: Hashable {
  var id: String
  var text: String

  init(_ line: StoredLine) { (id, text) = (line.id, line.text) }
}

extension GuionElementModel {
  /// Returns all content that was generated for the element and its lines, the newest first.
  ///
  /// Elements of two documents can have the same id. Such elements share the content that belongs to the element
  /// itself, but never the content of lines. Throws the errors of the store.
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
