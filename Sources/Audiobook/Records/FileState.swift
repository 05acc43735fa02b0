import Basics

/// What has become of a file of ours.
enum FileState {
  /// It is what it was; its time and inode are those of now.
  case unchanged(FileRecord)
  case modified
  case missing

  /// Looks at a file in a folder; only one whose time or inode differs is hashed, and is known by its new
  /// ones from then on.
  init(of record: FileRecord, in folder: String) throws(RenderError) {
    let path = folder + "/" + record.file
    guard let status = FileSystem.status(of: path) else {
      self = .missing
      return
    }
    guard status.size == record.size else {
      self = .modified
      return
    }
    if record.matches(status) {
      self = .unchanged(record)
      return
    }
    guard try FileDigest.sha256(of: path) == record.sha256 else {
      self = .modified
      return
    }
    var seen = record
    (seen.modified, seen.inode) = (status.modified, status.inode)
    self = .unchanged(seen)
  }
}

/// A chapter of an earlier build, and what has become of it.
struct SurveyedChapter {
  /// Why a chapter is no longer what was recorded, with the file.
  enum Fault: Hashable, Sendable {
    case modified(String)
    case missing(String)
  }

  var record: ChapterRecord
  /// Nil where all its files are unchanged.
  var fault: Fault?

  /// Looks what has become of a chapter in a folder.
  init(_ record: ChapterRecord, in folder: String) throws(RenderError) {
    self.record = record
    for (index, file) in record.files.enumerated() where fault == nil {
      switch try FileState(of: file, in: folder) {
      case .unchanged(let seen): self.record.files[index] = seen
      case .modified: fault = .modified(file.file)
      case .missing: fault = .missing(file.file)
      }
    }
  }
}

extension FileRecord {
  /// Whether size, time and inode are those that were recorded, as git compares them.
  func matches(_ status: FileStatus) -> Bool {
    status.size == size && status.modified == modified && status.inode == inode
  }

  /// Records are data that anyone may have written: nothing outside the folder is ours.
  var isInFolder: Bool { Self.isListed(file) || FolderRecords.isOwn(file) }

  /// Whether a name may be in a manifest: that of a file in the folder, or of one that people read along.
  static func isListed(_ name: String) -> Bool { isName(name) || ReadAlongFolder.isName(name) }

  /// Whether a name is that of a file in the folder.
  static func isName(_ name: String) -> Bool {
    // The system's calls end a path at the first NUL.
    !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 } && !["", ".", ".."].contains(name)
  }
}
