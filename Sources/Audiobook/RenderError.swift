public import Audio
public import FoundationEssentials
public import Narration

/// What can stop a chapter or a build, with what to do about it.
public enum RenderError: LocalizedError, Sendable {
  /// A line that no voice could speak.
  case line(ScriptPlace, kind: FailureKind, message: String)
  /// The sound could not be made or written.
  case audio(AudioError)
  /// The output folder cannot be written.
  case output(path: String, reason: String)
  /// The output folder holds files of somebody else's under the names of this build's.
  case foreignFiles([String])
  /// A chapter breaks rules that were asked for, a sentence each.
  case rules(title: String, [String])
  /// Another build is working in the folder.
  case held(path: String, by: String)

  /// Whether there is no room for a sound.
  var isFullDisk: Bool { if case .audio(.noSpace) = self { true } else { false } }

  /// Whether the run may cost no more, so that no other line can be paid for either.
  public var isCostLimit: Bool { if case .line(_, .costLimit, _) = self { true } else { false } }

  /// What kind of fault a failed line is, for the exit code.
  public enum FailureKind: Sendable, Equatable {
    /// The engine failed on this line.
    case engine
    /// The provider cannot be reached.
    case unavailable
    /// The provider is disabled, needs a key, or refused it.
    case refused
    /// The line was not asked for, because the run could then cost more than it may.
    case costLimit
  }
}

extension RenderError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String { description(.library) }

  /// The same with names for the settings.
  public func description(_ names: SettingNames) -> String {
    switch self {
    case .line(_, _, let message): message
    case .audio(let error): error.description
    case .output(let path, let reason): "cannot write \(path): \(reason)"
    case .foreignFiles(let files):
      "\(files.joined(separator: ", ")) \(files.count == 1 ? "is" : "are") not of this program's "
        + "making; \(names.name(.overwrite)) replaces \(files.count == 1 ? "it" : "them")"
    case .rules(let title, let broken):
      "\"\(title)\" does not keep the rules of acx: \(broken.joined(separator: "; "))"
    case .held(let path, let holder): "\(path) is held by \(holder)"
    }
  }
}

extension RenderError {
  /// The message for people.
  public var errorDescription: String? { description }

  /// What can be done about it, in a sentence for people.
  public var recoverySuggestion: String? {
    switch self {
    case .line: "Correct the line or its voice, and build again: what is finished is kept."
    case .audio: "Make room on the disk, or choose another format."
    case .output: "Choose a folder that can be written."
    case .foreignFiles: "Choose another folder, or allow that the files are replaced."
    case .rules: "Change the text or the voices of the chapter, or choose another loudness."
    case .held: "Wait until the other build has ended, or choose another folder."
    }
  }
}
