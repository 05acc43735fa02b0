import CZip
import Glibc

/// A zip archive in memory, with limits that protect against hostile archives.
/// Nothing is unpacked to the file system: entries are read into memory, one at a time.
package final class ZipArchive {
  /// The maximum number of entries.
  /// The longest books have a few thousand files.
  package static let maximumEntries = 10_000
  /// The maximum ratio of an entry's size to its compressed size, checked if the size exceeds 1 MB.
  /// Text reaches a ratio of 10. The maximum of deflate is 1,032.
  static let maximumRatio = 200

  package struct Entry: Equatable, Sendable {
    /// The path from the top of the archive.
    package let name: String
    /// The number of bytes according to the archive's directory.
    package let size: Int
    fileprivate let index: UInt64
    fileprivate let packedSize: Int
    fileprivate let isReadable: Bool
  }

  /// The files in the order of the archive, without folders and without the extra files of macOS.
  package let entries: [Entry]
  /// The bytes of the archive, which libzip reads in place.
  private let storage: UnsafeMutableBufferPointer<UInt8>
  private let archive: OpaquePointer
  private let places: [String: Int]

  /// Opens an archive and checks the names of its entries before any entry is read.
  package init(_ bytes: [UInt8]) throws(ArchiveError) {
    // libzip would accept an empty input as an archive without entries.
    guard !bytes.isEmpty else { throw ArchiveError(.noArchive) }
    guard Self.countsFew(bytes) else { throw ArchiveError(.tooManyEntries) }
    let storage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
    _ = storage.initialize(from: bytes)
    var fault = G2A_ZIP_NONE
    guard let archive = g2a_zip_open(storage.baseAddress, bytes.count, &fault) else {
      storage.deallocate()
      throw ArchiveError(.init(fault))
    }
    do throws(ArchiveError) {
      entries = try Self.list(archive)
    } catch {
      g2a_zip_close(archive)
      storage.deallocate()
      throw error
    }
    (self.storage, self.archive) = (storage, archive)
    places = Dictionary(
      entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  deinit {
    g2a_zip_close(archive)
    storage.deallocate()
  }

  /// The entry with this name; nil if it does not exist.
  package subscript(name: String) -> Entry? { places[name].map { entries[$0] } }

  /// Returns all bytes of an entry.
  /// More than `limit` bytes are an error.
  package func bytes(of entry: Entry, limit: Int) throws(ArchiveError) -> [UInt8] {
    guard entry.isReadable else { throw ArchiveError(.method, entry: entry.name) }
    guard entry.size <= limit else {
      throw ArchiveError(.tooLarge(limit: limit), entry: entry.name)
    }
    if entry.size > 1_000_000, entry.size / max(1, entry.packedSize) > Self.maximumRatio {
      throw ArchiveError(.bomb, entry: entry.name)
    }
    var fault = G2A_ZIP_NONE
    var isLonger = false
    let bytes = [UInt8](unsafeUninitializedCapacity: entry.size + 1) { buffer, count in
      // The buffer has room for one more byte, because an entry may have more bytes than the directory
      // says.
      let got = g2a_zip_read(archive, entry.index, buffer.baseAddress, entry.size + 1, &fault)
      isLonger = got > entry.size
      count = max(0, Int(got))
    }
    guard fault == G2A_ZIP_NONE else { throw ArchiveError(.init(fault), entry: entry.name) }
    guard !isLonger, bytes.count == entry.size else {
      throw ArchiveError(.damaged, entry: entry.name)
    }
    return bytes
  }

  package func bytes(of name: String, limit: Int) throws(ArchiveError) -> [UInt8] {
    guard let entry = self[name] else { throw ArchiveError(.missing, entry: name) }
    return try bytes(of: entry, limit: limit)
  }

  // MARK: The list

  /// Whether the archive's directory has few enough entries to be read.
  /// libzip allocates memory for each entry before it can report their number. Every entry of the
  /// directory begins with the bytes "PK", 1, 2.
  private static func countsFew(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var (count, start) = (0, 0)
      while let place = bytes.first((0x50, 0x4B), in: start..<bytes.count) {
        start = place + 2
        if start + 1 < bytes.count, bytes[start] == 1, bytes[start + 1] == 2 { count += 1 }
        // Archives inside the archive have their own directories, so twice the limit is accepted here.
        if count > 2 * maximumEntries { return false }
      }
      return true
    }
  }

  private static func list(_ archive: OpaquePointer) throws(ArchiveError) -> [Entry] {
    let count = g2a_zip_count(archive)
    guard count <= UInt64(maximumEntries) else { throw ArchiveError(.tooManyEntries) }
    var entries: [Entry] = []
    var names: Set<String> = []
    for index in 0..<count {
      var found = g2a_zip_entry()
      guard g2a_zip_get_entry(archive, index, &found), let own = found.name else {
        throw ArchiveError(.noArchive)
      }
      let name = String(cString: own)
      guard ArchiveName.isSafe(name) else { throw ArchiveError(.badName, entry: name) }
      if found.is_special { throw ArchiveError(.link, entry: name) }
      let isFolder = name.hasSuffix("/")
      let key = (isFolder ? String(name.dropLast()) : name).lowercased()
      guard names.insert(key).inserted else { throw ArchiveError(.duplicate, entry: name) }
      if isFolder || isExtra(name) { continue }
      if found.is_encrypted { throw ArchiveError(.encrypted, entry: name) }
      entries.append(
        Entry(
          name: name, size: Int(clamping: found.size), index: index,
          packedSize: Int(clamping: found.compressed_size), isReadable: found.is_readable))
    }
    return entries
  }

  /// Whether this entry is a file that macOS's Finder adds for its own use.
  private static func isExtra(_ name: String) -> Bool {
    name.hasPrefix("__MACOSX/") || name.split(separator: "/").last == ".DS_Store"
  }
}

extension ArchiveError.Reason {
  fileprivate init(_ fault: g2a_zip_fault) {
    switch fault {
    case G2A_ZIP_NO_LIBRARY: self = .noLibrary
    case G2A_ZIP_NO_MEMORY: self = .noMemory
    case G2A_ZIP_ENCRYPTED: self = .encrypted
    case G2A_ZIP_METHOD: self = .method
    case G2A_ZIP_DAMAGED, G2A_ZIP_INCONSISTENT: self = .damaged
    default: self = .noArchive
    }
  }
}

/// The names of archive entries: paths from the top of the archive, with "/" between folders.
package enum ArchiveName {
  /// Whether a name stays within the archive on every system that uses it as a path.
  package static func isSafe(_ name: String) -> Bool {
    var parts = name.split(separator: "/", omittingEmptySubsequences: false)
    // The name of a folder ends with "/".
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    return parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".." && !part.contains("\\")
    } && !hasDrive(name)
  }

  /// Whether a name has a drive, as in "C:file", which Windows treats as an absolute path.
  private static func hasDrive(_ name: String) -> Bool {
    let start = name.unicodeScalars.prefix(2)
    return start.count == 2 && start.last == ":" && start.first?.properties.isAlphabetic == true
  }

  /// Returns the path of a file that another entry refers to, such as "../images/cover.jpg" in
  /// "text/one.xhtml"; nil if the path leads out of the archive.
  package static func resolve(_ path: String, from entry: String) -> String? {
    var parts = entry.split(separator: "/").dropLast().map(String.init)
    guard !path.hasPrefix("/"), !path.contains("\\") else { return nil }
    for part in path.split(separator: "/") where part != "." {
      if part == ".." {
        if parts.popLast() == nil { return nil }
      } else {
        parts.append(String(part))
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}

/// Writes a zip archive with libzip.
/// The same entries always produce the same bytes.
/// Every entry has the time 1980-01-01, unless it keeps the time of its file, and the same permissions and no extra
/// fields. libzip writes the whole
/// archive at the end, first to a temporary file in the same folder. It reads the files of entries piece by piece.
package final class ZipWriter {
  private let path: String
  /// The archive in libzip; nil after the archive is finished.
  private var archive: OpaquePointer?

  /// Begins an archive.
  /// The finished archive replaces any file at the path.
  package init(path: String) throws(ZipWriterError) {
    self.path = path
    var failure = g2a_zip_failure()
    archive = g2a_zip_create(path, &failure)
    if archive == nil { throw ZipWriterError(failure, path: path) }
  }

  deinit { if let archive { g2a_zip_close(archive) } }

  /// Adds an entry of bytes, compressed with deflate or stored uncompressed.
  package func add(_ name: String, _ bytes: [UInt8], isPacked: Bool) throws(ZipWriterError) {
    var failure = g2a_zip_failure()
    let isAdded = bytes.withUnsafeBufferPointer {
      g2a_zip_add_bytes(archive, name, $0.baseAddress, $0.count, isPacked, &failure)
    }
    if !isAdded { throw ZipWriterError(failure, path: path) }
  }

  /// Adds an entry from a regular file, which must not change until the archive is finished.
  /// With `keepsTime`, the entry has the time of the file.
  package func add(
    _ name: String, file: String, isPacked: Bool, keepsTime: Bool = false
  ) throws(ZipWriterError) {
    // A pipe instead of a file would block libzip forever.
    do {
      _ = try FileDescriptor(regular: file)
    } catch {
      throw .unreadable(error)
    }
    var failure = g2a_zip_failure()
    let time = keepsTime ? (FileStatus(file)?.modified ?? 0) / 1_000_000_000 : 0
    guard g2a_zip_add_file(archive, name, file, isPacked, Int64(time), &failure) else {
      throw ZipWriterError(failure, path: file)
    }
  }

  /// Writes the archive to its path.
  /// After an error, no partly written archive is left.
  package func finish() throws(ZipWriterError) {
    var failure = g2a_zip_failure()
    let isFinished = g2a_zip_finish(archive, &failure)
    archive = nil
    if !isFinished { throw ZipWriterError(failure, path: path) }
  }
}

extension ZipWriterError {
  fileprivate init(_ failure: g2a_zip_failure, path: String) {
    let error = SystemError(failure.number == 0 ? EIO : failure.number)
    switch failure.fault {
    case G2A_ZIP_NO_LIBRARY: self = .noLibrary
    case G2A_ZIP_NO_MEMORY: self = .noMemory
    case G2A_ZIP_UNREADABLE: self = .unreadable(FileError(path, .system(error)))
    default: self = .unwritable(FileError(path, .system(error)))
    }
  }
}

/// The reason why an archive cannot be written.
package enum ZipWriterError: Error, Equatable {
  case noLibrary, noMemory
  /// The archive cannot be written.
  case unwritable(FileError)
  /// A file for the archive cannot be read.
  /// The path is the archive's path if libzip does not report the file.
  case unreadable(FileError)

  /// The problem and how to solve it.
  package var message: String {
    switch self {
    case .noLibrary:
      "writing archives needs libzip, which is not installed; install the package libzip4 or libzip5"
    case .noMemory: "not enough memory to write the archive"
    case .unwritable(let error): "cannot write \(error.path): \(error.reason)"
    case .unreadable(let error): error.description
    }
  }
}

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
    /// An archive of voices has more files or bytes than these limits.
    case tooManyVoices(files: Int, bytes: Int)
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
      "reading archives needs libzip, which is not installed; install the package libzip4 or libzip5"
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
    case .tooManyVoices(let files, let bytes):
      "the archive has more than \(files) voice files, or more than "
        + "\(InputLimit.words(bytes: bytes)) of them; install its voices from smaller archives"
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
      case .tooLarge, .tooManyEntries, .tooManyVoices, .bomb: InputLimit.code
      default: "bad-archive"
      }
    return Diagnostic(code: code, severity: .error, message: message)
  }
}
