// Diagnostics, source positions, JSON and digests are part of this module's API. Therefore
// importing this module also imports them.
@_exported public import Basics
// So are data, dates, addresses and times.
@_exported public import FoundationEssentials
