import Guion

/// Scene headings that became part of a paragraph or a speech because an empty line is missing.
struct HeadingsWithoutBlankLine: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    script.elements.flatMap { element -> [Diagnostic] in
      guard script.isScreenplay(element), !element.isForced,
        element.elementType == .action || element.elementType == .dialogue
      else { return [] }
      return element.lines.compactMap { line in
        guard SluglinePrefix.starts(line.text), line.text.isInCapitals else { return nil }
        let side =
          element.elementType == .action && line.isFirst
          ? "below" : line.isLast ? "above" : "above and below"
        return script.finding(
          .headingWithoutBlank,
          "this scene heading is read as part of the text; put an empty line \(side) it",
          at: element, line.position)
      }
    }
  }
}

/// Sections that are perhaps the writer's own, such as deleted scenes.
struct PrivateSections: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    script.manuscript.privateSections.map { section in
      let words = counted(script.manuscript.words(in: section), "word")
      return script.finding(
        .privateSection,
        "the section \"\(section.name)\" (\(words)) may not be meant for listeners, but is read; "
          + "to leave it out, add \"skip\": [\"\(section.name)\"] to the cast",
        at: script.manuscript.elements[section.elements.lowerBound])
    }
  }
}

/// Front and back matter, such as the copyright page and the index.
struct BackMatterParts: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    guard script.manuscript.edition == .second else { return [] }
    return script.manuscript.backMatter.map { part in
      Diagnostic(
        code: LintCode.backMatter, severity: .note,
        message:
          "\"\(part.name)\" (\(counted(script.manuscript.words(in: part), "word"))) is front or back "
          + "matter, and is read; to leave it out, add \"\(Manuscript.backMatterName)\" to \"skip\" of the cast",
        file: script.manuscript.document(of: script.manuscript.elements[part.elements.lowerBound])?
          .path,
        position: script.manuscript.elements[part.elements.lowerBound].sourceRange?.start)
    }
  }
}

/// Scene headings without a time of day.
struct SluglineTimes: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    script.elements.compactMap { element in
      guard element.elementType == .sceneHeading, script.isScreenplay(element),
        SluglinePrefix.starts(element.elementText[...]), !hasTime(element.elementText)
      else { return nil }
      return script.finding(
        .sluglineTime,
        "this heading has no time of day; add one, such as \"\(element.elementText) - DAY\"",
        at: element)
    }
  }

  private func hasTime(_ heading: String) -> Bool {
    heading.uppercased().split { !($0.isLetter || $0.isNumber || $0 == ":") }.contains { word in
      Self.times.contains(String(word)) || isYearOrHour(word)
    }
  }

  /// Whether a word is a year or an hour, such as 1973, 1950S or 6:30.
  private func isYearOrHour(_ word: Substring) -> Bool {
    let digits = word.prefix(while: \.isNumber).count
    let rest = word.dropFirst(digits)
    let isHour = rest.first == ":" && rest.dropFirst().first?.isNumber == true
    return digits == 4 || digits > 0 && isHour
  }

  /// Times of day, and words such as LATER and FLASHBACK, in the languages that the rules know.
  private static let times: Set<String> = [
    "DAY", "NIGHT", "MORNING", "NOON", "AFTERNOON", "EVENING", "DUSK", "DAWN", "MIDNIGHT",
    "SUNSET", "SUNRISE", "TWILIGHT", "MIDDAY", "DAYBREAK", "NIGHTFALL", "LATER", "EARLIER",
    "CONTINUOUS", "CONTINUING", "CONT", "SAME", "MOMENT", "MOMENTS", "MINUTES", "HOURS", "DAYS",
    "WEEKS", "MONTHS", "YEARS", "FLASHBACK", "PRESENT", "TIME", "LATE", "EARLY", "AM", "PM",
    "SPRING", "SUMMER", "AUTUMN", "FALL", "WINTER", "DREAM", "TODAY", "TONIGHT", "NOW", "HOUR",
    "DÍA", "DIA", "NOCHE", "MAÑANA", "TARDE", "AMANECER", "ATARDECER", "MADRUGADA", "MEDIODÍA",
    "MEDIANOCHE", "CONTINUO", "DESPUÉS", "JOUR", "NUIT", "MATIN", "SOIR", "SOIRÉE", "AUBE",
    "CRÉPUSCULE", "MIDI", "MINUIT", "CONTINU", "SUITE", "TAG", "NACHT", "MORGEN", "MITTAG",
    "NACHMITTAG", "ABEND", "DÄMMERUNG", "MITTERNACHT", "SPÄTER",
  ]
}

/// The prefixes of scene headings (Documentation/fountain.md, R4.1).
enum SluglinePrefix {
  /// Whether a line begins with a prefix followed directly by a period or a space.
  static func starts(_ line: Substring) -> Bool {
    let upper = line.prefix(8).uppercased()
    return prefixes.contains { prefix in
      guard upper.hasPrefix(prefix) else { return false }
      let next = upper.dropFirst(prefix.count).first
      return next == "." || next == " "
    }
  }

  private static let prefixes = ["INT", "EXT", "EST", "INT/EXT", "I/E"]
}
