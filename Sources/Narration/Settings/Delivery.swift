package import Basics
package import Guion
package import Hablare

/// The way in which lines are spoken after a parenthetical: changes to the role's own settings.
public struct Delivery: Sendable, Hashable {
  /// An audio effect.
  public enum Effect: String, Sendable, CaseIterable {
    /// Band-pass 300–3,400 Hz: a telephone, a radio, a television.
    case telephone
    /// Low-pass at 4 kHz: an off-screen voice.
    case offScreen = "off-screen"
    /// A microphone in a hall: a band with an echo.
    case microphone
    /// A loudspeaker of a station or a shop.
    case loudspeaker
    /// A megaphone: a narrow, distorted band with an echo.
    case megaphone
    /// A radio: a narrow, distorted band.
    case radio
    /// A television in the room.
    case television
    /// Behind a wall or a door.
    case nextRoom = "next-room"
    /// From far away.
    case distant
    /// Under water.
    case underwater
    /// With an echo.
    case echo
    /// Close to the microphone, as a voice-over.
    case close
  }

  /// The gain of a whisper, in decibels.
  package static let whisperGain = -6.0

  /// The gain to add, in decibels.
  public var gain = 0.0
  /// The factor for the tempo.
  public var rate = 1.0
  /// The pitch to add, in semitones.
  public var pitch = 0.0
  /// Whether the lines are spoken with the whispering form of the voice, if the voice has such a form.
  public var whispers = false
  /// The pause at this point, in milliseconds.
  public var pause = 0
  /// The audio effect.
  public var effect: Effect?
  /// The sound of the voice, for voices that support it.
  package var colour: VoiceColour?
  /// The words of the direction in the script, for voices that can follow directions.
  public var direction: String?

  /// Creates a delivery that changes nothing.
  public init() {}

  init(
    gain: Double = 0, rate: Double = 1, pitch: Double = 0, whispers: Bool = false, pause: Int = 0,
    effect: Effect? = nil, colour: VoiceColour? = nil
  ) {
    self.gain = gain
    self.rate = rate
    self.pitch = pitch
    self.whispers = whispers
    self.pause = pause
    self.effect = effect
    self.colour = colour
  }

  /// Returns both deliveries combined, as for "whispering, quickly".
  func combined(with other: Delivery) -> Delivery {
    var result = self
    result.gain += other.gain
    result.rate *= other.rate
    result.pitch += other.pitch
    result.whispers = whispers || other.whispers
    result.pause = max(pause, other.pause)
    result.effect = other.effect ?? effect
    result.colour = colour.map { $0.combined(with: other.colour ?? VoiceColour()) } ?? other.colour
    result.direction = other.direction ?? direction
    return result
  }

  /// The delivery with its numbers within the limits of a single one, so that "yelling, furious" is no more than a
  /// shout.
  var limited: Delivery {
    func kept(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      min(max(value, range.lowerBound), range.upperBound)
    }
    var result = self
    result.gain = kept(gain, -8...3)
    result.rate = kept(rate, 0.75...1.25)
    result.pitch = kept(pitch, -3...3.5)
    result.colour = colour.map {
      VoiceColour(
        range: kept($0.range, 0.1...1.5), breath: kept($0.breath, 0...0.5),
        roughness: kept($0.roughness, 0...0.025), tremor: kept($0.tremor, 0...0.03),
        tilt: kept($0.tilt, -3...3), gasps: $0.gasps)
    }
    return result
  }
}

/// The files of the sounds that a script asks for, and when they are heard (the key "sounds" of a cast).
package struct SoundSettings: Sendable {
  /// A name, or a pattern with `*`, and the file that is heard for it.
  package struct Entry: Sendable {
    /// The name as the cast has it.
    package var name: String
    /// The file; nil for an entry that only keeps a note.
    package var file: FileReference?
    /// The level in decibels, relative to the file's own.
    package var gain = 0.0
    /// Whether the file begins again at its end; nil for the default of its bus.
    package var loops: Bool?
    /// The lengths of the fades in seconds; nil for the defaults of the bus.
    package var fadeIn: Double?
    package var fadeOut: Double?
    /// How many decibels quieter the sound is beneath speech; nil for the default of its bus.
    package var duck: Double?
    /// The place between left (−1) and right (1), if there are two channels.
    package var pan = 0.0
    package var position: SourcePosition
    fileprivate var folded: String

    package init(name: String, position: SourcePosition) {
      (self.name, self.position) = (name, position)
      folded = SoundCue.folded(name)
    }
  }

  /// The entries, in the order of the file.
  package var files: [Entry] = []
  /// The names of ambiences, by patterns of scene headings, in the order of the file.
  package var scenes: [(pattern: String, name: String)] = []
  /// The music at the start of the book, at its end, and between scenes.
  package var intro: String?
  package var outro: String?
  package var between: String?
  /// The cast's own words before the colon, folded.
  package var words: SoundCue.Words = [:]
  /// The times in which speech lowers a bed and in which the bed comes back, in seconds.
  package var attack = 0.3
  package var release = 0.6

  package init() {}

  /// Returns the index of the entry for a name: the entry with this name, else the one with the longest pattern.
  package func entry(for name: String) -> Int? {
    guard !files.isEmpty else { return nil }
    let wanted = SoundCue.folded(name)
    if let exact = files.firstIndex(where: { $0.folded == wanted }) { return exact }
    return files.indices.filter { Self.matches(files[$0].folded, wanted) }
      .max { files[$0].folded.count < files[$1].folded.count }
  }

  /// Returns the index of the entry with a file for a name.
  package func bound(_ name: String) -> Int? {
    entry(for: name).flatMap { files[$0].file == nil ? nil : $0 }
  }

  /// Returns the ambience of a scene; nil if none is set.
  package func ambience(of heading: String) -> SoundCue? {
    guard !scenes.isEmpty else { return nil }
    let heading = SoundCue.folded(heading)
    return scenes.first { Self.matches(SoundCue.folded($0.pattern), heading) }
      .map { SoundCue(.ambience, named: $0.name) }
  }

  /// Whether a text matches a pattern in which each `*` stands for any characters.
  static func matches(_ pattern: String, _ text: String) -> Bool {
    let (pattern, text) = (Array(pattern.unicodeScalars), Array(text.unicodeScalars))
    var (place, at): (Int, Int) = (0, 0)
    var star: (place: Int, at: Int)?
    while at < text.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, at)
        place += 1
      } else if place < pattern.count, pattern[place] == text[at] {
        (place, at) = (place + 1, at + 1)
      } else if let last = star {
        star = (last.place, last.at + 1)
        (place, at) = (last.place + 1, last.at + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}

/// A sound at its place in a table read.
package struct PlacedCue: Sendable, Hashable {
  /// The passage before which the sound stands; the number of passages if it stands after the last.
  package var passage: Int
  /// The span of the passage's first item before which the sound stands.
  package var span = 0
  /// The sound; nil for the end of a scene, which ends beds.
  package var cue: SoundCue?

  package init(passage: Int, span: Int = 0, cue: SoundCue?) {
    (self.passage, self.span, self.cue) = (passage, span, cue)
  }
}
