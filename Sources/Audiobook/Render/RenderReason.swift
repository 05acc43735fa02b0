public import Narration

/// Why a chapter is rendered, for people to read.
public enum RenderReason: Sendable, Equatable {
  /// No build has made it before.
  case new
  /// All chapters are to be rendered.
  case forced
  /// New takes are asked for.
  case retaken
  /// Words were changed or added from one place to another, or where `isEmpty` taken away near it.
  case words(from: ScriptPlace, to: ScriptPlace, isEmpty: Bool)
  /// Roles, sorted, have other voices; the narrator's name is empty.
  case voices([String])
  /// An item is said in another manner.
  case manner(ScriptPlace)
  case pauses
  /// Other formats or channels, another rate, bitrate or loudness.
  case encoding
  /// Another version of this program or its rules.
  case version
  /// Other versions of the engines of providers, sorted.
  case engines([String])
  /// A file of it is not as it was written.
  case modified(file: String)
  /// A file of it is gone.
  case missing(file: String)
  /// Captions are asked for, and when its words sound was not written down.
  case captions
  /// Another voice stood in for one whose provider was down.
  case degraded
  /// What it was made of was not written down.
  case unknown
}

extension RenderReason {
  /// The reason in words; `documents` are the names of the book's documents, of which several are told
  /// apart.
  public func text(documents: [String] = []) -> String {
    func place(_ place: ScriptPlace) -> String {
      guard documents.count > 1, documents.indices.contains(place.source) else { return "" }
      return " of \(documents[place.source])"
    }
    return switch self {
    case .new: "it is new"
    case .forced: "it is asked for"
    case .retaken: "a new take is asked for"
    case .words(let from, _, true): "words are gone near line \(from.line)\(place(from))"
    case .words(let from, let to, _) where to.source != from.source || to.line <= from.line:
      "line \(from.line)\(place(from)) changed"
    case .words(let from, let to, _): "lines \(from.line) to \(to.line)\(place(from)) changed"
    case .voices(let names):
      (names.count == 1 ? "voice of " : "voices of ")
        + names.map { $0.isEmpty ? "the narrator" : $0 }.joined(separator: ", ") + " changed"
    case .manner(let at): "the manner of line \(at.line)\(place(at)) changed"
    case .pauses: "pauses changed"
    case .encoding: "format, rate, bitrate or loudness changed"
    case .version: "new version"
    case .engines(let ids): "new version of \(ids.joined(separator: ", "))"
    case .modified(let file): "\(file) was modified"
    case .missing(let file): "\(file) is gone"
    case .captions: "captions or a text to read along are new"
    case .degraded: "its own voices are tried again"
    case .unknown: "nothing is known of how it was made"
    }
  }
}

extension RenderReason {
  /// What is different between what a chapter was made of and what it is to be made of; never empty.
  static func differences(
    of read: TableRead, _ new: SoundTrace, from old: SoundTrace
  ) -> [RenderReason] {
    var reasons: [RenderReason] = []
    if new.program != old.program { reasons.append(.version) }
    let engines = changed(new.engines, old.engines)
    if !engines.isEmpty { reasons.append(.engines(engines)) }
    if new.encoding != old.encoding { reasons.append(.encoding) }
    let places = read.passages.flatMap(\.items).map(\.place)
    if let words = changedWords(places, new, old) { reasons.append(words) }
    let voices = changed(new.voices, old.voices)
    if !voices.isEmpty { reasons.append(.voices(voices)) }
    if reasons.isEmpty, let manner = changedManner(places, new, old) { reasons.append(manner) }
    if new.pauses != old.pauses, !reasons.contains(where: \.isAboutWords) {
      reasons.append(.pauses)
    }
    return reasons.isEmpty ? [.unknown] : reasons
  }

  /// The keys that have another value than before, sorted; new ones have changed nothing.
  private static func changed(_ new: [String: String], _ old: [String: String]) -> [String] {
    new.keys.filter { key in old[key].map { $0 != new[key] } ?? false }.sorted()
  }

  private var isAboutWords: Bool { if case .words = self { true } else { false } }

  /// From the first item that differs to the last, seen from both ends.
  private static func changedWords(
    _ places: [ScriptPlace], _ new: SoundTrace, _ old: SoundTrace
  ) -> RenderReason? {
    guard new.words != old.words, let end = places.last else { return nil }
    let (new, old) = (SoundTrace.items(new.words), SoundTrace.items(old.words))
    let shorter = min(new.count, old.count, places.count)
    let head = (0..<shorter).first { new[$0] != old[$0] } ?? shorter
    let tail =
      (0..<shorter - head).first { new[new.count - 1 - $0] != old[old.count - 1 - $0] }
      ?? shorter - head
    let last = new.count - 1 - tail
    guard last >= head, places.indices.contains(last) else {
      let near = head > 0 ? places[head - 1] : end
      return .words(from: near, to: near, isEmpty: true)
    }
    return .words(from: places[head], to: places[last], isEmpty: false)
  }

  private static func changedManner(
    _ places: [ScriptPlace], _ new: SoundTrace, _ old: SoundTrace
  ) -> RenderReason? {
    let pairs = zip(SoundTrace.items(new.manners), SoundTrace.items(old.manners))
    return zip(pairs, places).first { $0.0.0 != $0.0.1 }.map { .manner($0.1) }
  }
}
