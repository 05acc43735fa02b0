import Audiobook

/// A subject that is no command and no code: `guion2audio help captions`.
enum HelpTopic: String, CaseIterable {
  case captions, casting, formats
  case readAlong = "read-along"

  /// One line for lists of topics.
  var summary: String {
    switch self {
    case .captions: "captions beside the sound"
    case .casting: "who speaks with which voice"
    case .formats: "formats, and which to choose"
    case .readAlong: "the text, to read while it sounds"
    }
  }

  /// The text.
  var text: String {
    switch self {
    case .captions: Self.captionsText
    case .casting: Self.castingText
    case .formats: Self.formatsText
    case .readAlong: Self.readAlongText
    }
  }

  private static let captionsText = """
    Captions show the words while they are heard.

      guion2audio script.fountain --captions vtt        WebVTT beside each chapter
      guion2audio script.fountain --captions vtt,srt    SubRip as well
      guion2audio script.fountain --captions none       none, where your configuration has some

    Captions have the author's words: "Mr." stays "Mr.", and $5 stays $5. Announcements such as "Ann says:" and "Quote."
    are left out; --caption-announcements brings them back.
    A caption begins and ends with the words that it shows. Where the voice reports when it says each word, a long
    line is cut at a word. A book in one file (m4b, --single-file) gets one file of captions for the whole book.
    The times of every line are also in manifest.json: "start" and "end" in seconds, and "words" where known.

    """

  private static let readAlongText = """
    The text as it is written, with the sentence that sounds highlighted.

      guion2audio script.fountain --read-along html     a page beside the audio: open index.html
      guion2audio novel.md --read-along epub            an EPUB with its audio, for reading apps
      guion2audio novel.md --read-along epub --overlay word    it highlights words where their times are known

    The page works from a disk and from any web server. It needs no network. A click or Enter on a word plays from
    there; Space plays and pauses; the arrow keys go to the sentence before and after.
    An EPUB needs --format mp3 or m4b. A build without the option removes both, as it does with captions; to have them
    always, put "read-along" under "defaults" of the configuration. Both are made from the author's own words; author's notes are not in them.

    """

  private static let castingText = """
    A cast says who speaks with which voice.

      guion2audio cast script.fountain -o cast.json     draft a cast of everyone who speaks
      guion2audio script.fountain --cast cast.json      use it; cast.json beside the script is found by itself
      guion2audio voices                                list voices
      guion2audio say "Hello." --voice hibari://heart   hear one
      guion2audio audition script.fountain              hear the cast, each with a typical line
      guion2audio plan script.fountain                  see who says how much, and with which voice

    Without a cast the program chooses: the narrator has a voice alone, and each role gets one that depends on its name
    and on what the script states about it, such as "(40's M)" or "his son DAVID". An edit of a line changes no voice.

      {
        "narrator": "hibari://heart",
        "characters": {
          "ANNA": "hibari://heart+linnet",
          "BEN":  { "voice": "hibari://heart+raven?rate=0.95", "aliases": ["YOUNG BEN"] }
        }
      }

    Documentation/voices.md has all of it.

    """

  private static let formatsText = """
    --format names one format or several, parted by commas.

      mp3    plays everywhere (the default)
      m4b    the whole book in one file, with chapters and a cover, for audiobook apps
      opus   the smallest files of good speech
      ogg    Vorbis
      flac   without loss, half the size of wav
      wav    without loss, for editing

    --single-file makes one file of the whole book in each format. --bitrate sets the kilobits per second of mp3, ogg,
    opus and m4b. --sample-rate sets the rate, which is otherwise the highest of the voices. --loudness acx, podcast
    and ebu keep the rules of shops and stations. --stereo gives each voice a place.

    """
}
