import Basics

/// The voices whose files are in a folder.
/// If a publisher's list contains a voice, the data of the list is used, above all the digests.
/// Files of voices that are not in a list are installed without checking digests.
struct LocalCatalogue {
  let voices: [OfferedVoice]
  private let files: LocalFiles

  /// Finds the voices among files.
  /// `known` contains the voices of publishers' lists.
  init(_ files: LocalFiles, known: [OfferedVoice]) {
    self.files = files
    var voices = known.compactMap { Self.voice($0, files) }
    let listed = Set(voices.map(\.id))
    for name in files.names {
      guard let voice = Self.piper(name, files) ?? Self.kokoro(name, files),
        !listed.contains(voice.id)
      else { continue }
      voices.append(voice)
    }
    self.voices = voices
  }

  /// Returns a listed voice with those of its files that are available; nil if a required file is
  /// missing.
  private static func voice(_ voice: OfferedVoice, _ files: LocalFiles) -> OfferedVoice? {
    let found = voice.files.filter { !files.candidates(for: $0, of: voice).isEmpty }
    let isComplete = voice.files.allSatisfy { file in
      // Kokoro's model may already be installed, and a voice does not need its card to speak.
      found.contains(file) || VoiceFiles.isShared(file, engine: voice.engine)
        || file.name.hasSuffix(ModelCard.ending)
    }
    let hasOwn = found.contains { !VoiceFiles.isShared($0, engine: voice.engine) }
    return isComplete && hasOwn ? voice.keeping(found) : nil
  }

  /// Returns the Piper voice whose model has this file name; nil if its description is missing or
  /// damaged, or if the file is not a model.
  private static func piper(_ name: String, _ files: LocalFiles) -> OfferedVoice? {
    let id = String(name.dropLast(5))
    guard name.hasSuffix(".onnx"), VoiceName.isSafe(id), let graph = files.files(named: name).first,
      let other = files.files(named: "\(name).json").first(where: { $0.folder == graph.folder }),
      let description = try? PiperVoiceDescription(at: other.path)
    else { return nil }
    let card = [id + ModelCard.ending, OfferedVoice.cardName].flatMap(files.files)
      .first { $0.folder == graph.folder }
    let all = [
      file(name, graph), file("\(name).json", other), card.map { file(id + ModelCard.ending, $0) },
    ]
    return OfferedVoice(
      engine: .piper, id: id, language: description.languageTag ?? "und",
      quality: description.audio.quality, speakers: max(1, description.speakers.count),
      files: all.compactMap(\.self))
  }

  /// Returns the Kokoro voice whose style has this file name; nil if the file is not a style.
  private static func kokoro(_ name: String, _ files: LocalFiles) -> OfferedVoice? {
    let id = String(name.dropLast(4))
    guard name.hasSuffix(".bin"), VoiceName.isSafe(id), let meaning = KokoroName(id),
      let style = files.files(named: name).first, style.bytes == KokoroFiles.styleBytes
    else { return nil }
    let graph = files.files(named: KokoroFiles.modelName).first
    return OfferedVoice(
      engine: .kokoro, id: id, language: meaning.language, gender: meaning.gender,
      licence: .unknown,
      files: [
        graph.map { file(KokoroFiles.modelName, $0) },
        file("\(KokoroFiles.voicesFolder)/\(name)", style),
      ].compactMap(\.self))
  }

  private static func file(_ name: String, _ local: LocalFile) -> OfferedVoice.File {
    OfferedVoice.File(name: name, place: local.name, bytes: local.bytes, digest: nil)
  }
}

extension LocalFiles {
  /// Returns the local files that may be the given file of a voice.
  /// On the hub, the model cards of all voices have the same file name. A voice's card is the card
  /// in the folder of the voice's model.
  func candidates(for file: OfferedVoice.File, of voice: OfferedVoice) -> [LocalFile] {
    let names = [file.place, file.name].compactMap {
      $0.split(separator: "/").last.map(String.init)
    }
    let found = Set(names).sorted().flatMap(files)
    guard names.contains(OfferedVoice.cardName) else { return found }
    let folders = Set(files(named: "\(voice.id).onnx").map(\.folder))
    return found.filter { $0.name != OfferedVoice.cardName || folders.contains($0.folder) }
  }
}
