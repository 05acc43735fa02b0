public import Audio
import Basics
public import Guion

/// Reads the picture of a cover and checks it, before anything is rendered.
public struct CoverReader: Sendable {
  /// The largest file in bytes: it is a part of every book in one file, of which FLAC has room for the least
  /// (16,777,215 bytes with its description, RFC 9639, 8.1).
  public static let largestFile = InputLimit.cover.most
  /// The most pixels of a side: shops advise 2,400 to 3,000 (Google Play Books), and a square of 10,000
  /// takes up 400 MB where it is shown.
  public static let largestSide = 10_000
  /// The least pixels of a side below which a cover is not sharp on a telephone.
  public static let leastSide = 500

  /// Why there is no cover.
  public enum Failure: Error {
    /// A file that the user named cannot be read: what is wrong.
    case unreadable(String)
    /// The file is no cover.
    case wrong(Diagnostic)
    /// A library is missing, or there is no memory.
    case unable(AudioError)
  }

  /// Where the picture comes from.
  private let source: CoverSource
  private let fit: CoverFit

  /// Makes a reader of a file; a cover that is drawn has none.
  public init(_ source: CoverSource, fit: CoverFit) { (self.source, self.fit) = (source, fit) }

  /// The cover, and what is worth saying about it.
  public func read() throws(Failure) -> (cover: BookCover, remarks: [Diagnostic]) {
    let bytes = try bytes()
    guard !bytes.isEmpty else { throw wrong("is empty") }
    guard let picture = Cover(bytes) else {
      throw wrong("is neither a JPEG nor a PNG, whatever its name says")
    }
    let longest = max(picture.width, picture.height)
    guard longest <= Self.largestSide else {
      throw wrong(
        "has \(picture.width) × \(picture.height) pixels; make it \(Self.largestSide) at most, and "
          + "best 2400 × 2400")
    }
    if let damage = picture.damage { throw wrong("is damaged: \(damage)") }
    let cover = try fitted(picture)
    return (BookCover(cover), remarks(on: cover))
  }

  private func bytes() throws(Failure) -> [UInt8] {
    do throws(LimitedFile.Fault) {
      switch source {
      case .file(let path): return try LimitedFile.bytes(of: path, limit: .cover)
      case .named(let file): return try LimitedFile.bytes(of: file, limit: .cover)
      case .drawn: return []
      }
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ fault: LimitedFile.Fault) -> Failure {
    switch fault {
    case .tooLarge:
      let message = InputLimit.cover.message(of: "the cover \(source.shown)")
      return .wrong(diagnostic(.error, InputLimit.code, message))
    case .outside:
      return wrong("stands outside the folder; copy it there", code: "outside-folder")
    case .notAFile: return unreadable("it is no regular file")
    case .unreadable(let reason): return unreadable(reason)
    }
  }

  private func unreadable(_ reason: String) -> Failure {
    guard case .named = source else {
      return .unreadable("the cover \(source.shown) cannot be read: \(reason)")
    }
    let hint =
      source.shown.contains("://") ? "; a cover is a file: download it, and name that" : ""
    return wrong("cannot be read: \(reason)\(hint)")
  }

  private func wrong(_ what: String, code: String = "bad-cover") -> Failure {
    .wrong(diagnostic(.error, code, "the cover \(source.shown) \(what)"))
  }

  private func fitted(_ picture: Cover) throws(Failure) -> Cover {
    guard fit == .pad else { return picture }
    let padded: Cover
    do throws(AudioError) {
      padded = try picture.padded(name: source.shown)
    } catch .malformed(_, let reason) {
      throw wrong("is damaged: \(reason)")
    } catch {
      throw .unable(error)
    }
    guard padded.bytes.count <= Self.largestFile else {
      throw wrong("has more than \(Self.largestFile / 1_000_000) MB when it is padded")
    }
    return padded
  }

  private func remarks(on cover: Cover) -> [Diagnostic] {
    let size = "\(cover.width) × \(cover.height) pixels"
    var remarks: [Diagnostic] = []
    if min(cover.width, cover.height) < Self.leastSide {
      remarks.append(
        diagnostic(
          .warning, "small-cover",
          "the cover \(source.shown) has \(size); shops and players want 2400 × 2400"))
    }
    if !cover.isSquare {
      remarks.append(
        diagnostic(
          .warning, "cover-shape",
          "the cover \(source.shown) has \(size) and is not square; the cover fit \"pad\" makes it so"
        ))
    }
    return remarks
  }

  private func diagnostic(
    _ severity: Diagnostic.Severity, _ code: String, _ message: String
  ) -> Diagnostic {
    Diagnostic(
      code: code, severity: severity, message: message, file: source.file,
      position: source.position)
  }
}

/// What becomes of a cover that is not square.
public enum CoverFit: String, Sendable, CaseIterable {
  /// It stays as it is.
  case keep
  /// The colour of its edges is put around it.
  case pad
}
