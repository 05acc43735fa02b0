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
  /// The kinds of providers that an entry can have.
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
