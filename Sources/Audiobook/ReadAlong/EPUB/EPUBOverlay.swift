/// The media overlay of a chapter (EPUB 3.3, section 9).
///
/// It names the element to highlight for each part of the audio.
struct EPUBOverlay {
  /// The document, in SMIL 3.0.
  let bytes: [UInt8]
  /// The total duration of the clips.
  let duration: EPUBTime

  /// Writes the overlay of a chapter.
  ///
  /// `duration` is the duration of the chapter's audio.
  init(chapter: Int, audio: EPUBAudio, units: [EPUBUnit], duration: EPUBTime) {
    let clips = EPUBClips.clips(of: units, duration: duration)
    self.duration = clips.last?.clip.upperBound ?? duration
    let page = EPUBNames.pageFile(chapter)
    let sound = "../" + EPUBNames.audio(chapter, audio)
    var output = XMLText()
    output.open(
      "smil",
      [
        "xmlns": "http://www.w3.org/ns/SMIL", "xmlns:epub": "http://www.idpf.org/2007/ops",
        "version": "3.0",
      ])
    output.markup("\n")
    output.open("body", ["epub:textref": page, "epub:type": "chapter"])
    output.markup("\n")
    var open: [EPUBContainer] = []
    for (unit, clip) in clips {
      let kept = zip(open, unit.containers).prefix { $0 == $1 }.count
      for _ in open[kept...] { output.markup("</seq>\n") }
      for container in unit.containers[kept...] {
        output.open(
          "seq", ["epub:textref": "\(page)#\(container.id)", "epub:type": container.type])
        output.markup("\n")
      }
      open = unit.containers
      output.open("par")
      output.empty("text", ["src": "\(page)#\(unit.id)"])
      output.empty(
        "audio",
        ["src": sound, "clipBegin": clip.lowerBound.seconds, "clipEnd": clip.upperBound.seconds])
      output.markup("</par>\n")
    }
    for _ in open { output.markup("</seq>\n") }
    output.markup("</body>\n</smil>\n")
    bytes = output.bytes
  }
}
