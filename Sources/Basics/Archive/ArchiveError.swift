/// The reason why an archive or an entry of it cannot be read.
package struct ArchiveError: Error, Equatable {
  package enum Reason: Equatable {
    case noLibrary, noMemory
    /// The file is not an archive, or is truncated.
    case noArchive
    /// The unpacked bytes of an entry do not match the archive's directory.
    case damaged
    case encrypted
    /// An entry uses an unsupported compression method.
    case method
    /// A name leads out of the archive, or is not a valid name.
    case badName
    /// Two entries have the same name, or names that differ only in case.
    case duplicate
    /// An entry is a link or a device.
    case link
    case tooManyEntries
    /// An entry unpacks to more bytes than the limit.
    case tooLarge(limit: Int)
    /// An entry unpacks to more than `ZipArchive.maximumRatio` times its compressed size.
    case bomb
    /// The entry does not exist.
    case missing
    /// An entry cannot be unpacked to a file.
    case unwritable(path: String, reason: String)
  }

  package let reason: Reason
  /// The name of the entry; nil if the error concerns the whole archive.
  package let entry: String?

  package init(_ reason: Reason, entry: String? = nil) {
    (self.reason, self.entry) = (reason, entry)
  }

  /// The problem and how to solve it.
  package var message: String {
    let name = entry.map { "the entry \"\($0.visible)\"" } ?? "an entry"
    let again = "save the archive again in the program that wrote it"
    return switch reason {
    case .noLibrary:
      "reading archives needs libzip, which is not installed; install the package libzip4"
    case .noMemory: "not enough memory to read the archive; use a smaller one"
    case .noArchive: "the archive is damaged or truncated; \(again)"
    case .damaged: "\(name) is damaged; \(again)"
    case .encrypted: "\(name) is encrypted; save the archive without a password"
    case .method:
      "\(name) uses an unsupported compression method; save the archive with deflate"
    case .badName:
      "\(name) has a name that leads out of the archive; save the archive without it"
    case .duplicate:
      "\(name) has the same name as another entry, except for case; keep one of them"
    case .link: "\(name) is a link or a device; replace it with the file itself"
    case .tooManyEntries:
      "the archive has more than \(ZipArchive.maximumEntries) entries; save it with fewer"
    case .tooLarge(let limit):
      "\(name) unpacks to more than \(InputLimit.words(bytes: limit)); shorten it"
    case .bomb:
      "\(name) unpacks to more than \(ZipArchive.maximumRatio) times its size, so it may be an attack; "
        + "save the archive without it"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .missing: "\(name) is missing; \(again)"
    }
  }
}

extension ArchiveError {
  /// The diagnostic for this error, without a file.
  package var diagnostic: Diagnostic {
    let code =
      switch reason {
      case .tooLarge, .tooManyEntries, .bomb: InputLimit.code
      default: "bad-archive"
      }
    return Diagnostic(code: code, severity: .error, message: message)
  }
}
