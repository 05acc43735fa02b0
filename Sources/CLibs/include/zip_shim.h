#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libzip, loaded when the first archive is read or written, and not needed to build. The few declarations of libzip 1.7
// to 1.11 that are used here (zip.h); the structures that are passed keep their form within its sonames.

typedef struct g2a_zip g2a_zip;
typedef struct g2a_zip_file g2a_zip_file;

/// An entry of an archive, as its list has it.
struct g2a_zip_entry {
  /// The name's own bytes, without an end; they belong to the archive.
  const char *name;
  uint64_t index, size, compressed_size;
  bool is_encrypted;
  /// Whether the entry is stored, or compressed in a way that is read (deflate).
  bool is_readable;
  /// A symbolic link, or anything else that is neither file nor folder.
  bool is_special;
};

enum g2a_zip_fault {
  G2A_ZIP_NONE,
  G2A_ZIP_NO_LIBRARY,
  /// It is no archive, or is cut off.
  G2A_ZIP_NO_ARCHIVE,
  /// Its parts contradict each other.
  G2A_ZIP_INCONSISTENT,
  G2A_ZIP_NO_MEMORY,
  G2A_ZIP_ENCRYPTED,
  /// Compressed in a way that is not read.
  G2A_ZIP_METHOD,
  /// The bytes do not give what the list says.
  G2A_ZIP_DAMAGED,
  /// A file for the archive cannot be read.
  G2A_ZIP_UNREADABLE,
  /// The archive cannot be written.
  G2A_ZIP_UNWRITABLE,
};

/// Opens an archive in memory, which must outlive it; NULL with a fault.
g2a_zip *g2a_zip_open(const unsigned char *bytes, size_t count, enum g2a_zip_fault *fault);
void g2a_zip_close(g2a_zip *archive);
uint64_t g2a_zip_count(g2a_zip *archive);
/// False if there is no such entry.
bool g2a_zip_get_entry(g2a_zip *archive, uint64_t index, struct g2a_zip_entry *entry);
/// Fills the buffer with the beginning of an entry; the number of bytes, or -1 with a fault. The check value is
/// checked if the entry is not longer than the buffer.
int64_t g2a_zip_read(
    g2a_zip *archive, uint64_t index, unsigned char *buffer, size_t room, enum g2a_zip_fault *fault);

/// Why an archive is not written.
struct g2a_zip_failure {
  enum g2a_zip_fault fault;
  /// The number of the system's error (errno(3)); 0 if there is none.
  int number;
};

/// Begins a new archive, which takes the place of the file at a path when it is finished; NULL with a failure.
g2a_zip *g2a_zip_create(const char *path, struct g2a_zip_failure *failure);
/// Adds an entry of bytes, which are copied, stored or packed with deflate; false with a failure.
bool g2a_zip_add_bytes(
    g2a_zip *archive, const char *name, const unsigned char *bytes, size_t count, bool is_packed,
    struct g2a_zip_failure *failure);
/// Adds an entry of a file, which is read when the archive is finished; false with a failure.
bool g2a_zip_add_file(
    g2a_zip *archive, const char *name, const char *path, bool is_packed, struct g2a_zip_failure *failure);
/// Writes the archive and closes it, also if it fails; false with a failure.
bool g2a_zip_finish(g2a_zip *archive, struct g2a_zip_failure *failure);
