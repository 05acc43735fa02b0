/// Why an archive, or an entry of it, is not read.
package struct ArchiveError: Error, Equatable {
  package enum Reason: Equatable {
    case noLibrary, noMemory
    /// It is no archive, or is cut off.
    case noArchive
    /// The bytes of an entry do not give what the list says.
    case damaged
    case encrypted
    /// An entry is compressed in a way that is not read.
    case method
    /// A name leads out of the archive, or is none.
    case badName
    /// Two entries have one name, or differ in the case of letters alone.
    case duplicate
    /// An entry is a link or a device.
    case link
    case tooManyEntries
    /// An entry unpacks to more than may be read.
    case tooLarge(limit: Int)
    /// An entry unpacks to many times its size.
    case bomb
    /// There is no such entry.
    case missing
    /// An entry cannot be unpacked to a file.
    case unwritable(path: String, reason: String)
  }

  package let reason: Reason
  /// The name of the entry that it is about; nil if it is about the archive as a whole.
  package let entry: String?

  package init(_ reason: Reason, entry: String? = nil) {
    (self.reason, self.entry) = (reason, entry)
  }

  /// What is wrong and what to do.
  package var message: String {
    let name = entry.map { "the entry \"\($0.visible)\"" } ?? "an entry"
    let again = "save the archive again in the program that wrote it"
    return switch reason {
    case .noLibrary:
      "libzip is not installed, which reads archives; install the package libzip4"
    case .noMemory: "there is not enough memory to read the archive; give a smaller one"
    case .noArchive: "the archive is damaged or cut off; \(again)"
    case .damaged: "\(name) is damaged; \(again)"
    case .encrypted: "\(name) is encrypted; save the archive without a password"
    case .method:
      "\(name) is compressed in a way that is not read; save the archive with deflate"
    case .badName:
      "\(name) has a name that leads out of the archive; save the archive without it"
    case .duplicate:
      "\(name) has the name of another, but for the case of letters; keep one of them"
    case .link: "\(name) is a link or a device; put the file itself in its place"
    case .tooManyEntries:
      "the archive has more than \(ZipArchive.mostEntries) entries; save it with fewer"
    case .tooLarge(let limit):
      "\(name) unpacks to more than \(InputLimit.words(bytes: limit)); shorten it"
    case .bomb:
      "\(name) unpacks to more than \(ZipArchive.mostRatio) times its size, as no text does; save "
        + "the archive without it"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .missing: "\(name) is missing; \(again)"
    }
  }
}

extension ArchiveError {
  /// The finding, whose file is the entry.
  package var diagnostic: Diagnostic {
    let code =
      switch reason {
      case .tooLarge, .tooManyEntries, .bomb: InputLimit.code
      default: "bad-archive"
      }
    return Diagnostic(code: code, severity: .error, message: message)
  }
}
