// Diagnostics, positions, JSON and digests are part of this module's API, so importing it also imports
// Basics.
@_exported public import Basics
