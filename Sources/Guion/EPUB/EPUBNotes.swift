import Basics

/// The elements of a book that are notes, and the links that lead to them.
/// A link leads to a note if the link's type says so, or if the link looks like a note reference. A note
/// reference is a number, a letter or a symbol. It is raised, is in brackets, or has "note" or "fn" in
/// its id, class or target.
/// A link from a note back to the text looks the same. Such a link is recognized because it is inside
/// a note, or because its target is a note reference.
struct EPUBNotes {
  /// The numbers of the notes in the order of the first links to them, from 1.
  private(set) var numbers: [EPUBLink: Int] = [:]
  /// The label of the first link to each note, such as "1" or "*".
  private(set) var labels: [String] = []
  /// The ids of the links to notes.
  /// A link to one of these ids leads back to the text.
  private(set) var references: Set<EPUBLink> = []

  var isEmpty: Bool { numbers.isEmpty }

  /// Finds the notes; `surveys` are the surveys of the pages in reading order.
  init(_ surveys: [EPUBNoteSurvey]) {
    var places: Set<EPUBLink> = []
    for survey in surveys { places.formUnion(survey.places) }
    for candidate in surveys.lazy.flatMap(\.candidates) {
      guard places.contains(candidate.target), !references.contains(candidate.target),
        !candidate.around.contains(where: { numbers[$0] != nil })
      else { continue }
      references.formUnion(candidate.own)
      guard numbers[candidate.target] == nil else { continue }
      numbers[candidate.target] = numbers.count + 1
      labels.append(candidate.label)
    }
  }
}

/// Finds the links of a page that may lead to notes, and the elements that may be notes.
final class EPUBNoteSurvey: XMLReceiver {
  /// A link that may lead to a note.
  struct Candidate {
    var target: EPUBLink
    var label: String
    /// The ids of the link and of the inline elements around it.
    var own: [EPUBLink]
    /// The ids of the link and of all elements around it.
    /// If one of them is the id of a note, the link leads back to the text.
    var around: [EPUBLink]
  }

  private(set) var candidates: [Candidate] = []
  /// The ids of the elements that may be notes.
  private(set) var places: Set<EPUBLink> = []
  /// The language that the page declares.
  private(set) var language: String?
  /// Whether the whole page is the cover.
  private(set) var isCover = false

  private struct Frame {
    var name: String
    var id: String?
    var isBlock: Bool
    var canBeNote: Bool
    var hasWords = false
  }

  private let path: String
  private var frames: [Frame] = []
  private var skipped = 0
  /// The open link: its depth, its target and its text.
  /// `isNote` says whether the link's type is a note reference. `isRaised` says whether the link is
  /// raised or has a name such as "note".
  private var link: (depth: Int, target: EPUBLink, words: [UInt8], isNote: Bool, isRaised: Bool)?

  init(_ path: String) { self.path = path }

  var isDone: Bool { false }

  func start(_ own: XMLTag) {
    if skipped > 0 {
      skipped += 1
      return
    }
    let tag = XHTMLTag(own)
    if tag.name == "html" { language = own["lang"] ?? language }
    if tag.name == "body", tag.types.contains("cover") { isCover = true }
    if tag.isUnread {
      skipped = 1
      return
    }
    frames.append(
      Frame(name: tag.name, id: tag.id, isBlock: tag.isBlock, canBeNote: tag.canBeNote))
    if let id = tag.id, canBeNote(tag) { places.insert(EPUBLink(path: path, fragment: id)) }
    if tag.name == "a", link == nil, let href = own["href"],
      let target = EPUBLink(href, from: path), target.fragment != nil
    {
      let names = [own["class"], own["id"], own["rel"], target.fragment].compactMap {
        $0?.lowercased()
      }
      let isNamed = names.contains { name in
        ["note", "fn", "ftn"].contains { name.contains($0) }
      }
      link = (
        frames.count, target, [], tag.isNoteReference,
        isNamed || frames.contains { $0.name == "sup" }
      )
    } else if tag.name == "sup", link != nil {
      link?.isRaised = true
    }
  }

  /// Whether an element with an `id` may be a note: a block, or an element at the start of a block.
  private func canBeNote(_ tag: XHTMLTag) -> Bool {
    if tag.isBlock { return tag.canBeNote }
    guard let block = frames.last(where: \.isBlock) else { return false }
    return block.canBeNote && !block.hasWords
  }

  func text(_ text: Bytes) {
    guard skipped == 0, !text.trimmed(0..<text.count).isEmpty else { return }
    if let block = frames.lastIndex(where: \.isBlock) { frames[block].hasWords = true }
    link?.words.append(contentsOf: text)
  }

  func end(at offset: Int) {
    if skipped > 0 {
      skipped -= 1
      return
    }
    if let link, link.depth == frames.count { close(link) }
    _ = frames.popLast()
  }

  private func close(
    _ link: (depth: Int, target: EPUBLink, words: [UInt8], isNote: Bool, isRaised: Bool)
  ) {
    self.link = nil
    let words = String(decoding: link.words, as: UTF8.self).inOneLine ?? ""
    let label = String(words.filter { !"[](){}".contains($0) })
    let isBracketed = label.utf8.count < words.utf8.count
    guard link.isNote || Self.isLabel(label) && (link.isRaised || isBracketed) else { return }
    let places = { (frame: Frame) in frame.id.map { EPUBLink(path: self.path, fragment: $0) } }
    let own = frames.reversed().prefix { !$0.isBlock }.compactMap(places)
    candidates.append(
      Candidate(
        target: link.target, label: label, own: own, around: frames.compactMap(places)))
  }

  /// Whether a text can label a note: up to four digits, up to four note symbols, or one letter.
  private static func isLabel(_ text: String) -> Bool {
    guard 1...4 ~= text.count else { return false }
    return text.allSatisfy(\.isNumber) || text.allSatisfy { "*†‡§¶‖#".contains($0) }
      || text.count == 1 && text.allSatisfy(\.isLetter)
  }
}
