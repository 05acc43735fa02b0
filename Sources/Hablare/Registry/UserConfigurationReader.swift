public import Basics

/// Reads a user's `config.json` and reports all problems at once, with positions and suggested
/// spellings.
public struct UserConfigurationReader {
  /// The configuration, as far as it could be read.
  public internal(set) var configuration = UserConfiguration()
  /// The problems with the file.
  public var diagnostics: [Diagnostic] { values.diagnostics }

  /// Reads typed values and collects the problems with them.
  var values: PlacedValueReader

  /// The options allowed under `defaults`; nil to ignore `defaults`.
  let options: [DefaultableOption]?
  private let kinds: [any ProviderConfiguration.Type]
  /// The source of the advice in diagnostics.
  private let advice: ProviderAdvice

  /// Reads the bytes of a configuration; never throws, because the diagnostics contain the problems.
  ///
  /// `file` is the name of the configuration in diagnostics. `options` are the program's options,
  /// with the allowed form of each default; if nil, `defaults` is ignored. `advice` provides the
  /// advice in diagnostics.
  public init(
    bytes: [UInt8], file: String, options: [DefaultableOption]? = nil,
    advice: ProviderAdvice = .library
  ) {
    self.init(
      bytes: bytes, file: file, options: options, kinds: ProviderKinds.all, advice: advice)
  }

  /// Reads the bytes of a configuration whose providers have the given kinds.
  init(
    bytes: [UInt8], file: String, options: [DefaultableOption]? = nil,
    kinds: [any ProviderConfiguration.Type], advice: ProviderAdvice = .library
  ) {
    self.init(file: file, options: options, kinds: kinds, advice: advice)
    if let root = values.json(bytes) { read(root) }
  }

  /// Reads the configuration of a user.
  ///
  /// If `GUION2AUDIO_CONFIG` names a file, reads that file, which must exist. Otherwise reads
  /// `config.json` in the folder of `ConfigurationFolder`. A missing `config.json` is not an error.
  /// A file that other users could change is not read (`TrustedPath`).
  public static func read(
    environment: [String: String], options: [DefaultableOption]? = nil,
    advice: ProviderAdvice = .library
  ) -> UserConfigurationReader {
    let named = environment["GUION2AUDIO_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    let path = named ?? ConfigurationFolder.path(environment: environment) + "/config.json"
    var reader = UserConfigurationReader(
      file: path, options: options, kinds: ProviderKinds.all, advice: advice)
    do throws(TrustedPath.Exposure) {
      try TrustedPath.check(path)
    } catch {
      reader.values.report("exposed-configuration", error.description(advice: advice))
      return reader
    }
    do throws(FileError) {
      return UserConfigurationReader(
        bytes: try SourceFile.bytes(
          of: FilePath(path), shown: path, limit: .configuration, isRegular: named == nil),
        file: path, options: options, advice: advice)
    } catch {
      if error.isMissing, named == nil { return reader }
      if let limit = error.limit {
        reader.values.report(InputLimit.code, limit.message)
        return reader
      }
      let hint = named == nil ? "" : "; its path is in GUION2AUDIO_CONFIG"
      reader.values.report(
        "unreadable-configuration",
        "the user configuration cannot be read: \(error.reason)\(hint)")
      return reader
    }
  }

  private init(
    file: String, options: [DefaultableOption]?, kinds: [any ProviderConfiguration.Type],
    advice: ProviderAdvice
  ) {
    (self.options, self.kinds, self.advice) = (options, kinds, advice)
    values = PlacedValueReader(file: file)
  }

  private mutating func read(_ root: JSONNode) {
    let place = "the user configuration"
    for member in values.members(root, place, keys: ["providers", "defaults"]) ?? [] {
      switch member.key {
      case "providers": providers(member.value)
      default: defaults(member.value)
      }
    }
  }

  private mutating func providers(_ node: JSONNode) {
    for member in values.uniqueMembers(node, "providers") ?? [] {
      guard ProviderSettings.isWellFormed(id: member.key) else {
        values.report(
          "bad-provider-id",
          "\"\(member.key)\" cannot be the id of a provider, because a voice is written ID://VOICE; use "
            + "only letters, digits, -, _ and .", at: member.keyPosition)
        continue
      }
      var entry = ProviderEntryReader(
        id: member.key, node: member.value, values: values, advice: advice)
      if let settings = entry.read(kinds) { configuration.providers.append(settings) }
      values = entry.values
    }
    configuration.providers.sort { $0.id < $1.id }
  }
}

extension UserConfigurationReader {
  mutating func defaults(_ node: JSONNode) {
    guard let options else { return }
    for member in values.uniqueMembers(node, "defaults") ?? [] {
      guard let option = options.first(where: { $0.name == member.key }) else {
        reportUnknown(member, options)
        continue
      }
      guard let form = option.form else {
        values.report(
          "unknown-key", "--\(option.name) applies to one run only and cannot have a default",
          at: member.keyPosition)
        continue
      }
      if let text = typed(member.value, option.name, form) {
        configuration.defaults[option.name] = text
      }
    }
  }

  private mutating func reportUnknown(
    _ member: JSONNode.Member, _ options: [DefaultableOption]
  ) {
    let name = member.key
    let known = options.filter { $0.form != nil }.map(\.name)
    // If the key begins with dashes, as on the command line, the hint ignores the dashes.
    let bare = String(name.drop { $0 == "-" })
    let hint = PlacedValueReader.hint(for: bare, among: known)
    values.report(
      "unknown-key", "\"\(name)\" cannot have a default; \(hint)",
      at: member.keyPosition)
  }

  /// Returns a value as typed on the command line; nil if a flag is off or the value is not valid.
  private mutating func typed(
    _ node: JSONNode, _ name: String, _ form: DefaultableOption.Form
  ) -> String? {
    switch form {
    case .flag: return values.bool(node, name) == true ? "" : nil
    case .path: return path(node, name)
    case .word(let words): return word(node, name, words)
    case .words(let words): return list(node, name, words)
    case .integer(let range): return integer(node, name, range)
    case .number(let range):
      return values.number(node, name, in: range).map(PlacedValueReader.short)
    case .wordOrNumber(let words, let range):
      if case .number = node.value {
        return values.number(node, name, in: range).map(PlacedValueReader.short)
      }
      let limits =
        "\(PlacedValueReader.short(range.lowerBound)) to \(PlacedValueReader.short(range.upperBound))"
      return word(node, name, words, orNumberFrom: limits)
    case .size: return size(node, name)
    case .voice: return voice(node, name)
    case .language: return values.languageTag(node, name)
    }
  }

  private mutating func path(_ node: JSONNode, _ name: String) -> String? {
    guard let text = values.string(node, name) else { return nil }
    if text.hasPrefix("/") || text.hasPrefix("~/") { return text }
    values.report("bad-path", "\(name) must begin with / or ~/", at: node.position)
    return nil
  }

  private mutating func size(_ node: JSONNode, _ name: String) -> String? {
    if case .number = node.value {
      return values.integer(node, name, in: 0...Double(1 << 53)).map { String($0) }
    }
    guard let text = values.string(node, name) else { return nil }
    let digits = text.last.map { "KMGTkmgt".contains($0) } == true ? text.dropLast() : text[...]
    if Int(digits) ?? -1 >= 0, digits.utf8.count <= 12 { return text }
    values.report(
      "unknown-value", "\(name) must be a size such as \"500M\" or \"10G\"", at: node.position)
    return nil
  }

  private mutating func integer(
    _ node: JSONNode, _ name: String, _ range: ClosedRange<Double>
  ) -> String? {
    values.integer(node, name, in: range).map { String($0) }
  }

  private mutating func word(
    _ node: JSONNode, _ name: String, _ words: [String], orNumberFrom limits: String? = nil
  ) -> String? {
    let number = limits.map { " or a number from \($0)" } ?? ""
    guard case .string(let text) = node.value else {
      let all = words.map { "\"\($0)\"" }.joined(separator: " or ")
      values.wrongType(node, name, all + number)
      return nil
    }
    return check(text, node, name, words, number) ? text : nil
  }

  private mutating func list(_ node: JSONNode, _ name: String, _ words: [String]) -> String? {
    var items: [(text: String, node: JSONNode)] = []
    switch node.value {
    case .string(let text):
      items = text.split(separator: ",", omittingEmptySubsequences: false).map { item in
        (item.split(separator: " ").joined(separator: " "), node)
      }
    case .array(let nodes):
      for node in nodes {
        guard let text = values.string(node, "an entry of \(name)") else { return nil }
        items.append((text, node))
      }
    default:
      values.wrongType(node, name, "words such as \"\(words[0])\" or a list of them")
      return nil
    }
    if items.isEmpty {
      values.report("empty-value", "\(name) must not be empty", at: node.position)
    }
    // Every item is checked, so that all problems are reported.
    let wrong = items.filter { !check($0.text, $0.node, name, words) }
    return wrong.isEmpty && !items.isEmpty ? items.map(\.text).joined(separator: ",") : nil
  }

  private mutating func check(
    _ text: String, _ node: JSONNode, _ name: String, _ words: [String], _ number: String = ""
  ) -> Bool {
    if words.contains(text) { return true }
    let nearest = Spelling.nearest(to: text, among: words, limit: 1).first
    let hint =
      nearest.map { "did you mean \"\($0)\"?" }
      ?? "known: \(words.joined(separator: ", "))\(number)"
    values.report(
      "unknown-value", "\"\(text)\" is not a value of \(PlacedValueReader.quoted(name)); \(hint)",
      at: node.position)
    return false
  }

  private mutating func voice(_ node: JSONNode, _ name: String) -> String? {
    guard let text = values.string(node, name) else { return nil }
    do throws(VoiceURIError) {
      return try VoiceURI.requested(text).description
    } catch {
      values.report("bad-voice", error.description, at: node.position)
      return nil
    }
  }
}

/// An option of the command, with the form of its value under `defaults` in a user's configuration.
public struct DefaultableOption: Sendable {
  /// The allowed form of an option's value.
  public enum Form: Sendable {
    /// No value: the option is either given or not.
    case flag
    /// A path that begins with `/` or `~/`, so that it does not depend on the working directory.
    case path
    /// One of these words.
    case word([String])
    /// Some of these words, separated by commas or as a list.
    case words([String])
    /// A whole number.
    case integer(ClosedRange<Double>)
    /// A number.
    case number(ClosedRange<Double>)
    /// One of these words, or a number.
    case wordOrNumber([String], ClosedRange<Double>)
    /// A size in bytes: a whole number, optionally followed by `K`, `M`, `G` or `T`.
    case size
    /// A voice's URI.
    case voice
    /// A language tag.
    case language
  }

  /// The name, without dashes.
  public var name: String
  /// The form of the value; nil if the option applies to one run only and cannot have a default.
  public var form: Form?

  /// Creates an option.
  public init(name: String, form: Form?) {
    (self.name, self.form) = (name, form)
  }
}
