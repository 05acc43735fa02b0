#define _GNU_SOURCE
#include "include/files_shim.h"

#include <fcntl.h>

int g2a_rename(const char *old_name, const char *new_name, unsigned flags) {
  return renameat2(AT_FDCWD, old_name, AT_FDCWD, new_name, flags);
}
