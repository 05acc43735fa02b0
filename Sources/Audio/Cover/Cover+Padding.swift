extension Cover {
  /// Returns the picture in the middle of a square that has the colour of the picture's edges.
  ///
  /// The result has the picture's file type. The same picture always gives the same result. A square picture is
  /// returned unchanged. `name` replaces the path in errors.
  public func padded(name: String) throws(AudioError) -> Cover {
    if isSquare { return self }
    let library = try PixbufLibrary(for: "padding a cover")
    guard let picture = Pixbuf(decoding: bytes, library) else {
      throw .malformed(path: name, reason: "its picture cannot be decoded")
    }
    let side = max(picture.width, picture.height)
    let square = Pixbuf(square: side, colour: Self.edgeColour(of: picture), like: picture)
    square?.draw(picture, x: (side - picture.width) / 2, y: (side - picture.height) / 2)
    guard let bytes = square?.encoded(as: kind), let cover = Cover(bytes) else {
      throw .cannotOpen(path: name, reason: "not enough memory for a square of \(side) pixels")
    }
    return cover
  }

  /// Returns the mean colour of the two long edges of the picture.
  ///
  /// The square continues beyond these edges.
  private static func edgeColour(of picture: Pixbuf) -> [UInt8] {
    let (width, height) = (picture.width, picture.height)
    let isUpright = height > width
    let length = isUpright ? height : width
    var sums = [Int](repeating: 0, count: picture.channels)
    for place in 0..<length {
      for far in [false, true] {
        let x = isUpright ? (far ? width - 1 : 0) : place
        let y = isUpright ? place : (far ? height - 1 : 0)
        for (channel, value) in picture.pixel(x, y).enumerated() { sums[channel] += Int(value) }
      }
    }
    return sums.map { UInt8(($0 + length) / (2 * length)) }
  }
}
