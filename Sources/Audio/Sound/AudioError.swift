import Basics
public import FoundationEssentials

/// The errors of audio and sound files.
public enum AudioError: Error, Equatable, Sendable {
  /// A file cannot be opened or created.
  case cannotOpen(path: String, reason: String)
  /// A file cannot be read to its end.
  case cannotRead(path: String, reason: String)
  /// A file cannot be written, for a reason other than a full disk.
  case cannotWrite(path: String, reason: String)
  /// The disk or the user's quota is full.
  case noSpace(path: String, reason: String)
  /// The contents of a file violate its format.
  case malformed(path: String, reason: String)
  /// A file would be empty, because no sample was written.
  ///
  /// Players refuse files without samples.
  case empty(path: String)
  /// The format does not support a sample rate, in hertz.
  case unsupportedSampleRate(format: SoundFormat, sampleRate: Int)
  /// The sample rate of a clip or stretch differs from the sample rate of the recording.
  ///
  /// Both rates are in hertz.
  case sampleRateMismatch(expected: Int, found: Int)
  /// A clip cannot be converted from one sample rate to another (both in hertz).
  case cannotResample(from: Int, to: Int, reason: String)
  /// A library that is loaded on demand is not installed.
  case missingLibrary(name: String, purpose: String)
  /// The loudness of audio with this sample rate, in hertz, and this number of channels cannot be measured.
  case cannotMeasure(sampleRate: Int, channels: Int)
}

extension AudioError {
  /// Whether the error can mean that the destination of a write is full, missing or not writable.
  package var isAboutWriting: Bool {
    switch self {
    case .noSpace, .cannotWrite, .cannotOpen: true
    default: false
    }
  }
}

extension AudioError: CustomStringConvertible {
  /// The message for users, one sentence.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason): "cannot open \(path): \(reason)"
    case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    case .noSpace(let path, let reason): "cannot write \(path): \(reason)"
    case .malformed(let path, let reason): "\(path) is damaged: \(reason)"
    case .empty(let path): "\(path) would be empty, because there was no audio to write"
    case .unsupportedSampleRate(let format, let rate):
      "\(format.rawValue) does not support a sample rate of \(rate) Hz; the nearest is "
        + "\(format.sampleRate(nearest: rate)) Hz"
    case .sampleRateMismatch(let expected, let found):
      "the clip has a sample rate of \(found) Hz, but the recording has \(expected) Hz"
    case .cannotResample(let from, let to, let reason):
      "cannot convert \(from) Hz to \(to) Hz: \(reason)"
    case .missingLibrary(let name, let purpose):
      "\(purpose) needs \(name), which must be installed"
    case .cannotMeasure(let rate, let channels):
      "cannot measure the loudness of audio with \(channels) channels at \(rate) Hz; use one or two "
        + "channels at 8000 to 192000 Hz"
    }
  }
}

extension AudioError {
  /// Returns the error for a file that cannot be created.
  /// A full disk or quota has a separate case, `noSpace`.
  static func creating(_ path: String, _ error: SystemError) -> AudioError {
    error.isFullDisk
      ? .noSpace(path: path, reason: error.reason)
      : .cannotOpen(path: path, reason: error.reason)
  }

  /// Returns the error for a failed write.
  /// A full disk or quota has a separate case, `noSpace`.
  /// `words` replaces the system's text if the library's own message is more precise.
  static func writing(_ path: String, _ error: SystemError, words: String? = nil) -> AudioError {
    error.isFullDisk
      ? .noSpace(path: path, reason: error.reason)
      : .cannotWrite(path: path, reason: words ?? error.reason)
  }
}

extension AudioError: LocalizedError {
  /// The message for users.
  public var errorDescription: String? { description }

  /// A sentence that suggests a remedy to users, or nil if there is no remedy.
  public var recoverySuggestion: String? {
    switch self {
    case .cannotOpen, .cannotRead, .cannotWrite: "Check the path and the permissions of the file."
    case .noSpace: "Free some space on the disk."
    case .malformed:
      "If a build wrote the file, build again. Otherwise save the file again in the program that made it."
    case .empty: "Add audio before you finish the file."
    case .unsupportedSampleRate, .sampleRateMismatch, .cannotResample, .cannotMeasure:
      "Choose another sample rate."
    case .missingLibrary: "Install the library that the message names."
    }
  }
}

/// A library that is loaded when it is first needed, because most runs do not need it.
/// `@unchecked Sendable`: the table of functions does not change after loading.
struct LoadedLibrary<Functions>: @unchecked Sendable {
  private let functions: UnsafePointer<Functions>

  /// The functions by their C names.
  var call: Functions { functions.pointee }

  /// Wraps the table of functions that a loading function returned.
  /// If the table is nil, throws an error that names the library and its `purpose`.
  init(
    _ functions: UnsafePointer<Functions>?, name: String, for purpose: String
  ) throws(AudioError) {
    guard let functions else { throw .missingLibrary(name: name, purpose: purpose) }
    self.functions = functions
  }
}
