import Basics
import Audiobook

/// The help on the codes of `verify`. `LintCode` has the help on the codes of other commands.
extension Finding.Code {
  /// The help on the code: severity, meaning and advice.
  var help: String {
    let severity = Finding(code: self, message: "").severity.rawValue
    return "\(rawValue) (\(severity), reported by verify)\n\n\(meaning)\n\n\(advice)\n"
  }

  /// The meaning of the finding, in one sentence.
  private var meaning: String {
    switch self {
    case .missingFile: "A file that the manifest lists does not exist."
    case .unreadableFile:
      "A file cannot be read, or is a link, a folder or a pipe, which `verify` does not open."
    case .changedFile:
      "A file has changed since it was written: its SHA-256 differs from the manifest."
    case .undecodable: "An audio file cannot be decoded, or cannot be decoded to its end."
    case .wrongForm:
      "An audio file has another sample rate or number of channels than the manifest states."
    case .wrongLength: "An audio file is longer or shorter than the manifest states."
    case .contradiction:
      "The manifest contradicts itself: it has two hashes for a file, or lengths that do not match the samples."
    case .misplacedLine:
      "According to the manifest, a line begins before the previous line, ends before it begins, or ends after its chapter."
    case .silentLine: "A line in the audio is too quiet to be heard, or has no length."
    case .clipping:
      "The audio is distorted by clipping: it stays at the highest level for 0.3 ms or longer."
    case .tooFast:
      "A line is spoken faster than any voice speaks (35 characters a second), so words are probably missing."
    case .tooSlow:
      "A line is spoken too slowly (fewer than 4 characters a second), so it probably contains other sounds."
    }
  }

  private var advice: String {
    switch self {
    case .missingFile, .changedFile, .undecodable, .wrongForm, .wrongLength:
      "Run the build again: it replaces the file. If you did not change the file, check the disk."
    case .unreadableFile: "Restore the file or its permissions, or run the build again."
    case .contradiction, .misplacedLine:
      "Another program has changed the manifest. Run the build again."
    case .silentLine, .clipping, .tooFast, .tooSlow:
      "Listen to the line. If it is wrong, request a new take with --retake FILE:LINE. If a voice of espeak or hibari speaks the line, change the line or its voice: a new take would sound the same."
    }
  }
}
