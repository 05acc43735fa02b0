import Audiobook
import Basics
import Guion
import Hablare
import Narration

/// The voices that `voices install` should install.
///
/// The user requests them by name, by language or with a cast.
struct RequestedVoices {
  private let arguments: Arguments
  private let source: InstallationSource
  private let setup: SpeechSetup

  init(_ arguments: Arguments, _ source: InstallationSource, _ setup: SpeechSetup) {
    (self.arguments, self.source, self.setup) = (arguments, source, setup)
  }

  func voices() async throws -> [OfferedVoice] {
    let language = try RenderOptions.language(arguments)
    let names = try arguments.inputs + namesInCast()
    guard !names.isEmpty || arguments.has(.cast) || language != nil else {
      throw UsageError("voices install needs the name of a voice, --language TAG or --cast FILE")
    }
    // The program's own list is tried first, because it needs no network.
    var catalogue = try source.knownCatalogue()
    let isKnown = language == nil && names.allSatisfy { catalogue.voice($0) != nil }
    if !isKnown { catalogue = try await source.catalogue() }
    var voices = try names.map { name throws(UsageError) in try voice(name, in: catalogue) }
    if let language { voices.append(try recommendedVoice(for: language, in: catalogue)) }
    var seen = Set<VoiceURI>()
    return voices.filter { seen.insert($0.uri).inserted }
  }

  private func voice(
    _ name: String, in catalogue: VoiceCatalogue
  ) throws(UsageError) -> OfferedVoice {
    if let voice = catalogue.voice(name) { return voice }
    let near = catalogue.names(near: name)
    let hint =
      near.isEmpty
      ? "`guion2audio voices available` lists the voices that can be installed"
      : "did you mean \(near.joined(separator: " or "))?"
    throw UsageError("no voice \"\(name.visible)\" can be installed; \(hint)")
  }

  private func recommendedVoice(
    for language: String, in catalogue: VoiceCatalogue
  ) throws(UsageError) -> OfferedVoice {
    if let voice = catalogue.recommendedVoice(for: language) { return voice }
    throw UsageError("--language \(language): no voice for this language can be installed")
  }

  /// Returns the natural voices in the cast that are not installed.
  private func namesInCast() throws -> [String] {
    guard let path = arguments[.cast] else { return [] }
    let installed = InstalledVoices(in: setup.voiceFolders)
    return try cast(path).voiceReferences.map(\.uri).compactMap { uri in
      guard let engine = InstalledVoice.Engine(rawValue: uri.providerId),
        // The voice heart and the voices made from it come with the program.
        engine != .hibari || VoiceCatalogue.shipped.voice(uri.plain.description) != nil,
        installed.voice(uri.voiceId, of: engine) == nil
      else { return nil }
      return uri.plain.description
    }
  }

  /// Returns the cast in a file, and prints the file's diagnostics.
  private func cast(_ path: String) throws -> Cast {
    let bytes: [UInt8]
    do throws(SourceFileError) {
      bytes = try SourceFile.bytes(of: path, limit: .castFile)
    } catch {
      throw CommandFailure(.noInput, "cannot read \(path): \(error.reason)", file: path)
    }
    let reader = CastReader(bytes: bytes, file: path)
    DiagnosticsPrinter(arguments).print(reader.diagnostics)
    guard !reader.diagnostics.contains(where: { $0.severity == .error }) else {
      throw ExitCode.badInput
    }
    return reader.cast
  }
}
