import Basics
public import Guion

/// A difference between an output folder and its manifest, or a fault in the audio.
public struct Finding: Sendable, Hashable {
  /// The kind of finding.
  ///
  /// The raw value is the stable name for tools.
  public enum Code: String, Sendable, CaseIterable {
    /// A file is missing.
    case missingFile = "missing-file"
    /// A file cannot be read, or is a link, a folder or a pipe.
    case unreadableFile = "unreadable-file"
    /// A file has changed since it was written.
    case changedFile = "changed-file"
    /// An audio file cannot be decoded completely.
    case undecodable
    /// An audio file has the wrong sample rate or number of channels.
    case wrongForm = "wrong-form"
    /// An audio file decodes to more or fewer samples than expected.
    case wrongLength = "wrong-length"
    /// The manifest contradicts itself.
    case contradiction
    /// The times of a line are wrong: it begins before the previous line, ends before it begins, or ends after its
    /// chapter.
    case misplacedLine = "misplaced-line"
    /// A line is silent.
    case silentLine = "silent-line"
    /// The audio is clipped at full scale.
    case clipping
    /// A line is spoken too fast to be complete.
    case tooFast = "too-fast"
    /// A line is spoken too slowly to be right.
    case tooSlow = "too-slow"
    /// A file of the natural voice is damaged, so the next build may sound different.
    case damagedVoice = "damaged-voice"
    /// A shop would refuse the folder (`verify --preset`).
    case shopRule = "shop-rule"
  }

  /// The kind of finding.
  public var code: Code
  /// The message, in one sentence.
  public var message: String
  /// The number of the chapter in the book; nil if the finding is not about a chapter.
  public var chapter: Int?
  /// The name of the file in the folder; nil if the finding is about the manifest.
  public var file: String?
  /// The document that contains the line, as named in the manifest.
  public var document: String?
  /// The line number, from 1; nil if the finding is not about a line of a document.
  public var line: Int?
  /// The position in the file, in seconds; nil if the finding is about the whole file.
  public var time: Double?
  /// The name of the line for a new take, in the form `DOCUMENT:LINE`; nil if a new take cannot help.
  ///
  /// A new take cannot help if the finding is not about a line, if the file has changed, or if the voice always speaks
  /// a line the same way (espeak-ng, hibari).
  public var retake: String?

  package init(
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

  /// The severity: a warning if the audio sounds wrong or if a voice is damaged; otherwise an error.
  public var severity: Diagnostic.Severity {
    switch code {
    case .silentLine, .clipping, .tooFast, .tooSlow, .damagedVoice: .warning
    default: .error
    }
  }
}

extension Finding: CustomStringConvertible {
  /// The finding in the form of a compiler message: `document:line: severity: message [code]`.
  ///
  /// A finding without a line begins with the name of the file.
  public var description: String { description(in: nil) }

  /// Returns the description, with the folder's path before a file name at the beginning.
  public func description(in folder: String?) -> String {
    "\(place(in: folder)): \(severity.rawValue): \(message) [\(code.rawValue)]"
  }

  private func place(in folder: String?) -> String {
    if let document, let line { return PlaceUnit.place(ofLine: line, in: document) }
    let name = file ?? "manifest.json"
    guard let folder else { return name }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}

/// A finding with its position in the order of the book.
struct PlacedFinding: Sendable {
  /// The chapter's position in the manifest; `Int.max` if the finding is not about a chapter.
  var chapter = Int.max
  /// The item's position in the chapter; −1 if the finding is not about a line.
  var item = -1
  /// The file's position in the list of checked files; −1 if the finding is about the manifest.
  var file = -1
  var finding: Finding

  /// Returns whether this finding comes before another finding.
  func precedes(_ other: PlacedFinding) -> Bool {
    (chapter, item, file) < (other.chapter, other.item, other.file)
  }
}

extension Sequence<PlacedFinding> {
  /// The findings in the order of the book.
  /// Findings with the same position keep their order.
  var inOrder: [Finding] {
    enumerated().sorted { left, right in
      if left.element.precedes(right.element) { return true }
      return !right.element.precedes(left.element) && left.offset < right.offset
    }.map(\.element.finding)
  }
}

/// Seconds for display: `12.5 s`, with at most three decimals.
struct Seconds: CustomStringConvertible {
  let description: String

  init(_ seconds: Double) { description = "\(Rounded(seconds, decimals: 3)) s" }
}

/// A word of a command line, quoted if a shell needs it.
package struct ShellWord: CustomStringConvertible {
  package let description: String

  package init(_ word: String) {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        ? scalar.properties.isAlphabetic || "0123456789-_.,:/@+=".unicodeScalars.contains(scalar)
        : scalar.properties.isAlphabetic
    }
    description = isPlain ? word : "'\(word.replacing("'", with: #"'\''"#))'"
  }
}

/// The beginning of a text, in quotes.
struct Quotation: CustomStringConvertible {
  private static let limit = 40
  let description: String

  init(_ text: String) {
    let words = text.prefix(Self.limit)
    description = "\"\(words)\(words.endIndex < text.endIndex ? "…" : "")\""
  }
}
