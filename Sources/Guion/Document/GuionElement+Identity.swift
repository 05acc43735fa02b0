extension GuionElement {
  /// The `id` of the element's model (`GuionElementModel.id`), by which a store finds the audio of the
  /// element.
  ///
  /// Elements of a `GuionDocumentModel` have one, and so do the speeches that speaker labels split from
  /// them. nil for an element of a bare `GuionParsedElementCollection`, for an element created by hand, and
  /// after a change of type, text or extension. Computed on each call, in about a microsecond.
  public var elementID: String? {
    originID ?? ordinal.count.map { ElementIdentity.id(of: self, ordinal: $0) }
  }

  /// Returns a copy that has the other element's id, because it was created from it and is spoken for it.
  package func withIdentity(of other: GuionElement) -> GuionElement {
    guard let id = other.elementID else { return self }
    var copy = self
    copy.originID = id
    return copy
  }
}
