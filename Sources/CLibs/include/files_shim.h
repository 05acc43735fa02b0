#include <stdio.h>

/// Calls renameat2(2), which Swift does not import. Relative paths start from the current folder. `flags` is
/// RENAME_NOREPLACE or RENAME_EXCHANGE.
int g2a_rename(const char *old_name, const char *new_name, unsigned flags);
