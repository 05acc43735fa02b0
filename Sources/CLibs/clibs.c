// The target exists for its headers. Shims for C functions that Swift cannot call are in files next to this
// one.
