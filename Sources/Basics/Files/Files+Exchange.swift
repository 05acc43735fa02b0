import CFiles
import Glibc

extension Files {
  /// Renames a file to an unused name.
  ///
  /// Throws `EEXIST` if the name is in use (renameat2(2), `RENAME_NOREPLACE`).
  package static func renameWithoutReplacing(
    _ path: String, to final: String
  ) throws(Failure) {
    if g2a_rename(path, final, 1) != 0 { throw Failure(path, .system(.last)) }
  }

  /// Exchanges the names of two files in one step, so that both names always exist (renameat2(2),
  /// `RENAME_EXCHANGE`).
  package static func exchange(_ path: String, with other: String) throws(Failure) {
    if g2a_rename(path, other, 2) != 0 { throw Failure(path, .system(.last)) }
  }
}
