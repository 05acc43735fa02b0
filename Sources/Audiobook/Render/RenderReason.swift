import Basics
public import Narration

/// The reason why a chapter is rendered, for display.
public enum RenderReason: Sendable, Equatable {
  /// No earlier build has rendered the chapter.
  case new
  /// The user requested that all chapters be rendered.
  case forced
  /// The user requested new takes.
  case retaken
  /// Text was changed or added between two positions. If `isEmpty` is true, text was removed near the
  /// position `from`.
  case words(from: ScriptPosition, to: ScriptPosition, isEmpty: Bool)
  /// These roles have other voices than before. The roles are sorted by name. The narrator's name is empty.
  case voices([String])
  /// An item has another delivery.
  case delivery(ScriptPosition)
  case pauses
  /// The format, channels, sample rate, bit rate or loudness changed.
  case encoding
  /// The version of this program or its rules changed.
  case version
  /// The engine versions of these providers changed. The providers are sorted by id.
  case engines([String])
  /// A file of the chapter has changed since it was written.
  case modified(file: String)
  /// A file of the chapter is missing.
  case missing(file: String)
  /// Captions or read-along files are requested, but timings were not recorded.
  case captions
  /// A fallback voice spoke because a provider was down.
  case degraded
  /// The inputs of the earlier build were not recorded.
  case unknown
}

extension RenderReason {
  /// Returns the reason as text.
  ///
  /// `documents` are the names of the book's documents; if there are several, positions include the name. The name of a PDF
  /// or an office document ends in its extension: then a place is a page and a line, or a paragraph.
  public func text(documents: [String] = []) -> String {
    func file(_ place: ScriptPosition) -> String? {
      documents.indices.contains(place.source) ? documents[place.source] : nil
    }
    func words(_ place: ScriptPosition) -> String {
      PlaceUnit.words(ofLine: place.line, in: file(place))
    }
    func end(_ place: ScriptPosition) -> String {
      documents.count > 1 ? file(place).map { " of \($0)" } ?? "" : ""
    }
    return switch self {
    case .new: "it is new"
    case .forced: "all chapters were requested"
    case .retaken: "a new take was requested"
    case .words(let from, _, true): "text was removed near \(words(from))\(end(from))"
    case .words(let from, let to, _) where to.source != from.source || to.line <= from.line:
      "\(words(from))\(end(from)) changed"
    case .words(let from, let to, _) where PlaceUnit(file: file(from)) == .line:
      "lines \(from.line) to \(to.line)\(end(from)) changed"
    case .words(let from, let to, _): "\(words(from)) to \(words(to))\(end(from)) changed"
    case .voices(let names):
      (names.count == 1 ? "the voice of " : "the voices of ")
        + names.map { $0.isEmpty ? "the narrator" : $0 }.joined(separator: ", ") + " changed"
    case .delivery(let at): "the delivery of \(words(at))\(end(at)) changed"
    case .pauses: "pauses changed"
    case .encoding: "the format, channels, sample rate, bit rate or loudness changed"
    case .version: "the version of guion2audio or of its rules changed"
    case .engines(let ids): "the version of \(ids.joined(separator: ", ")) changed"
    case .modified(let file): "\(file) was modified"
    case .missing(let file): "\(file) is missing"
    case .captions: "captions or read-along text were requested"
    case .degraded: "a fallback voice spoke in the last build; the cast's voices are tried again"
    case .unknown: "the record of the last build is missing"
    }
  }
}

extension RenderReason {
  /// Returns the differences between the recorded and the current inputs of a chapter; never empty.
  static func differences(
    of read: TableRead, _ new: SoundTrace, from old: SoundTrace
  ) -> [RenderReason] {
    var reasons: [RenderReason] = []
    if new.program != old.program { reasons.append(.version) }
    let engines = changed(new.engines, old.engines)
    if !engines.isEmpty { reasons.append(.engines(engines)) }
    if new.encoding != old.encoding { reasons.append(.encoding) }
    let places = read.passages.flatMap(\.items).map(\.position)
    if let words = changedWords(places, new, old) { reasons.append(words) }
    let voices = changed(new.voices, old.voices)
    if !voices.isEmpty { reasons.append(.voices(voices)) }
    if reasons.isEmpty, let delivery = changedDelivery(places, new, old) {
      reasons.append(delivery)
    }
    if new.pauses != old.pauses, !reasons.contains(where: \.isAboutWords) {
      reasons.append(.pauses)
    }
    return reasons.isEmpty ? [.unknown] : reasons
  }

  /// Returns the changed keys, sorted.
  /// New keys are not changes.
  private static func changed(_ new: [String: String], _ old: [String: String]) -> [String] {
    new.keys.filter { key in old[key].map { $0 != new[key] } ?? false }.sorted()
  }

  private var isAboutWords: Bool { if case .words = self { true } else { false } }

  /// Returns the range from the first to the last item with different words; nil if no words differ.
  private static func changedWords(
    _ places: [ScriptPosition], _ new: SoundTrace, _ old: SoundTrace
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

  private static func changedDelivery(
    _ places: [ScriptPosition], _ new: SoundTrace, _ old: SoundTrace
  ) -> RenderReason? {
    let pairs = zip(SoundTrace.items(new.manners), SoundTrace.items(old.manners))
    return zip(pairs, places).first { $0.0.0 != $0.0.1 }.map { .delivery($0.1) }
  }
}
