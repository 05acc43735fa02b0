import Basics
package import Guion
import Narration

/// A sound at its place in a planned chapter.
package struct PlannedSound: Sendable, Hashable {
  /// The passage before which the sound stands; the number of passages if it stands after the last.
  package var passage: Int
  /// The span of the passage's first item before which the sound stands.
  package var span: Int
  /// The words of the script; nil for the end of a scene.
  package var cue: SoundCue?
  /// The file that is heard; nil if the cast names none, and for the end of sounds.
  package var file: PlayedFile?
}

/// A file that is heard, and how.
package struct PlayedFile: Sendable, Hashable {
  /// The name in the cast.
  package var name: String
  /// The path as the cast has it.
  package var file: String
  /// The real path.
  package var path: String
  /// The SHA-256 of the content, in hexadecimal.
  var digest: String
  /// The length in seconds, as the file states it.
  package var seconds: Double
  /// Whether the next line waits for the end of the sound.
  package var waits: Bool
  var gain: Double
  var pan: Double
  var loops: Bool
  var fadeIn: Double
  var fadeOut: Double
  var duck: Double

  /// Everything that the audio depends on.
  var key: String {
    "\(digest) \(waits) \(gain) \(pan) \(loops) \(fadeIn) \(fadeOut) \(duck)"
  }
}

extension SoundCue.Bus {
  /// The number of the bus in a mix.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension SoundSettings {
  /// The length in seconds below which the next line waits for an effect.
  private static let shortEffect = 2.0

  /// Returns the sounds of a chapter with their files.
  func planned(_ read: TableRead, _ library: SoundLibrary) -> [PlannedSound] {
    read.sounds.map { placed in
      var sound = PlannedSound(
        passage: placed.passage, span: placed.span, cue: placed.cue, file: nil)
      if let cue = placed.cue, cue.mode != .stop, let index = bound(cue.name),
        let file = library.files[index]
      {
        let isLast = placed.passage == read.passages.count
        sound.file = played(files[index], file, cue, isLast: isLast)
      }
      return sound
    }
  }

  private func played(
    _ entry: Entry, _ file: SoundLibrary.File, _ cue: SoundCue, isLast: Bool
  ) -> PlayedFile {
    let isMusic = cue.bus == .music
    let isAmbience = cue.bus == .ambience
    let waits =
      switch cue.mode {
      case .wait: true
      case .under: false
      default:
        cue.bus == .effects && entry.loops != true && file.seconds < Self.shortEffect
          || isLast && !isAmbience
      }
    return PlayedFile(
      name: entry.name, file: entry.file?.path ?? "", path: file.path, digest: file.digest,
      seconds: file.seconds, waits: waits, gain: entry.gain, pan: entry.pan,
      // A line that waits for an endless sound would never be heard.
      loops: !waits && (entry.loops ?? isAmbience),
      fadeIn: entry.fadeIn ?? (isAmbience ? 1 : 0),
      fadeOut: entry.fadeOut ?? (isAmbience || isMusic ? 2 : 0.05),
      duck: entry.duck ?? (isMusic ? 10 : isAmbience ? 6 : 0))
  }
}

extension BookPlan {
  /// The sounds that the script asks for, in the order of their first places, with the file of the cast or nil.
  package var sounds: [(name: String, bus: String, file: String?, places: Int)] {
    var sounds: [(name: String, bus: String, file: String?, places: Int)] = []
    for sound in chapters.flatMap(\.sounds) {
      guard let cue = sound.cue, cue.mode != .stop else { continue }
      if let index = sounds.firstIndex(where: { $0.name == cue.name && $0.bus == cue.bus.rawValue })
      {
        sounds[index].places += 1
      } else {
        sounds.append((cue.name, cue.bus.rawValue, sound.file?.file, 1))
      }
    }
    return sounds
  }
}
