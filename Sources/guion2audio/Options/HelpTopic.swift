import Audiobook
import Basics

/// A help topic that is neither a command nor a diagnostic code, as in `guion2audio help captions`.
enum HelpTopic: String, CaseIterable {
  case captions, casting, dialogue
  case exitCodes = "exit-codes"
  case formats
  case readAlong = "read-along"
  case rehearsal

  /// A one-line summary for the list of topics.
  var summary: String {
    switch self {
    case .captions: "caption files beside the audio"
    case .casting: "choose the voice of each role"
    case .dialogue: "novels in many voices"
    case .exitCodes: "what each exit code means"
    case .formats: "audio formats, and which to choose"
    case .readAlong: "show the text while the audio plays"
    case .rehearsal: "table reads, rehearsals and recordings by people"
    }
  }

  var text: String {
    switch self {
    case .captions: Self.captionsText
    case .casting: Self.castingText
    case .dialogue: Self.dialogueText
    case .exitCodes: Self.exitCodesText
    case .formats: Self.formatsText
    case .readAlong: Self.readAlongText
    case .rehearsal: Self.rehearsalText
    }
  }

  private static var exitCodesText: String {
    var text = "The exit code shows how a command ended:\n\n"
    for code in ExitCode.allCases {
      let number = String(code.rawValue)
      text += "  \(number)\(String(repeating: " ", count: 5 - number.count))\(code.meaning)\n"
    }
    return text
      + "\n129, 130 and 143 mean that a signal ended the command. 152 means that the processor time that "
      + "the shell\nallows is used up. In all these cases, finished chapters stay.\n"
  }

  private static let rehearsalText = """
    Rehearse with a script, and put recordings by people in the place of synthetic lines.

      guion2audio script.fountain --read dialogue          speak only what the roles say
      guion2audio play script.fountain --rehearse ANN      leave time for Ann's lines; every cue is heard
      guion2audio script.fountain --rehearse ANN --rehearse-with whisper --only-with ANN
                                                           whisper her first words; only the scenes in which she speaks

    For recordings, add "recordings": "takes/" to cast.json.

      guion2audio recordings list script.fountain ANN      write takes/takes.csv, and takes/ann.txt to read from
      guion2audio recordings check script.fountain         show which recordings are missing, stale or faulty

    Save a recording as the id or number of its row: ann-0001.wav or 1.wav. If the words of a line change, its voice speaks
    again until there is a new recording. No command changes or deletes a recording.

    """

  private static let captionsText = """
    Captions show the text while it is spoken.

      guion2audio script.fountain --captions vtt        write a WebVTT file for each chapter
      guion2audio script.fountain --captions vtt,srt    write SubRip files as well
      guion2audio script.fountain --captions none       write no captions, even if your configuration sets a format

    Captions contain the author's own text: "Mr." stays "Mr.", and $5 stays $5. They leave out announcements such as
    "Ann says:" and "Quote."; --caption-announcements includes them.
    A caption appears when its first word is spoken and disappears after its last word. If the voice reports the time of
    each word, a long line of the script becomes several captions. A book in one file (m4b, --single-file) gets a caption file for the
    whole book and a caption file for each chapter.
    For an audio editor, --labels audacity writes a label with the speaker and the words of each line.
    The times of all lines are also in manifest.json: "start" and "end" in seconds.

    """

  private static let dialogueText = """
    The characters of a novel speak their quotations, and the narrator reads the rest.

      guion2audio cast novel.md -o cast.json            find the characters and switch dialogue on
      guion2audio speakers novel.md                     show who speaks, and the answers that help most
      guion2audio speakers novel.md --ask               answer the doubts, first what decides most
      guion2audio speakers novel.md -o novel.voices     list the doubts in a file, for your answers; --all: every turn
      guion2audio novel.md                              render: cast.json and novel.voices are read

    The program finds the speakers by tags ("said Tom"), turns and names, without a network, and never changes a word. Turns
    in doubt are the narrator's. "dialogue" in the cast sets the threshold ("confidence") and who "I" is ("narrator"),
    and leaves out tags that only name the speaker ("tags": "skip"). --dialogue on and off apply once.

    """

  private static let readAlongText = """
    A page or an EPUB shows the text as written and highlights the sentence that is being spoken.

      guion2audio script.fountain --read-along html     write a page beside the audio; open index.html
      guion2audio script.fountain --read-along html-single    write one page with text and sound, for sending
      guion2audio novel.md --read-along epub            write an EPUB with its audio, for reading apps
      guion2audio novel.md --read-along epub --overlay word    highlight words if their times are known

    The page works from a disk and from any web server, and needs no network. Click a word, or press Enter on it, to
    play from there. Space plays and pauses. The arrow keys go to the previous and the next sentence.
    An EPUB needs --format mp3 or m4b. A build without --read-along removes the page and the EPUB, just as a build
    without --captions removes captions. To write the page or the EPUB in every build, set "read-along" under "defaults"
    in the configuration. The page and the EPUB contain the author's own text, without the author's notes.

    """

  private static let castingText = """
    A cast assigns a voice to each role.

      guion2audio cast script.fountain -o cast.json     draft a cast with everyone who speaks
      guion2audio script.fountain --cast cast.json      use it; cast.json beside the script is used automatically
      guion2audio voices                                list voices
      guion2audio say "Hello." --voice hibari://heart   hear one voice
      guion2audio audition script.fountain              hear each role of the cast speak a typical line
      guion2audio audition script.fountain --role ANNA --voices 3
                                                        hear the three other voices that fit Anna best
      guion2audio cast script.fountain --set ANNA=wren  give Anna a voice in the cast file
      guion2audio plan script.fountain                  see how much each role speaks, and with which voice

    Without a cast, the program chooses the voices. No role shares the narrator's voice. The voice of a role depends on
    what the script tells about the role, such as "(40's M)", "his son DAVID" or "her coat", and on how much it speaks
    and with whom. So an edit can change a voice, but rarely does. A cast file fixes the voices.

      {
        "narrator": "hibari://heart",
        "characters": {
          "ANNA": "hibari://heart+linnet",
          "BEN":  { "voice": "hibari://heart+raven?rate=0.95", "aliases": ["YOUNG BEN"] }
        }
      }

    A short name, such as raven, means the same as hibari://heart+raven.

    Documentation/reference/cast-file.md describes all settings of a cast.

    """

  private static let formatsText = """
    --format accepts one or more formats, separated by commas.

      mp3    plays everywhere (the default)
      m4b    the whole book in one file, with chapters and a cover, for audiobook apps
      opus   the smallest files with good speech quality
      ogg    Vorbis, for players that cannot play opus
      flac   lossless, half the size of wav
      wav    lossless, for editing

    --single-file writes the whole book to one file in each format.
    --bitrate sets the bit rate of mp3, ogg, opus and m4b in kilobits per second.
    --sample-rate sets the sample rate; the default is the highest sample rate of the voices.
    --loudness acx, podcast and ebu follow the rules of audiobook shops, podcast apps and broadcasters.
    --stereo places each voice between left and right.

    """
}

/// The help on the codes of `verify`. `LintCode` has the help on the codes of other commands.
extension Finding.Code {
  /// The help on the code: severity, meaning and advice.
  var help: String {
    let severity = Finding(code: self, message: "").severity.rawValue
    return "\(rawValue) (\(severity), reported by verify)\n\n\(meaning)\n\n\(advice)\n"
  }

  /// The meaning of the finding, in one sentence.
  private var meaning: String {
    switch self {
    case .missingFile: "A file that the manifest lists does not exist."
    case .unreadableFile:
      "A file cannot be read, or is a link, a folder or a pipe, which `verify` does not open."
    case .changedFile:
      "A file has changed since it was written: its SHA-256 differs from the manifest."
    case .undecodable: "An audio file cannot be decoded, or cannot be decoded to its end."
    case .wrongForm:
      "An audio file has another sample rate or number of channels than the manifest states."
    case .wrongLength: "An audio file is longer or shorter than the manifest states."
    case .contradiction:
      "The manifest contradicts itself: it has two hashes for a file, or lengths that do not match the samples."
    case .misplacedLine:
      "According to the manifest, a line begins before the previous line, ends before it begins, or ends after its chapter."
    case .silentLine: "A line in the audio is too quiet to be heard, or has no length."
    case .clipping:
      "The audio is distorted by clipping: it stays at the highest level for 0.3 ms or longer."
    case .tooFast:
      "A line is spoken faster than any voice speaks (35 characters a second), so words are probably missing."
    case .tooSlow:
      "A line is spoken too slowly (fewer than 4 characters a second), so it probably contains other sounds."
    case .damagedVoice:
      "A file of the natural voice is damaged, and heart or espeak-ng reads the book. The next build may sound different."
    case .shopRule: "A shop would refuse the folder."
    }
  }

  private var advice: String {
    switch self {
    case .missingFile, .changedFile, .undecodable, .wrongForm, .wrongLength:
      "Run the build again: it replaces the file. If you did not change the file, check the disk."
    case .unreadableFile: "Restore the file or its permissions, or run the build again."
    case .contradiction, .misplacedLine:
      "Another program has changed the manifest. Run the build again."
    case .silentLine, .clipping, .tooFast, .tooSlow:
      "Listen to the line. If it is wrong, request a new take with --retake FILE:LINE. If a voice of espeak or hibari speaks the line, change the line or its voice: a new take would sound the same."
    case .damagedVoice: "Install guion2audio again, and build the book again."
    case .shopRule:
      "Render with the preset of the shop. If a level or a silence is wrong, change the voices or the pauses chapterStart and chapterEnd."
    }
  }
}
