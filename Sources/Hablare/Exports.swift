// Diagnostics, positions, JSON and digests are part of this module's API, so importing it includes
// them.
@_exported public import Basics
