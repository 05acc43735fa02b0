#include <sqlite3.h>
#include <sys/vfs.h>

/// Binds a text, which SQLite copies. `SQLITE_TRANSIENT` is a cast of -1, which Swift does not import.
static inline int g2a_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Binds bytes, which SQLite copies. For a null pointer, binds a blob without bytes, because SQLite would bind
/// NULL.
static inline int g2a_sqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Returns the magic number of the file system that contains a file, or 0. Glibc's Swift module has no
/// `statfs`.
static inline unsigned int g2a_file_system_kind(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (unsigned int)status.f_type : 0;
}
