#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libzip is loaded when the first archive is read or written, and is not needed to build. This file has only the
// declarations of libzip 1.7 to 1.11 that the program uses (zip.h). The structures keep their layout within the
// sonames of libzip.

typedef struct g2a_zip g2a_zip;
typedef struct g2a_zip_file g2a_zip_file;

/// An entry in the archive's list.
struct g2a_zip_entry {
  /// The name as raw bytes, terminated by NUL; the bytes belong to the archive.
  const char *name;
  uint64_t index, size, compressed_size;
  bool is_encrypted;
  /// Whether the entry is stored, or compressed with a supported method (deflate).
  bool is_readable;
  /// Whether the entry is a symbolic link, or anything else that is neither a file nor a folder.
  bool is_special;
};

enum g2a_zip_fault {
  G2A_ZIP_NONE,
  G2A_ZIP_NO_LIBRARY,
  /// The data is not an archive, or is truncated.
  G2A_ZIP_NO_ARCHIVE,
  /// The parts of the archive contradict each other.
  G2A_ZIP_INCONSISTENT,
  G2A_ZIP_NO_MEMORY,
  G2A_ZIP_ENCRYPTED,
  /// The compression method is not supported.
  G2A_ZIP_METHOD,
  /// The decompressed bytes do not match the list.
  G2A_ZIP_DAMAGED,
  /// A file to be added cannot be read.
  G2A_ZIP_UNREADABLE,
  /// The archive cannot be written.
  G2A_ZIP_UNWRITABLE,
};

/// Opens an archive in memory. The bytes must outlive the archive. Returns NULL and sets a fault on failure.
g2a_zip *g2a_zip_open(const unsigned char *bytes, size_t count, enum g2a_zip_fault *fault);
void g2a_zip_close(g2a_zip *archive);
uint64_t g2a_zip_count(g2a_zip *archive);
/// Returns false if the entry does not exist.
bool g2a_zip_get_entry(g2a_zip *archive, uint64_t index, struct g2a_zip_entry *entry);
/// Reads the beginning of an entry into the buffer. Returns the number of bytes, or -1 with a fault. The
/// checksum is verified if the entry is not longer than the buffer.
int64_t g2a_zip_read(
    g2a_zip *archive, uint64_t index, unsigned char *buffer, size_t room, enum g2a_zip_fault *fault);

/// The reason why an archive was not written.
struct g2a_zip_failure {
  enum g2a_zip_fault fault;
  /// The error number of the system (errno(3)); 0 if there is none.
  int number;
};

/// Begins a new archive, which replaces the file at the path when it is finished; returns NULL with a failure.
g2a_zip *g2a_zip_create(const char *path, struct g2a_zip_failure *failure);
/// Adds an entry from bytes, which are copied. If `is_packed`, the entry is compressed with deflate, otherwise it
/// is stored. Returns false with a failure.
bool g2a_zip_add_bytes(
    g2a_zip *archive, const char *name, const unsigned char *bytes, size_t count, bool is_packed,
    struct g2a_zip_failure *failure);
/// Adds an entry from a file, which is read when the archive is finished. `time` is its date in seconds since 1970; 0 is
/// 1980-01-01. Returns false with a failure.
bool g2a_zip_add_file(
    g2a_zip *archive, const char *name, const char *path, bool is_packed, int64_t time,
    struct g2a_zip_failure *failure);
/// Writes the archive and always closes it; returns false with a failure.
bool g2a_zip_finish(g2a_zip *archive, struct g2a_zip_failure *failure);
