import Basics
import Audiobook
import Hablare
import Narration

/// A change that a page requests.
struct EditRequest: Decodable {
  enum Kind: String, Decodable {
    case voice, setting, alias, unalias, discard, pause, say, unsay, unbind, uncover, title, author
  }

  var kind: Kind
  var role: String?
  var voice: String?
  var name: String?
  var value: Double?
  var text: String?
  var say: String?
  var ipa: String?
  var character: String?

  /// Returns the changes, or throws an error that explains why they are not possible.
  /// If the cast file gets its first voice for a role, the entry also keeps what the role has without it: the voices of
  /// passages in other languages, and what the front matter says.
  func edits(in view: StudioView) throws(StudioError) -> [CastEdit] {
    let edit = try edit(in: view)
    guard kind == .voice || kind == .setting, let role else { return [edit] }
    let languages = view.unnamedPassageVoices(of: role)
    return view.inherits(role) || !languages.isEmpty
      ? [edit, .languages(role: role, languages)] : [edit]
  }

  /// `view` has the current voices of the roles.
  func edit(in view: StudioView) throws(StudioError) -> CastEdit {
    switch kind {
    case .voice:
      let role = try role(in: view)
      do throws(VoiceURIError) {
        return .voice(role: role, try VoiceURI.requested(voice ?? ""))
      } catch {
        throw .impossible("\(error)")
      }
    case .setting:
      let role = try role(in: view)
      guard let setting = name.flatMap(CastEdit.VoiceSetting.init),
        let current = view.book.plan.cast[role]
      else { throw .impossible("There is no setting \"\(name ?? "")\".") }
      if let value, !value.isFinite { throw .impossible("\(setting.rawValue) needs a number.") }
      return .setting(role: role, setting, value.map(Self.rounded), voice: current)
    case .alias:
      let (owner, other) = (try role(in: view), name ?? "")
      guard !owner.isEmpty, !other.isEmpty, owner != other, view.book.plan.cast[other] != nil
      else { throw .impossible("\"\(other)\" cannot be another name of \"\(owner)\".") }
      return .alias(other, of: view.character(owner))
    case .unalias:
      let owner = view.character(try role(in: view))
      guard let name, owner.aliases.contains(name) else {
        throw .impossible("\"\(name ?? "")\" is not another name of \"\(owner.name)\".")
      }
      return .noAlias(name, of: owner)
    case .discard:
      guard let name, !name.isEmpty, view.book.plan.cast[name] == nil,
        view.book.cast.characters.contains(where: { $0.name == name })
      else { throw .impossible("\"\(name ?? "")\" is not an unused name of the cast.") }
      return .noRole(name)
    case .pause:
      guard let name, Pauses.Key(rawValue: name) != nil else {
        throw .impossible("There is no pause \"\(name ?? "")\".")
      }
      guard (0...Double(Pauses.longest)).contains(value ?? 0) else {
        throw .impossible("A pause is 0 to \(Pauses.longest) milliseconds long.")
      }
      return .pause(name, value.map { Int($0.rounded()) })
    case .say:
      guard let text = text?.trimmed, !text.isEmpty else { throw .impossible("Mark a word first.") }
      let (say, ipa) = (Self.filled(say), Self.filled(ipa))
      guard say != nil || ipa != nil else {
        throw .impossible("Write how \"\(text)\" is pronounced, in words or in IPA.")
      }
      return .pronunciation(
        Pronunciation(text: text, say: say, ipa: ipa, character: Self.filled(character)))
    case .unbind:
      guard let name, view.sounds.contains(where: { $0.name == name }) else {
        throw .impossible("The script asks for no sound \"\(name ?? "")\".")
      }
      return .sound(name, nil)
    case .uncover: return .cover(nil)
    case .title, .author:
      let isTitle = kind == .title
      let name = isTitle ? "title" : "author"
      guard (isTitle ? view.book.options.title == nil : view.book.options.authors == nil) else {
        throw .impossible("The \(name) was named when the studio was started (--\(name)).")
      }
      let text = Self.filled(text)
      guard (text ?? "").utf8.count <= InputLimit.title.maximum else {
        throw .impossible(InputLimit.title.message(of: "The \(name)"))
      }
      if isTitle { return .title(text) }
      return .authors((text ?? "").split(separator: ";").map(\.trimmed).filter { !$0.isEmpty })
    case .unsay: return .noPronunciation(text: text ?? "", character: Self.filled(character))
    }
  }

  /// The name of the change in the history.
  var title: String {
    let role = (role ?? "").isEmpty ? "the narrator" : role ?? ""
    return switch kind {
    case .voice: "voice of \(role)"
    case .setting: "\(name ?? "setting") of \(role)"
    case .alias: "\(name ?? "") is the same as \(role)"
    case .unalias: "\(name ?? "") is not the same as \(role)"
    case .discard: "\(name ?? "") removed from the cast"
    case .pause: "pause \"\(name ?? "")\""
    case .unbind: "file of the sound \"\(name ?? "")\""
    case .uncover: "cover of the book"
    case .title: "title of the book"
    case .author: "author of the book"
    case .say: "pronunciation of \"\(text ?? "")\""
    case .unsay: "removed pronunciation of \"\(text ?? "")\""
    }
  }

  private func role(in view: StudioView) throws(StudioError) -> String {
    guard let role, view.book.plan.cast[role] != nil else {
      throw .impossible("There is no role \"\(role ?? "")\".")
    }
    return role
  }

  /// Rounds a setting to three decimal places, because smaller differences are inaudible.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  private static func filled(_ text: String?) -> String? {
    text.map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension StudioView {
  /// Returns the cast entry of a role, or an empty entry if the cast has no entry for the role.
  fileprivate func character(_ name: String) -> Cast.Character {
    book.cast.characters.first { $0.name == name } ?? Cast.Character(name: name)
  }

  /// Whether the front matter of the script has an entry for a role, and the cast file has none.
  fileprivate func inherits(_ name: String) -> Bool {
    let file = book.cast.characterPositions[name]?.file
    return file != nil && book.paths.contains { $0 == file }
  }

  /// Returns the voices of a role's passages in other languages, if the cast names no voice for the role.
  /// A voice that the cast names would speak the passages itself.
  fileprivate func unnamedPassageVoices(of name: String) -> [String: VoiceURI] {
    let own = name.isEmpty ? book.cast.narrator : character(name).voice
    guard own == nil, book.cast.defaultVoice == nil else { return [:] }
    return book.plan.passageVoices[name] ?? [:]
  }
}
