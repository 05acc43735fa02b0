// The target exists for its headers; shims for C that Swift cannot call go into files beside this one.
