import Guion

/// Lines of prose that look like speeches, in a book whose cast lists no names.
/// The narrator reads these lines, including the names.
struct UncastSpeakers: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    guard script.cast.characters.isEmpty, script.cast.speech.speakerLabels else { return [] }
    return SpeakerNames.likely(in: script.manuscript).map { speaker in
      script.finding(
        .uncastSpeaker,
        "\(speaker.name) looks like a speaker, but the narrator reads the name and the words; run "
          + "`guion2audio cast` to draft a cast that gives \(speaker.name) a voice",
        at: speaker.element)
    }
  }
}
