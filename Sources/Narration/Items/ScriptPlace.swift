/// Where in a manuscript something stands.
public struct ScriptPlace: Sendable, Hashable {
  /// The number of the document, from 0.
  public var source: Int
  /// The line, from 1; 0 where there is none.
  public var line: Int

  /// Makes a place.
  public init(source: Int = 0, line: Int) {
    self.source = source
    self.line = line
  }
}

extension SpokenItem {
  /// Where the item came from.
  public var place: ScriptPlace { ScriptPlace(source: Int(source), line: Int(line)) }
}
