import Basics
import Hablare
import Narration

/// The terms of use of a book's voices.
enum VoiceLicences {
  /// Returns the licences of the natural voices.
  /// Each key is a voice without its settings.
  static func licences(
    of voices: [VoiceURI], in directory: VoiceDirectory
  ) async -> [VoiceURI: VoiceLicence] {
    var licences: [VoiceURI: VoiceLicence] = [:]
    for id in directory.naturalIds {
      let own = Set(voices.filter { $0.providerId == id }.map(\.plain))
      guard !own.isEmpty,
        let listed = try? await directory.provider(id)?.fetchVoices(languageCode: "")
      else { continue }
      for uri in own {
        // If a voice has several speakers and `uri` names no speaker, the licence of the first speaker is used.
        let voice = listed.first { $0.id == uri.voiceId || $0.id.hasPrefix("\(uri.voiceId)/") }
        licences[uri] = voice.flatMap { VoiceLicence(of: $0) }
      }
    }
    return licences
  }

  /// Returns findings about voices that must not be used commercially, or whose commercial terms are unknown.
  static func findings(in plan: BookPlan, _ cast: Cast) -> [Diagnostic] {
    let findings = plan.licences.sorted { $0.key.description < $1.key.description }
      .compactMap { voice, licence -> Diagnostic? in
        guard licence.commercialUse != .yes else { return nil }
        let reference = cast.voiceReferences.first { $0.uri.plain == voice }
        let isBarred = licence.commercialUse == .no
        let code: LintCode = isBarred ? .nonCommercialVoice : .unknownLicence
        return Diagnostic(
          code: code.name, severity: code.severity ?? .note,
          message: isBarred
            ? "the licence of \(voice) does not allow commercial use (\(licence.name))"
            : "it is unknown whether \(voice) may be used commercially (licence: \(licence.name))",
          file: reference?.file, position: reference?.position)
      }
    return cast.lint.applied(to: findings)
  }
}
