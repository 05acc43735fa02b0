import Basics
import FoundationEssentials
import Glibc

/// Reads the catalogue: the voices that the program knows, and Piper's list, which is cached for a
/// day.
package struct VoiceCatalogueReader: Sendable {
  /// The time for which a cached list is fresh, in seconds.
  private static let day = 86_400

  private let hub: VoiceHub
  private let downloader: Downloader
  private let cacheFolder: String?
  private let now: @Sendable () -> Int
  private let onNote: @Sendable (String) -> Void

  /// Creates a reader.
  /// If `cacheFolder` is nil, lists are not cached.
  ///
  /// `onNote` is called with notes about a list that could not be downloaded or used.
  package init(
    hub: VoiceHub = VoiceHub(), client: HTTPClient, cacheFolder: String?,
    onNote: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.init(
      hub: hub, downloader: Downloader(client: client), cacheFolder: cacheFolder,
      now: { time(nil) }, onNote: onNote)
  }

  init(
    hub: VoiceHub, downloader: Downloader, cacheFolder: String?, now: @escaping @Sendable () -> Int,
    onNote: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.hub, self.downloader, self.cacheFolder) = (hub, downloader, cacheFolder)
    (self.now, self.onNote) = (now, onNote)
  }

  /// Returns the whole catalogue.
  /// If Piper's list cannot be downloaded, an older cached list is used. If there is no cached
  /// list, throws a `VoiceInstallError`. Throws `CancellationError` if the task is cancelled.
  package func catalogue() async throws -> VoiceCatalogue {
    let cached = cachedList()
    if let cached, cached.isFresh { return merged(cached.list) }
    do {
      let bytes = try await downloader.bytes(at: hub.piperList, limit: .voiceCatalogue)
      guard let list = PiperList(bytes) else {
        throw DownloadError.mismatch(
          address: hub.piperList, reason: "it is not a list of Piper's voices")
      }
      store(bytes)
      return merged(list)
    } catch let error as DownloadError {
      guard let cached else { throw VoiceInstallError(error, manualPath: path) }
      onNote("\(error); using the list from \(cached.age)")
      return merged(cached.list)
    }
  }

  /// Returns the catalogue without using the network: the voices that the program knows, and the
  /// voices of the cached list, however old the list is.
  package func cachedCatalogue() -> VoiceCatalogue {
    cachedList().map { VoiceCatalogue(ShippedVoices.all + $0.list.voices) } ?? .shipped
  }

  private func merged(_ list: PiperList) -> VoiceCatalogue {
    for (name, reason) in list.unusable.sorted(by: { $0.key < $1.key }).prefix(5) {
      onNote("\(name.visible) in \(hub.piperList) is skipped: \(reason)")
    }
    // The program's own entries come first and replace the same entries of Piper's list, because
    // they have SHA-256 digests. Piper's list has only MD5 digests.
    return VoiceCatalogue(ShippedVoices.all + list.voices)
  }

  // MARK: The cached list

  private struct CachedList {
    var list: PiperList
    var isFresh: Bool
    /// The age of the list for users, such as "2 days ago".
    var age: String
  }

  /// The path of the cached list.
  /// Lists from different addresses are cached in different files.
  private var path: String? {
    cacheFolder.map { "\($0)/piper-voices-\(SHA256.hash(hub.piperList).hex.prefix(16)).json" }
  }

  private func cachedList() -> CachedList? {
    guard let path, let status = FileStatus(path),
      let bytes = try? Files<FileError>.contents(
        of: path, limit: InputLimit.voiceCatalogue.maximum),
      let list = PiperList(bytes)
    else { return nil }
    let seconds = now() - status.modified / 1_000_000_000
    // If the file's date is in the future, a clock is wrong, so the list is not fresh.
    return CachedList(
      list: list, isFresh: (0..<Self.day).contains(seconds),
      age: Quantity.count(max(0, seconds) / Self.day, "day") + " ago")
  }

  private func store(_ bytes: [UInt8]) {
    guard let path else { return }
    do throws(FileError) {
      try Files<FileError>.write([bytes], to: path)
    } catch {
      onNote("the list of voices cannot be cached: \(error.path): \(error.reason)")
    }
  }
}

/// The hub's list of Piper's voices: `voices.json`.
/// The list comes from the network, so entries with unsafe names or paths are not used.
struct PiperList: Sendable {
  let voices: [OfferedVoice]
  /// The reasons why entries cannot be used, by the entry's name.
  let unusable: [String: String]

  /// The maximum size of a file in bytes, far more than any voice needs.
  static let maximumBytes = 2_000_000_000

  /// Parses a list.
  /// Nil if the data is not a list of voices.
  init?(_ bytes: [UInt8]) {
    guard let members = JSONValue(bytes)?.members else { return nil }
    var (voices, unusable): ([OfferedVoice], [String: String]) = ([], [:])
    for (key, value) in members {
      do throws(Fault) {
        voices.append(try Self.voice(key, value))
      } catch {
        unusable[key] = error.reason
      }
    }
    guard members.isEmpty || members.values.contains(where: { $0.members != nil }) else {
      return nil
    }
    self.voices = voices.sorted { $0.id < $1.id }
    self.unusable = unusable
  }

  private struct Fault: Error {
    var reason: String
  }

  private static func voice(_ key: String, _ value: JSONValue) throws(Fault) -> OfferedVoice {
    guard VoiceName.isSafe(key) else {
      throw Fault(reason: "its name contains characters other than letters, digits and ._+-")
    }
    guard let code = value["language"]?["code"]?.text,
      LanguageTag.isWellFormed(code.replacing("_", with: "-"))
    else { throw Fault(reason: "it has no language") }
    let listed = value["files"]?.members ?? [:]
    let files = try [".onnx", ".onnx.json", ModelCard.ending].map { ending throws(Fault) in
      try file(key, ending, listed)
    }
    return OfferedVoice(
      engine: .piper, id: key,
      aliases: value["aliases"]?.values?.compactMap(\.text).filter(VoiceName.isSafe) ?? [],
      language: LanguageTag.cased(code.replacing("_", with: "-")),
      languageName: value["language"]?["name_english"]?.text?.visible,
      quality: value["quality"]?.text?.visible,
      speakers: max(1, value["num_speakers"]?.integer ?? 1),
      files: files.compactMap(\.self))
  }

  /// Returns the voice's file with this ending.
  /// Nil if the ending is that of a model card and the voice has no card.
  private static func file(
    _ key: String, _ ending: String, _ listed: [String: JSONValue]
  ) throws(Fault) -> OfferedVoice.File? {
    let isCard = ending == ModelCard.ending
    let name = isCard ? OfferedVoice.cardName : key + ending
    let found = listed.filter { $0.key.split(separator: "/").last.map(String.init) == name }
    guard found.count == 1, let (place, values) = found.first else {
      if isCard, found.isEmpty { return nil }
      throw Fault(reason: "it has \(found.isEmpty ? "no file" : "several files") \(name)")
    }
    guard isPath(place) else { throw Fault(reason: "the path of \(name) leaves the voice folder") }
    guard let bytes = values["size_bytes"]?.integer, (1...maximumBytes).contains(bytes),
      let digest = values["md5_digest"]?.text.flatMap({ FileDigest(hex: $0.lowercased()) })
    else { throw Fault(reason: "size or digest of \(name) is missing") }
    return OfferedVoice.File(name: key + ending, place: place, bytes: bytes, digest: digest)
  }

  /// Returns whether a path stays below the address that it is appended to.
  private static func isPath(_ path: String) -> Bool {
    path.utf8.count < 1000
      && path.split(separator: "/", omittingEmptySubsequences: false)
        .allSatisfy { VoiceName.isSafe(String($0)) }
  }
}

/// The card of a Piper voice: a Markdown page that states the licence of the training data.
struct ModelCard: Sendable {
  /// The ending of the name of the card's file.
  static let ending = ".MODEL_CARD"

  /// The terms of use.
  let licence: VoiceLicence

  /// Parses a card.
  /// The licence is the text after `License:`, or the paragraph below a heading `License`.
  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.filter { !$0.isNewline }).trimmed
    }
    let stated = Self.field(in: lines) ?? Self.section(in: lines)
    licence = stated.map(LicenceReader.licence) ?? .unknown
  }

  private static let keys = ["license", "licence"]

  private static func field(in lines: [String]) -> String? {
    for line in lines {
      let words = String(line.drop { "*-# ".contains($0) })
      guard let colon = words.firstIndex(of: ":"), keys.contains(words[..<colon].lowercased())
      else { continue }
      let value = String(words[words.index(after: colon)...]).trimmed
      if !value.isEmpty { return value }
    }
    return nil
  }

  private static func section(in lines: [String]) -> String? {
    guard
      let heading = lines.firstIndex(where: {
        $0.hasPrefix("#") && keys.contains(String($0.drop { "# ".contains($0) }).lowercased())
      })
    else { return nil }
    let paragraph = lines[(heading + 1)...].drop(while: \.isEmpty).prefix {
      !$0.isEmpty && !$0.hasPrefix("#")
    }
    return paragraph.isEmpty ? nil : paragraph.joined(separator: " ")
  }

  /// Identifies a licence by its text or address.
  enum LicenceReader {
    /// The maximum length of the name of an unknown licence, in characters.
    private static let longest = 200

    /// Returns the licence that a model card states.
    /// If the text names no known licence, the start of the text becomes the licence's name.
    /// Commercial use is then `.no` if the text contains "non-commercial", else `.unknown`.
    static func licence(_ stated: String) -> VoiceLicence {
      let tokens = tokens(of: stated)
      if vague.contains(tokens) { return .unknown }
      if let licence = creativeCommons(tokens) { return licence }
      if let known = names.first(where: { Set($0.tokens).isSubset(of: tokens) }) {
        return VoiceLicence(name: known.name, commercialUse: .yes)
      }
      return VoiceLicence(
        name: String(stated.visible.prefix(longest)),
        commercialUse: tokens.contains("noncommercial") ? .no : .unknown)
    }

    /// Statements that name no licence.
    private static let vague: [[String]] = [
      [], ["unknown"], ["see", "url"], ["n", "a"], ["none"], ["not", "stated"], ["unspecified"],
    ]

    /// Licences that allow commercial use, by words in their names.
    private static let names: [(tokens: [String], name: String)] = [
      (["apache"], "Apache-2.0"), (["unlicense"], "Unlicense"), (["mit"], "MIT"),
      (["public", "domain"], "public domain"),
    ]

    /// Returns the words of a text in lower case.
    /// The words of an address are its scheme, its host and the words of its path.
    private static func tokens(of text: String) -> [String] {
      let words = text.lowercased().replacing("non-commercial", with: "noncommercial")
        .replacing("non commercial", with: "noncommercial")
        .replacing("share-alike", with: "sharealike").replacing("share alike", with: "sharealike")
      return words.split { !$0.isLetter && !$0.isNumber && $0 != "." }.map(withoutDots)
        .filter { !$0.isEmpty }
    }

    /// Returns a word without full stops at its end.
    /// A host is returned without `.org` or `.com`: `unlicense` for `unlicense.org`.
    private static func withoutDots(_ word: Substring) -> String {
      var word = word
      while word.last == "." { word.removeLast() }
      for ending in [".org", ".com"] where word.hasSuffix(ending) {
        word.removeLast(ending.count)
      }
      return String(word)
    }

    // MARK: Creative Commons

    /// The elements of Creative Commons licences with their synonyms, in the order of licence names
    /// such as CC-BY-NC-SA.
    private static let elements: [(name: String, words: Set<String>)] = [
      ("BY", ["by", "attribution"]), ("NC", ["nc", "noncommercial"]),
      ("SA", ["sa", "sharealike"]), ("ND", ["nd", "noderivatives", "noderivs"]),
    ]

    private static func creativeCommons(_ tokens: [String]) -> VoiceLicence? {
      if !Set(["cc0", "zero"]).isDisjoint(with: tokens) {
        return VoiceLicence(name: "CC0-1.0", commercialUse: .yes)
      }
      let isNamed =
        ["cc", "creativecommons"].contains(where: tokens.contains)
        || Set(["creative", "commons"]).isSubset(of: tokens)
      let found = elements.filter { !$0.words.isDisjoint(with: tokens) }.map(\.name)
      guard isNamed, found.first == "BY" else { return nil }
      let version = tokens.first { $0.contains(".") && Double($0) != nil }
      return VoiceLicence(
        name: (["CC"] + found + [version].compactMap(\.self)).joined(separator: "-"),
        commercialUse: found.contains("NC") ? .no : .yes)
    }
  }
}
