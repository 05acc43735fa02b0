/// What a reader sees of a footnote where it is referred to.
struct Footnote {
  let number: Int
  let text: MarkedText
}
