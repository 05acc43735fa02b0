import Basics

/// What can go wrong with sound and sound files, with the file and the reason.
public enum AudioError: Error, Equatable, Sendable {
  /// A file cannot be opened or made.
  case cannotOpen(path: String, reason: String)
  /// A file cannot be read to its end.
  case cannotRead(path: String, reason: String)
  /// A file cannot be written, for another reason than a full disk.
  case cannotWrite(path: String, reason: String)
  /// The disk, or the user's share of it, is full.
  case noSpace(path: String, reason: String)
  /// A file's contents are not what its format asks for.
  case malformed(path: String, reason: String)
  /// Not one sample was written, and a file without samples is one that players refuse.
  case empty(path: String)
  /// The format has no such sample rate, in hertz.
  case unsupportedSampleRate(format: SoundFormat, sampleRate: Int)
  /// A clip's rate, in hertz, is not the timeline's.
  case sampleRateMismatch(expected: Int, found: Int)
  /// A clip cannot be brought from one rate to another.
  case cannotResample(from: Int, to: Int, reason: String)
  /// A library that is loaded only when it is needed is not installed.
  case missingLibrary(name: String, purpose: String)
  /// There is no loudness meter for sound of this kind; the rate is in hertz.
  case cannotMeasure(sampleRate: Int, channels: Int)
}

extension AudioError {
  /// Whether the place to write to is the trouble: full, forbidden or gone.
  public var isAboutWriting: Bool {
    switch self {
    case .noSpace, .cannotWrite, .cannotOpen: true
    default: false
    }
  }
}

extension AudioError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason): "cannot open \(path): \(reason)"
    case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    case .noSpace(let path, let reason): "cannot write \(path): \(reason)"
    case .malformed(let path, let reason): "\(path) is damaged: \(reason)"
    case .empty(let path): "\(path) would hold no sound: nothing was written to it"
    case .unsupportedSampleRate(let format, let rate):
      "\(format.rawValue) has no sample rate of \(rate) Hz; the nearest is "
        + "\(format.sampleRate(nearest: rate)) Hz"
    case .sampleRateMismatch(let expected, let found):
      "a clip of \(found) Hz was given for a recording of \(expected) Hz"
    case .cannotResample(let from, let to, let reason):
      "cannot convert \(from) Hz to \(to) Hz: \(reason)"
    case .missingLibrary(let name, let purpose):
      "\(purpose) takes \(name), which is not installed"
    case .cannotMeasure(let rate, let channels):
      "cannot measure the loudness of sound with \(channels) channels at \(rate) Hz: use one or two "
        + "at 8000 to 192000 Hz"
    }
  }
}

extension AudioError {
  /// A file that could not be made: a full disk or quota is told from everything else.
  static func creating(_ path: String, _ error: SystemError) -> AudioError {
    error.isFullDisk
      ? .noSpace(path: path, reason: error.reason)
      : .cannotOpen(path: path, reason: error.reason)
  }

  /// A failed write: a full disk or quota is told from everything else.
  ///
  /// `words` say it better where the number is not only the system's.
  static func writing(_ path: String, _ error: SystemError, words: String? = nil) -> AudioError {
    error.isFullDisk
      ? .noSpace(path: path, reason: error.reason)
      : .cannotWrite(path: path, reason: words ?? error.reason)
  }
}
