import Basics

extension GuionElement {
  /// Whether there is anything to read aloud.
  ///
  /// False for a comment, a boneyard, a page break, a synopsis, and for text without a letter or digit. The
  /// speech rules decide whether a speakable element is read.
  public var isSpeakable: Bool {
    switch elementType {
    case .comment, .boneyard, .pageBreak, .synopsis: false
    default: elementText.unicodeScalars.contains(where: \.isLetterOrNumber)
    }
  }
}
