/// What has become of a file of ours.
enum FileState {
  /// It is what it was; its time and inode are those of now.
  case unchanged(FileRecord)
  case modified
  case missing
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
}

extension FileRecord {
  /// Whether size, time and inode are those that were recorded, as git compares them.
  func matches(_ status: FileSystem.Status) -> Bool {
    status.size == size && status.modified == modified && status.inode == inode
  }

  /// Records are data that anyone may have written: nothing outside the folder is ours.
  var isInFolder: Bool { Self.isName(file) || FolderRecords.isStretch(file) }

  /// Whether a name is that of a file in the folder.
  static func isName(_ name: String) -> Bool {
    // The system's calls end a path at the first NUL.
    !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 } && !["", ".", ".."].contains(name)
  }
}
