import Guion

/// What `convert` finds that a format cannot hold.
extension LintCode {
  static let conversion: [LintCode] = [
    LintCode(
      "lost-element", .note, "The format that is written has no place for an element.",
      example: "a page break at the beginning of a Final Draft script",
      advice: "Keep the old document if the element matters."),
    LintCode(
      "changed-element", .note, "An element becomes one of another kind.",
      example: "/* a boneyard */ becomes a note in Final Draft",
      advice: "Look at the place in the new document."),
    LintCode(
      "changed-words", .note, "The words of an element, or its scene number, are not the same.",
      example: "an action whose first line is indented, in Final Draft",
      advice: "Compare the place with the old document."),
    LintCode(
      "lost-span", .note, "Words look otherwise, or a link is gone; the words are the same.",
      example: "words that are struck out, in Fountain",
      advice: "Keep the old document if the looks matter."),
    LintCode(
      "lost-mark", .note, "An element no longer stands in its list, quotation, table or note.",
      example: "a table of an EPUB with rows of different lengths",
      advice: "Look at the place in the new document."),
    LintCode(
      "lost-title", .note, "A line of the title page cannot be written, or is another one now.",
      example: "a key of one's own, in Final Draft", advice: "Put it into the new document by hand."
    ),
  ]
}
