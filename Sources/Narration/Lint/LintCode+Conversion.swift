import Guion

/// Findings of `convert` about content that a format cannot contain.
extension LintCode {
  static let conversion: [LintCode] = [
    LintCode(
      "lost-element", .note, "The output format cannot represent an element.",
      example: "a page break at the beginning of a Final Draft script",
      advice: "Keep the old document if the element matters."),
    LintCode(
      "changed-element", .note, "An element gets another type.",
      example: "/* a boneyard */ becomes a comment in Final Draft",
      advice: "Check this element in the new document."),
    LintCode(
      "changed-words", .note, "The text or the scene number of an element changes.",
      example: "an action whose first line is indented, in Final Draft",
      advice: "Compare this element with the old document."),
    LintCode(
      "lost-span", .note, "Formatting or a link is lost; the words stay the same.",
      example: "struck-through text, in Fountain",
      advice: "Keep the old document if the formatting matters."),
    LintCode(
      "lost-mark", .note, "An element is no longer part of its list, quotation, table or note.",
      example: "a table of an EPUB with rows of different lengths",
      advice: "Check this element in the new document."),
    LintCode(
      "lost-title", .note, "The new document loses or changes a line of the title page.",
      example: "a custom key, in Final Draft", advice: "Add the line to the new document by hand."
    ),
  ]
}
