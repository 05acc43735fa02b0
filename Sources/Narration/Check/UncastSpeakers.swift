import Guion

/// Lines of prose that begin as speeches do, where no cast has a name: the narrator reads them with the names.
struct UncastSpeakers: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    guard script.cast.characters.isEmpty, script.cast.speech.speakerLabels else { return [] }
    return SpeakerNames.likely(in: script.manuscript).map { speaker in
      script.finding(
        .uncastSpeaker,
        "\(speaker.name) looks like a speaker, and the narrator reads the name and the words; `guion2audio "
          + "cast` drafts a cast that gives \(speaker.name) a voice", at: speaker.element)
    }
  }
}
