public import Guion

/// Something in a finished folder that is not as its manifest says, or that no listener wants to hear.
public struct Finding: Sendable, Hashable {
  /// What was found; the raw value is the stable name that tools match.
  public enum Code: String, Sendable, CaseIterable {
    /// A file is not there.
    case missingFile = "missing-file"
    /// A file cannot be read, or is a link, a folder or a pipe.
    case unreadableFile = "unreadable-file"
    /// A file has other bytes than those that were written.
    case changedFile = "changed-file"
    /// A sound file cannot be decoded, or not to its end.
    case undecodable
    /// A sound file has another sample rate or other channels.
    case wrongForm = "wrong-form"
    /// A sound file decodes to more or fewer samples.
    case wrongLength = "wrong-length"
    /// The manifest says two things of the same.
    case contradiction
    /// A line begins before the one before it, or ends before it begins or behind its chapter.
    case misplacedLine = "misplaced-line"
    /// Nothing is heard where a line should be.
    case silentLine = "silent-line"
    /// The sound is cut off at full scale.
    case clipping
    /// A line is spoken too fast to be whole.
    case tooFast = "too-fast"
    /// A line is spoken too slowly to be right.
    case tooSlow = "too-slow"
  }

  /// What was found.
  public var code: Code
  /// One sentence.
  public var message: String
  /// The number of the chapter in the whole book; nil for other files and the book itself.
  public var chapter: Int?
  /// The name of the file in the folder; nil where it is about the manifest.
  public var file: String?
  /// The document that the line stands in, as the manifest names it.
  public var document: String?
  /// The line, from 1; nil where it is about no line, or about words that stand in none.
  public var line: Int?
  /// Where in the file, in seconds; nil where it is about all of it.
  public var time: Double?
  /// The line as `RetakeNames` takes it, `DOCUMENT:LINE`; nil if no new take of it can help: the
  /// finding is about no line, the file was changed, or the voice is espeak's, which says a line in one
  /// way.
  public var retake: String?

  /// Makes a finding.
  public init(
    code: Code, message: String, chapter: Int? = nil, file: String? = nil,
    document: String? = nil, line: Int? = nil, time: Double? = nil, retake: String? = nil
  ) {
    self.code = code
    self.message = message
    self.chapter = chapter
    self.file = file
    self.document = document
    self.line = line
    self.time = time
    self.retake = retake
  }

  /// An error where the folder is not what was built, a warning where it sounds wrong.
  public var severity: Diagnostic.Severity {
    switch code {
    case .silentLine, .clipping, .tooFast, .tooSlow: .warning
    default: .error
    }
  }
}

extension Finding: CustomStringConvertible {
  /// The line a compiler would print: `document:line: severity: message [code]`, or with the file in
  /// place of document and line.
  public var description: String { description(in: nil) }

  /// The same, with the path of the folder before the names of files in it.
  public func description(in folder: String?) -> String {
    "\(place(in: folder)): \(severity.rawValue): \(message) [\(code.rawValue)]"
  }

  private func place(in folder: String?) -> String {
    if let document, let line { return "\(document):\(line)" }
    let name = file ?? "manifest.json"
    guard let folder else { return name }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}

/// A finding with its place in the order of the book.
struct PlacedFinding: Sendable {
  /// The chapter's place in the manifest; behind all of them for what belongs to none.
  var chapter = Int.max
  /// The item's place in the chapter; −1 for what is about files.
  var item = -1
  /// The file's place among those that are looked at.
  var file = -1
  var finding: Finding

  /// Whether it comes before another one.
  func precedes(_ other: PlacedFinding) -> Bool {
    (chapter, item, file) < (other.chapter, other.item, other.file)
  }
}

extension Sequence<PlacedFinding> {
  /// The findings in the order of the book; those of one place stay in their order.
  var inOrder: [Finding] {
    enumerated().sorted { left, right in
      if left.element.precedes(right.element) { return true }
      return !right.element.precedes(left.element) && left.offset < right.offset
    }.map(\.element.finding)
  }
}
