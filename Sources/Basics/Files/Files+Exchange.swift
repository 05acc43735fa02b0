import CFiles
import Glibc

extension Files {
  /// Gives a file a name that nobody has; `EEXIST` if somebody has it (renameat2(2), `RENAME_NOREPLACE`).
  package static func renameWithoutReplacing(
    _ path: String, to final: String
  ) throws(Failure) {
    if g2a_rename(path, final, 1) != 0 { throw Failure(path, .system(.last)) }
  }

  /// Changes the names of two files in one step, so that none is without a name (renameat2(2), `RENAME_EXCHANGE`).
  package static func exchange(_ path: String, with other: String) throws(Failure) {
    if g2a_rename(path, other, 2) != 0 { throw Failure(path, .system(.last)) }
  }
}
