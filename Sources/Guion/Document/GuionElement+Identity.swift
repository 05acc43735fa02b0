extension GuionElement {
  /// The `id` of the element's model (`GuionElementModel.id`), by which a store knows what was spoken of it.
  ///
  /// Elements of a `GuionDocumentModel` have one, and so have the speeches that speaker labels make of
  /// them. nil for an element of a bare `GuionParsedElementCollection`, for one that was made by hand, and
  /// for one whose type, words or extension were changed. Computed each time, in about a microsecond.
  public var elementID: String? {
    originID ?? ordinal.count.map { ElementIdentity.id(of: self, ordinal: $0) }
  }

  /// An element that was made from another is spoken for that one.
  package func made(from other: GuionElement) -> GuionElement {
    guard let id = other.elementID else { return self }
    var copy = self
    copy.originID = id
    return copy
  }
}
