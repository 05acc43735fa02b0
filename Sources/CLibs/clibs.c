// The target exists for its headers. Shims for C functions that Swift cannot call are in the other files of this
// folder.
