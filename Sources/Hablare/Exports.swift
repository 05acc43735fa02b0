// Diagnostics, places, JSON and digests are part of what this module gives: who imports it has them too.
@_exported public import Basics
