/// The variants that automatic casting draws from.
enum EspeakCasting {
  /// Women and men in turn, in the order in which they are cast.
  ///
  /// Chosen from the 101 of espeak 1.51 by measurement on a fixed passage: neither robots, jokes
  /// nor whispers, no formant synthesis by `klatt`, no clipping, a tempo within a fifth of the
  /// usual, a fundamental that fits the gender (75 to 150 Hz, 170 to 250 Hz); of those, each the
  /// farthest in fundamental and mean cepstrum from all before it. A place in the list is a
  /// character's voice in books that were made: append, never reorder.
  static let variants = [
    "f3", "m3", "steph", "david", "f1", "kaukovalta", "Annie", "Nguyen",
    "belinda", "travis", "Andrea", "Lee", "aunty", "boris", "f2", "m8",
    "Alicia", "Michael", "linda", "rob", "f5", "marcelo", "f4", "victor",
  ]
}
