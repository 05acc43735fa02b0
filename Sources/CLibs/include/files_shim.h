#include <stdio.h>

/// renameat2(2) within the current folder, which Swift does not see; the flags are RENAME_NOREPLACE and RENAME_EXCHANGE.
int g2a_rename(const char *old_name, const char *new_name, unsigned flags);
