extension RemovedSpan {
  /// The element it is reported as.
  var element: GuionElement {
    GuionElement(
      elementType: kind == .note ? .comment : .boneyard, elementText: text, sourceRange: range)
  }
}
