/// Sentences that end with the word "no", which is the abbreviation of "number" only before a number.
public enum NoSentences {
  /// Sentences with no other number.
  public static let all = [
    "The answer is no.", "Hell no.", "Oh, no.", "No. I don't know.", "NO. I am not going.",
    "No. C'mon, get in the car.", "no... no... please.", "She shakes her head no.", "No-no.",
    "Yes or no. I want to know.", "Was that a yes or a no? It was a no.", "\"No.\"", "He said no.",
    "Well, no. I'd rather walk.", "I told you no. D is the answer.", "No, no. Not yet.",
    "And I say no.", "My answer was, is and stays no.", "No. X marks the spot.",
    "(quietly) No.", "Absolutely no. Mix it again.", "NO. MIX IT AGAIN.", "Oh God, no.",
    "Say it: no.", "I have one word for you — no.", "A plain, polite, final no.",
    "No. M. Dupont is not here.", "Did you see him? No. I was asleep.", "No I wasn't.",
    "Why no. Why indeed.",
  ]
}
