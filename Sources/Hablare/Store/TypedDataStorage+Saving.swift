public import FoundationEssentials

extension TypedDataStorage {
  /// Writes the record with its audio to a store, in place of the record of this id if there is one.
  ///
  /// `fileName`, a name for the audio where it is given to people, is kept in the metadata.
  public mutating func saveBinary(
    _ data: Data, to store: GenerationStore, fileName: String? = nil
  ) async throws {
    if let fileName { metadata["fileName"] = .string(fileName) }
    self = try await store.save(self, audio: data)
  }
}
