public import Audio
public import FoundationEssentials
public import Narration

/// An error that stops a chapter or a build, with advice on what to do.
public enum RenderError: LocalizedError, Sendable {
  /// A line that no voice could speak.
  case line(ScriptPosition, kind: FailureKind, message: String)
  /// The audio could not be created or written.
  case audio(AudioError)
  /// The output folder cannot be written.
  case output(path: String, reason: String)
  /// The output folder contains files that this program did not write, under names that the build needs.
  case foreignFiles([String])
  /// A chapter breaks rules of the requested loudness preset. The list has one sentence for each broken rule.
  case rules(title: String, [String])
  /// Another build uses the folder.
  case inUse(path: String, by: String)

  /// Whether the disk has no space left for audio.
  var isFullDisk: Bool { if case .audio(.noSpace) = self { true } else { false } }

  /// Whether the run has reached its cost limit.
  ///
  /// If so, the run cannot pay for any other line.
  var isCostLimit: Bool { if case .line(_, .costLimit, _) = self { true } else { false } }

  /// The reason why a line failed.
  ///
  /// The reason decides the exit code.
  public enum FailureKind: Sendable, Equatable {
    /// The engine failed on this line.
    case engine
    /// The provider cannot be reached.
    case unavailable
    /// The provider is disabled, needs a key, or refused the request.
    case refused
    /// The line was not requested because the run could exceed its cost limit.
    case costLimit
  }
}

extension RenderError: CustomStringConvertible {
  /// The message, in one sentence.
  public var description: String { description(.library) }

  /// Returns the message, with the given names for settings.
  package func description(_ names: SettingNames) -> String {
    switch self {
    case .line(_, _, let message): message
    case .audio(let error): error.description
    case .output(let path, let reason): "cannot write \(path): \(reason)"
    case .foreignFiles(let files):
      "\(files.joined(separator: ", ")) \(files.count == 1 ? "was" : "were") not written by this "
        + "program; \(names.name(.overwrite)) replaces \(files.count == 1 ? "it" : "them")"
    case .rules(let title, let broken):
      "\"\(title)\" does not meet the rules of ACX: \(broken.joined(separator: "; "))"
    case .inUse(let path, let holder):
      "\(path) is in use by \(holder); wait for it with \(names.name(.wait)), or choose another folder"
    }
  }
}

extension RenderError {
  /// The message as shown to the user.
  public var errorDescription: String? { description }

  /// What the user can do about the error.
  public var recoverySuggestion: String? {
    switch self {
    case .line: "Correct the line or its voice and build again. Finished chapters are reused."
    case .audio(let error): error.recoverySuggestion
    case .output: "Choose a writable folder."
    case .foreignFiles: "Choose another folder, or allow the files to be replaced."
    case .rules: "Change the text, voices or pauses of the chapter, or choose another loudness."
    case .inUse: "Wait until the other build ends, or choose another folder."
    }
  }
}
