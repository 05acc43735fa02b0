import FoundationEssentials
import Basics

/// The voices found in folders, and the meaning of voice ids.
///
/// A voice id is the name of a model's file without `.onnx`. If the model has several speakers, `/`
/// and a speaker's name or number follow. A file name cannot contain `/`, and `/` needs no escape
/// in a voice's URI: `piper://en_US-libritts-high/p3922`.
struct PiperVoiceCatalog: Sendable {
  /// A model with its description.
  struct Model: Sendable {
    /// The name of the model's file without `.onnx`.
    var name: String
    /// The path of the model's file.
    ///
    /// The description has the same path followed by `.json`.
    var path: String
    var description: PiperVoiceDescription
  }

  /// A parsed voice id.
  struct Resolved: Sendable {
    var model: Model
    /// The speaker's number, or nil for a model with only one speaker.
    var speaker: Int?
  }

  /// The maximum depth of nested folders to search.
  ///
  /// The official list of voices uses four nested folders, such as `en/en_US/lessac/medium`.
  private static let maximumDepth = 6
  /// The maximum size of a description.
  ///
  /// The longest known description lists 904 speakers in 24 kB.
  private static let maximumDescriptionBytes = InputLimit.piperDescription.maximum

  /// The models, sorted by name.
  ///
  /// If two models have the same name, only the model that was found first is kept.
  private(set) var models: [Model] = []
  /// The reasons why voices are unusable, by the model's name or the configured path.
  private(set) var problems: [String: String] = [:]

  /// Finds the voices in `places`: model files, and folders, which are searched recursively.
  init(places: [String]) {
    for place in places {
      let path = UserPath.expanded(place)
      var isFolder = false
      if !path.hasPrefix("/") {
        problems[place] = "\(place) is not an absolute path"
      } else if !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
        problems[place] = "\(path) does not exist"
      } else if isFolder {
        search(path, depth: 0)
      } else {
        add(path)
      }
    }
    models.sort { $0.name < $1.name }
  }

  /// The sample rate of all voices, or nil if their rates differ or there are no voices.
  var commonSampleRate: Int? {
    let rates = Set(models.map(\.description.audio.sample_rate))
    return rates.count == 1 ? rates.first : nil
  }

  /// Returns all voices.
  ///
  /// The voices of a model are in the order of its speakers.
  func voices(providerId: String) -> [Voice] {
    models.flatMap { model in
      let speakers = model.description.speakers
      if speakers.isEmpty { return [voice(model, speaker: nil, providerId: providerId)] }
      return speakers.map { voice(model, speaker: $0.name, providerId: providerId) }
    }
  }

  /// Returns the voice for an id.
  ///
  /// A model's name alone means its default speaker.
  ///
  /// Throws `voiceNotFound` with the nearest ids. If the voice was found but is unusable, throws
  /// `engineUnavailable` with the reason.
  func resolve(_ voiceId: String) throws(VoiceProviderError) -> Resolved {
    let parts = voiceId.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let model = models.first(where: { $0.name == name }) else {
      if let problem = problems[name] { throw .engineUnavailable(problem) }
      if models.isEmpty, let problem = problems.values.min() { throw .engineUnavailable(problem) }
      let suffix = parts.count == 2 ? "/\(parts[1])" : ""
      let near = Spelling.nearest(to: name, among: models.map(\.name))
      throw .voiceNotFound(nearest: near.map { $0 + suffix })
    }
    let speakers = model.description.speakers
    guard parts.count == 2 else {
      let usual = model.description.default_speaker_id ?? 0
      return Resolved(model: model, speaker: speakers.isEmpty ? nil : usual)
    }
    let wanted = String(parts[1])
    if let speaker = speakers.first(where: { $0.name == wanted })
      ?? speakers.first(where: { String($0.number) == wanted })
    {
      return Resolved(model: model, speaker: speaker.number)
    }
    if speakers.isEmpty { throw .voiceNotFound(nearest: [name]) }
    let near = Spelling.nearest(to: wanted, among: speakers.map(\.name))
    throw .voiceNotFound(nearest: near.map { "\(name)/\($0)" })
  }

  private func voice(_ model: Model, speaker: String?, providerId: String) -> Voice {
    let description = model.description
    let title = description.dataset.flatMap { $0.isEmpty ? nil : $0 } ?? model.name
    var labels = ["sampleRate": String(description.audio.sample_rate)]
    labels["dataset"] = description.dataset
    return Voice(
      id: speaker.map { "\(model.name)/\($0)" } ?? model.name,
      name: speaker.map { "\(title), \($0)" } ?? title, providerId: providerId,
      language: description.languageTag, locality: description.language?.country_english,
      quality: description.audio.quality, category: speaker == nil ? "voice" : "speaker",
      labels: labels)
  }

  // MARK: Finding

  private mutating func search(_ folder: String, depth: Int) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      var isFolder = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      if !isFolder, name.hasSuffix(".onnx") { add(path) }
      if isFolder, depth < Self.maximumDepth { search(path, depth: depth + 1) }
    }
  }

  private mutating func add(_ path: String) {
    let file = String(path.split(separator: "/").last ?? "")
    guard file.hasSuffix(".onnx"), file.count > 5 else {
      problems[file] = "\(path) is not a voice: the name of a voice file ends in .onnx"
      return
    }
    let name = String(file.dropLast(5))
    if models.contains(where: { $0.name == name }) { return }
    do {
      let data = try AnswerFile.read("\(path).json", limit: Self.maximumDescriptionBytes)
      let description = try JSONDecoder().decode(PiperVoiceDescription.self, from: data)
      guard (1000...384_000).contains(description.audio.sample_rate) else {
        problems[name] =
          "\(path).json has an invalid sample rate, \(description.audio.sample_rate) Hz"
        return
      }
      models.append(Model(name: name, path: path, description: description))
    } catch let fault as AnswerFile.Fault {
      problems[name] = "\(path).json, which every voice needs, cannot be read: \(fault.reason)"
    } catch {
      problems[name] = "\(path).json is not the description of a Piper voice"
    }
  }
}
