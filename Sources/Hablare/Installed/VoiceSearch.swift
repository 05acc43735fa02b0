import Basics
public import FoundationEssentials
import Glibc

/// Collects the voices in several folders.
struct VoiceSearch {
  /// The identity of a voice: its engine and its id.
  struct Key: Hashable {
    var engine: InstalledVoice.Engine
    var id: String
  }

  private(set) var voices: [Key: InstalledVoice] = [:]
  private(set) var problems: [InstalledVoiceProblem] = []
  /// Records in folders that do not contain the voice itself.
  /// These records contain the timbres of voices whose own folders cannot be written.
  private var loose: [Key: VoiceRecord] = [:]

  var sortedVoices: [InstalledVoice] {
    let order = InstalledVoice.Engine.allCases
    let rank = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    return voices.values.sorted {
      (rank[$0.engine] ?? 0, $0.id) < (rank[$1.engine] ?? 0, $1.id)
    }
  }

  // MARK: Piper

  /// Adds the Piper voices in a folder.
  /// Each voice consists of `NAME.onnx` and `NAME.onnx.json`.
  mutating func readPiper(in folder: String) {
    for file in FolderListing.names(in: folder).sorted() where file.hasSuffix(".onnx") {
      let (name, path) = (String(file.dropLast(5)), XDGFolders.path(folder, file))
      guard checkName(name, path) else { continue }
      do throws(InstalledVoiceProblem) {
        try addPiper(name, path, in: folder)
      } catch {
        problems.append(error)
      }
    }
    readLooseRecords(of: .piper, in: folder)
  }

  /// Adds the Piper voices at paths that the user has listed: voice files, and folders, which are
  /// searched with their subfolders.
  /// Any file name is accepted, because these voices are neither installed nor removed.
  mutating func readPiper(at paths: [String]) {
    for path in paths {
      var isFolder = false
      if !path.hasPrefix("/") {
        reject(path, "it is not an absolute path")
      } else if !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
        reject(path, "it does not exist")
      } else if isFolder {
        searchPiper(path, depth: 0)
      } else if path.hasSuffix(".onnx") {
        addPiper(at: path)
      } else {
        reject(path, "the name of a voice file ends in .onnx")
      }
    }
  }

  /// The maximum depth of nested folders.
  /// The official list of voices has four, such as `en/en_US/lessac/medium`.
  private static let maximumDepth = 6

  private mutating func searchPiper(_ folder: String, depth: Int) {
    for name in FolderListing.names(in: folder).sorted() where !name.hasPrefix(".") {
      let path = XDGFolders.path(folder, name)
      var isFolder = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      if !isFolder, name.hasSuffix(".onnx") { addPiper(at: path) }
      if isFolder, depth < Self.maximumDepth { searchPiper(path, depth: depth + 1) }
    }
  }

  private mutating func addPiper(at path: String) {
    let folder = Files<FileError>.folder(of: path)
    do throws(InstalledVoiceProblem) {
      try addPiper(InstalledVoiceProblem.voiceName(of: path), path, in: folder)
    } catch {
      problems.append(error)
    }
  }

  private mutating func reject(_ path: String, _ reason: String) {
    problems.append(InstalledVoiceProblem(path: path, reason: reason))
  }

  private mutating func addPiper(
    _ name: String, _ path: String, in folder: String
  ) throws(InstalledVoiceProblem) {
    let key = Key(engine: .piper, id: name)
    guard voices[key] == nil else { return }
    let description = try PiperVoiceDescription(at: path + ".json")
    let (record, recordPath) = try record(key, in: folder)
    add(
      InstalledVoice(
        engine: .piper, id: name, name: name,
        language: description.languageTag ?? record?.language, gender: record?.gender,
        quality: description.audio.quality ?? record?.quality ?? Self.quality(of: name),
        speakers: description.speakers.map { .init(name: $0.name, number: $0.number) },
        sampleRate: description.audio.sample_rate, licence: record?.licence ?? .unknown,
        modelPath: path, modelSHA256: record?.sha256(of: "\(name).onnx"),
        descriptionPath: path + ".json", stylePath: nil, timbres: timbres(key, record),
        record: record, recordPath: recordPath))
  }

  /// Returns the grade at the end of a Piper voice's name, such as `medium`; nil if there is none.
  private static func quality(of name: String) -> String? {
    ["x_low", "low", "medium", "high"].first { name.hasSuffix("-\($0)") }
  }

  // MARK: Kokoro

  /// Adds the Kokoro voices.
  /// Their model, `kokoro-v1.0.onnx`, and their styles can be in different folders.
  mutating func readKokoro(in folders: [String]) {
    let models = folders.map { XDGFolders.path($0, KokoroFiles.modelName) }
    guard let model = models.first(where: FileManager.default.fileExists(atPath:)) else {
      for folder in folders where !KokoroFiles.styles(in: folder).isEmpty {
        problems.append(
          InstalledVoiceProblem(
            path: folder,
            reason: "it contains Kokoro voices, but \(KokoroFiles.modelName) is missing"))
      }
      return
    }
    let digest = KokoroFiles.modelDigest(beside: model)
    for folder in folders {
      for (name, style) in KokoroFiles.styles(in: folder) {
        add(
          kokoro: name, style, in: XDGFolders.path(folder, KokoroFiles.voicesFolder), model, digest)
      }
      readLooseRecords(of: .kokoro, in: XDGFolders.path(folder, KokoroFiles.voicesFolder))
    }
  }

  private mutating func add(
    kokoro name: String, _ style: String, in folder: String, _ model: String,
    _ digest: String?
  ) {
    let key = Key(engine: .kokoro, id: name)
    guard voices[key] == nil, checkName(name, style) else { return }
    do throws(InstalledVoiceProblem) {
      let (record, recordPath) = try record(key, in: folder)
      let meaning = KokoroName(name)
      add(
        InstalledVoice(
          engine: .kokoro, id: name, name: meaning?.shown ?? name,
          language: meaning?.language ?? record?.language,
          gender: meaning?.gender ?? record?.gender,
          quality: record?.quality ?? KokoroFiles.quality, speakers: [],
          sampleRate: KokoroFiles.sampleRate, licence: record?.licence ?? .unknown,
          modelPath: model, modelSHA256: digest, descriptionPath: nil, stylePath: style,
          timbres: timbres(key, record), record: record, recordPath: recordPath))
    } catch {
      problems.append(error)
    }
  }

  // MARK: hibari

  /// Adds the voices of `HibariModel.all` whose models are in the folders.
  mutating func readHibari(in folders: [String]) {
    let kind = InstalledVoice.Engine.hibari
    for folder in folders { readLooseRecords(of: kind, in: XDGFolders.path(folder, kind.rawValue)) }
    for model in HibariModel.all {
      let places = folders.lazy.flatMap { folder in
        model.paths(in: folder).map { (folder, $0) }
      }
      guard
        let (folder, path) = places.first(where: { FileManager.default.fileExists(atPath: $0.1) })
      else { continue }
      add(hibari: model, path, in: XDGFolders.path(folder, kind.rawValue))
    }
  }

  private mutating func add(hibari model: HibariModel, _ path: String, in folder: String) {
    let key = Key(engine: .hibari, id: model.name)
    do throws(InstalledVoiceProblem) {
      let (record, recordPath) = try record(key, in: folder)
      add(
        InstalledVoice(
          engine: .hibari, id: model.name, name: model.name.capitalized, language: model.language,
          gender: model.gender, quality: record?.quality ?? HibariModel.quality, speakers: [],
          sampleRate: HibariModel.sampleRate, licence: HibariModel.licence, modelPath: path,
          modelSHA256: model.sha256, descriptionPath: nil, stylePath: nil,
          timbres: timbres(key, record), record: record, recordPath: recordPath))
    } catch {
      problems.append(error)
    }
  }

  // MARK: Shared by all engines

  private mutating func add(_ voice: InstalledVoice) {
    voices[Key(engine: voice.engine, id: voice.id)] = voice
  }

  private mutating func checkName(_ name: String, _ path: String) -> Bool {
    if VoiceName.isSafe(name) { return true }
    let reason = "its name contains characters other than letters, digits and ._+-"
    problems.append(InstalledVoiceProblem(path: path.visible, reason: reason))
    return false
  }

  private func record(
    _ key: Key, in folder: String
  ) throws(InstalledVoiceProblem) -> (record: VoiceRecord?, path: String) {
    let path = XDGFolders.path(folder, key.id + VoiceRecord.ending)
    guard let record = try VoiceRecord.read(path) else { return (nil, path) }
    guard Key(engine: record.engine, id: record.id) == key else {
      throw InstalledVoiceProblem(path: path, reason: "it is the record of another voice")
    }
    return (record, path)
  }

  private func timbres(_ key: Key, _ record: VoiceRecord?) -> [String: VoiceTimbre] {
    if let record, !record.timbres.isEmpty { return record.timbres }
    return loose[key]?.timbres ?? [:]
  }

  private mutating func readLooseRecords(of engine: InstalledVoice.Engine, in folder: String) {
    for file in FolderListing.names(in: folder).sorted() where file.hasSuffix(VoiceRecord.ending) {
      let key = Key(engine: engine, id: String(file.dropLast(VoiceRecord.ending.count)))
      guard voices[key] == nil, loose[key] == nil else { continue }
      loose[key] = (try? record(key, in: folder))?.record
    }
  }
}

/// The folders that contain natural voices.
public struct VoiceFolders: Sendable, Equatable {
  /// The environment variable that names the folder to install voices into.
  ///
  /// If the variable is not set, voices are installed into `guion2audio/voices` in the user's data
  /// folder.
  public static let variable = "GUION2AUDIO_VOICES"

  /// The folder that voices are installed into.
  public let own: String
  /// All folders, in the order of reading.
  ///
  /// A voice in an earlier folder hides a voice with the same name in a later folder.
  public let all: [String]

  /// Creates the list from given folders.
  ///
  /// Voices are installed into `own`, which is read first.
  public init(own: String, others: [String] = []) {
    self.own = own
    var seen = Set<String>()
    all = ([own] + others).filter { seen.insert($0).inserted }
  }

  /// Creates the list from the environment: `GUION2AUDIO_VOICES`, the user's data folder, the
  /// system's data folders, `GUION2AUDIO_NATURAL`, and the folders of the program itself.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.init(
      environment: environment,
      program: ProgramFolder.realpath(of: "/proc/self/exe").map(ProgramFolder.folder(of:)))
  }

  /// Creates the list for the program in the folder `program`, which is part of an installation or
  /// a build.
  init(environment: [String: String], program: String?) {
    let named = environment[Self.variable].flatMap { $0.isEmpty ? nil : Self.absolute($0) }
    let user = XDGFolders.path(XDGFolders(environment: environment).data, Self.name)
    let listed = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
    let system = (listed ?? "/usr/local/share:/usr/share").split(separator: ":")
      .filter { $0.hasPrefix("/") }.map { XDGFolders.path(String($0), Self.name) }
    let installed = program.map { ["\($0)/../share/\(Self.name)", "\($0)/../../natural"] } ?? []
    let natural = environment["GUION2AUDIO_NATURAL"].flatMap { $0.isEmpty ? nil : [$0] } ?? []
    self.init(own: named ?? user, others: [user] + system + natural + installed)
  }

  private static let name = "guion2audio/voices"

  /// Returns a path as an absolute path.
  /// A relative path is relative to the working folder.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return XDGFolders.path(String(cString: folder), path)
  }
}
