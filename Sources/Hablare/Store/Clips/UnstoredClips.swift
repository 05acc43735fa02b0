import FoundationEssentials

/// The clips of a run that its cache could not store.
///
/// They are kept so that the run does not pay for them twice.
///
/// The clips are in a temporary folder. A clip that cannot be written to this folder is in memory.
/// All these clips are removed at the end of the run.
struct UnstoredClips {
  private var folder: PrivateFolder?
  private var filed: Set<String> = []
  private var inMemory: [String: VoiceEngineOutput] = [:]

  /// The number of clips.
  var count: Int { filed.count + inMemory.count }

  /// Keeps a clip for the rest of the run.
  mutating func add(_ output: VoiceEngineOutput, as name: String) {
    if folder == nil { folder = try? PrivateFolder() }
    do {
      guard let folder else { throw StoreError.diskFull(file: name) }
      let pieces = try ClipFile.pieces(of: output, key: name, from: nil)
      _ = try ClipFolder(path: folder.path).write(pieces, as: name)
      filed.insert(name)
    } catch {
      inMemory[name] = output
    }
  }

  /// Returns the clip for the first of these names that has a clip; nil if no name has a clip.
  func first(of names: [String]) -> VoiceEngineOutput? {
    for name in names {
      if let output = inMemory[name] { return output }
      guard let folder, filed.contains(name) else { continue }
      let data = try? ClipFolder(path: folder.path).read(name)
      if let output = data.flatMap({ ClipFile.output(in: $0, key: name) }) { return output }
    }
    return nil
  }

  /// Removes clips, for example because their audio is unusable.
  mutating func remove(_ names: [String]) {
    for name in names {
      inMemory[name] = nil
      filed.remove(name)
    }
  }
}
