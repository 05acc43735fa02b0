extension PageBlock {
  /// Whether the block is a heading with text.
  var isTitle: Bool {
    switch kind {
    case .sceneHeading, .sectionHeading: !text.text.allSatisfy(\.isWhitespace)
    default: false
    }
  }

  /// Whether the block is part of the speech after a cue.
  var isSpeech: Bool {
    switch kind {
    case .parenthetical, .dialogue, .lyrics: true
    default: false
    }
  }

  /// The block's list item; nil if the block is not an item.
  var item: PageListItem? { if case .item(let item) = kind { item } else { nil } }

  /// The CSS class of a paragraph.
  var paragraphClass: String {
    switch kind {
    case .character: "character"
    case .parenthetical: "parenthetical"
    case .dialogue: "dialogue"
    case .lyrics: "lyrics"
    case .transition: "transition"
    case .credits: "credits"
    default: "action"
    }
  }

  /// The CSS class of a heading.
  var headingClass: String {
    if case .sceneHeading = kind { "scene-heading" } else { "section-heading" }
  }

  /// The numbers of the footnotes that the block contains.
  var notes: [Int] {
    switch kind {
    case .footnote(let number): [number]
    case .dual(let columns): columns.flatMap { $0.flatMap(\.notes) }
    default: []
    }
  }

  /// The numbers of the footnotes that the block's text refers to.
  var footnoteMarks: [Int] {
    texts.flatMap(\.formatting).compactMap { part in
      guard case .footnote(let number) = part.kind, part.range.isEmpty else { return nil }
      return number
    }
  }

  /// The files of the block's pictures that an EPUB can show.
  var imageFiles: [String] {
    var files = texts.flatMap(\.formatting).compactMap { part in
      if case .image(let file) = part.kind { file } else { nil }
    }
    switch kind {
    case .image(let file): files.insert(file, at: 0)
    case .dual(let columns): files += columns.flatMap { $0.flatMap(\.imageFiles) }
    default: break
    }
    return files.filter { EPUBImage.mediaType($0) != nil }
  }

  /// The block's text, and the texts of its cells and columns.
  private var texts: [PageText] {
    switch kind {
    case .table(let header, let rows): [text] + header + rows.flatMap(\.self)
    case .dual(let columns): [text] + columns.flatMap { $0.flatMap(\.texts) }
    default: [text]
    }
  }
}

extension String {
  /// The CSS class for a code language with this name; nil if the name has no usable character.
  var asCodeClass: String? {
    let name = lowercased().filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || "+-#_".contains($0))
    }
    return name.isEmpty ? nil : "language-" + name
  }
}

extension ArraySlice {
  /// Removes the elements at the beginning that satisfy a condition, and returns them.
  mutating func take(while isTaken: (Element) -> Bool) -> [Element] {
    let taken = Array(prefix(while: isTaken))
    removeFirst(taken.count)
    return taken
  }
}
