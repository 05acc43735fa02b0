#include <stdio.h>

/// renameat2(2) relative to the current folder, which Swift does not import. The flags are RENAME_NOREPLACE and
/// RENAME_EXCHANGE.
int g2a_rename(const char *old_name, const char *new_name, unsigned flags);
