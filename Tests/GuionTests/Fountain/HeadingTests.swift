import Guion
import Testing

/// Tests of R4: scene headings.
@Suite struct HeadingTests {
  static let prefixes: [Row] = [
    Row("INT", "INT. BAR\n\nX", "heading INT. BAR | action X"),
    Row("EXT", "EXT. BAR\n\nX", "heading EXT. BAR | action X"),
    Row("EST", "EST. BAR\n\nX", "heading EST. BAR | action X"),
    Row("INT./EXT", "INT./EXT. CAR", "heading INT./EXT. CAR"),
    Row("INT./EXT and a space", "INT./EXT CAR", "heading INT./EXT CAR"),
    Row("EXT./INT.", "EXT./INT. CAR", "heading EXT./INT. CAR"),
    Row("INT/EXT", "INT/EXT CAR", "heading INT/EXT CAR"),
    Row("INT/EXT and a period", "INT/EXT. CAR", "heading INT/EXT. CAR"),
    Row("I/E", "I/E CAR", "heading I/E CAR"),
    Row("I/E and a period", "I/E. CAR", "heading I/E. CAR"),
    Row("a space", "INT BAR", "heading INT BAR"),
    Row("lower case", "int. bar - day", "heading int. bar - day"),
    Row("mixed case", "Ext. Bar", "heading Ext. Bar"),
    Row("mixed case i/e", "i/E bar", "heading i/E bar"),
    Row("prefix and period alone", "INT.", "heading INT."),
    Row("R4.2 trimmed", "INT. BAR   \n\n", "heading INT. BAR"),
    Row("bare prefix", "INT", "action INT"),
    Row("tab behind the prefix", "INT\tBAR", "action INT    BAR"),
    Row("EXT/INT", "EXT/INT. CAR", "heading EXT/INT. CAR"),
    Row("I./E.", "I./E. CAR", "heading I./E. CAR"),
    Row("E/I", "E/I CAR", "heading E/I CAR"),
    Row("INT-", "INT- BAR", "action INT- BAR"),
    Row("R4.9 German", "INNEN. KÜCHE\n\nX", "heading INNEN. KÜCHE | action X"),
    Row("R4.9 two words", "AUSSEN/INNEN AUTO - TAG", "heading AUSSEN/INNEN AUTO - TAG"),
    Row("R4.9 French", "INTÉRIEUR - BAR – JOUR", "heading INTÉRIEUR - BAR – JOUR"),
    Row("R4.9 Spanish", "INTERIOR. CASA - DÍA", "heading INTERIOR. CASA - DÍA"),
    Row("R4.9 no dash", "INTERIOR. BAR", "action INTERIOR. BAR"),
    Row("R4.9 small letters", "INNEN. Es ist kalt.", "action INNEN. Es ist kalt."),
    Row("longer word", "INTERIOR BAR", "action INTERIOR BAR"),
    Row("longer word in small letters", "Extra. Extra.", "action Extra. Extra."),
    Row("ESTABLISHING", "ESTABLISHING SHOT", "action ESTABLISHING SHOT"),
    Row("OVER BLACK", "OVER BLACK", "action OVER BLACK"),
    Row("inside emphasis", "**INT. BAR**", "action **INT. BAR**"),
    Row("underlined", "_EXT. BAR_", "action _EXT. BAR_"),
    Row("FADE IN", "X\n\nFADE IN:\n\nY", "action X | transition FADE IN: | action Y"),
  ]

  static let neighbours: [Row] = [
    Row("R4.3 in a paragraph", "x\nINT. BAR\n\nY", "action x⏎INT. BAR | action Y"),
    Row("R4.3 in a speech", "JOHN\nINT. BAR\n\nY", "cue JOHN | dialogue INT. BAR | action Y"),
    Row(
      "R4.3 in the middle of a speech", "JOHN\nHi.\nINT. BAR\nHo.",
      "cue JOHN | dialogue Hi.⏎INT. BAR⏎Ho."),
    Row("R4.4 nothing blank after", "INT. BAR\nX", "action INT. BAR⏎X"),
    Row("R4.4 in small letters", "int. bar\nX", "action int. bar⏎X"),
    Row("R4.4 two headings", "INT. BAR\nEXT. CAR\n\n", "action INT. BAR⏎EXT. CAR"),
    Row("R4.4 a speech under it", "INT. BAR\nJOHN\nHi.", "action INT. BAR⏎JOHN⏎Hi."),
    Row("R4.4 over a line of two blanks", "INT. BAR\n  \nX", "heading INT. BAR | action X"),
    Row("R4.4 over a note", "INT. BAR\n[[x]]\n\nX", "heading INT. BAR | note x | action X"),
    Row("R4.4 over a note and text", "INT. BAR\n[[x]]\nX", "action INT. BAR⏎X | note x"),
    Row("R4.4 over a boneyard", "INT. BAR\n/* x */\nX", "heading INT. BAR | boneyard x | action X"),
    Row("R4.4 over a synopsis", "INT. BAR\n= x\nY", "heading INT. BAR | synopsis x | action Y"),
    Row(
      "R4.4 over a note and a synopsis", "INT. BAR\n[[n]]\n= x\nY",
      "heading INT. BAR | note n | synopsis x | action Y"),
    Row(
      "R4.4 over a synopsis and a cue", "INT. BAR\n= x\nJOHN\nHi.",
      "heading INT. BAR | synopsis x | cue JOHN | dialogue Hi."),
    Row("R4.4 over a page break", "INT. BAR\n===\nX", "heading INT. BAR | page | action X"),
    Row("R4.4 over centered text", "INT. BAR\n> X <", "action INT. BAR | centered X"),
    Row("R4.4 over a lyric", "INT. BAR\n~la", "action INT. BAR | lyric la"),
    Row("R4.5", "!INT. BAR\n\nX", "action INT. BAR | action X"),
  ]

  static let forced: [Row] = [
    Row("R4.6 letter", ".SNIPER SCOPE\n\nX", "heading SNIPER SCOPE | action X"),
    Row("R4.6 small letter", ".binoculars", "heading binoculars"),
    Row("R4.6 digit", ".1984", "heading 1984"),
    Row("R4.6 other alphabet", ".ДОМ", "heading ДОМ"),
    Row("R4.6 accent", ".élysée", "heading élysée"),
    Row("R4.6 script without case", ".家", "heading 家"),
    Row("R4.6 digit of another script", ".٣", "heading ٣"),
    Row("R4.6 nothing blank after", ".BAR\nX", "heading BAR | action X"),
    Row("R4.6 no cue under it", ".BAR\nJOHN\nHi.", "heading BAR | action JOHN⏎Hi."),
    Row("R4.6 nothing blank before", "x\n.45 calibre", "action x⏎.45 calibre"),
    Row("R4.6 in a speech", "JOHN\n.45 calibre", "cue JOHN | dialogue .45 calibre"),
    Row("R4.6 a transition", ".CUT TO:\n\n", "heading CUT TO:"),
    Row("R4.6 a prefix", ".INT. BAR\n\n", "heading INT. BAR"),
    Row("R4.7 two periods", "..BAR", "action ..BAR"),
    Row("R4.7 three periods", "...where he sits.", "action ...where he sits."),
    Row("R4.7 period and space", ". BAR", "action . BAR"),
    Row("R4.7 period and sign", ".#BAR", "action .#BAR"),
    Row("R4.7 period and mark", ".*BAR*", "action .*BAR*"),
    Row("R4.7 a period alone", ".", "action ."),
  ]

  static let numbers: [Row] = [
    Row("digit", "INT. BAR #1#\n\n", "heading INT. BAR #1#"),
    Row("letters", "INT. BAR #1A#", "heading INT. BAR #1A#"),
    Row("dashes and periods", "INT. BAR #I-1-A.#", "heading INT. BAR #I-1-A.#"),
    Row("longer", "INT. BAR #110A-1.b#", "heading INT. BAR #110A-1.b#"),
    Row("other alphabet", "INT. BAR #1Б#", "heading INT. BAR #1Б#"),
    Row("blanks behind", "INT. BAR #1#  \n\n", "heading INT. BAR #1#"),
    Row("no blank before", "INT. BAR#1#", "heading INT. BAR #1#"),
    Row("many blanks before", "INT. BAR   #1#", "heading INT. BAR #1#"),
    Row("forced heading", ".BAR #7#\nX", "heading BAR #7# | action X"),
    Row("time of day stays", "INT. BAR - DAY #1#", "heading INT. BAR - DAY #1#"),
  ]

  static let noNumbers = [
    "INT. BAR #1", "INT. BAR 1#", "INT. BAR #", "INT. BAR ##", "INT. BAR #1# DAY", "INT. BAR #1 A#",
    "INT. BAR #1/2#", "INT. BAR #1_A#", "INT. ROOM #12", "INT. BAR \\#1#", "INT. BAR #1\\#",
  ]

  @Test(arguments: prefixes) func prefixesRow(_ row: Row) { row.check() }
  @Test(arguments: neighbours) func neighboursRow(_ row: Row) { row.check() }
  @Test(arguments: forced) func forcedRow(_ row: Row) { row.check() }
  @Test(arguments: numbers) func numbersRow(_ row: Row) { row.check() }

  @Test(arguments: noNumbers) func textThatIsNotANumberStaysInTheHeading(_ heading: String) throws {
    let elements = FountainParser(string: heading).elements
    #expect(elements.outline == "heading \(heading)")
    #expect(elements.first?.sceneNumber == nil)
  }

  @Test func onlyTheLastPairIsASceneNumber() {
    let elements = FountainParser(string: "INT. BAR #1# #2#\n\nINT. BAR #1#2#").elements
    #expect(elements.map(\.elementText) == ["INT. BAR #1#", "INT. BAR #1"])
    #expect(elements.map(\.sceneNumber) == ["2", "2"])
  }
}
