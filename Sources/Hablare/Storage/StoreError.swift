public import FoundationEssentials

/// Why the store cannot do what was asked: the file, the reason, and what to do next.
public enum StoreError: LocalizedError, Equatable, Sendable {
  /// A file or folder of the store cannot be opened, read or written, for the reason given.
  case unusable(file: String, reason: String)
  /// There is no room left on the disk of this file.
  case diskFull(file: String)
  /// Other processes have kept the database for themselves for so many seconds.
  case busy(file: String, seconds: Int)
  /// The file is no sound database; the store sets such a file aside and begins anew.
  case damaged(file: String, reason: String)
  /// A newer version of this program has written the database.
  case newerVersion(file: String, found: Int, known: Int)
  /// The file is a database of some other program.
  case foreign(file: String)
  /// The audio that a record refers to is not what was written.
  case damagedAudio(file: String)
  /// The audio that a record refers to is gone.
  case missingAudio(file: String)
  /// The record of this id has no audio yet.
  case noAudio(record: String)
  /// The data is not audio that can be measured, for the reason given.
  case notAudio(reason: String)
  /// A statement was refused, which is a fault of this program.
  case refused(statement: String, reason: String)

  /// The message for people.
  public var errorDescription: String? { description }

  /// What can be done about it; nil if the message is all there is to say.
  public var recoverySuggestion: String? {
    switch self {
    case .unusable: "Choose a folder that the app may write to."
    case .diskFull: "Make room on the disk and try again."
    case .busy: "Try again when the other process has ended."
    case .damaged: "Open the store again: it sets the damaged database aside and begins a new one."
    case .newerVersion: "Update the app, or choose another store."
    case .foreign: "Choose another file for the store."
    case .damagedAudio, .missingAudio: "Generate the audio again."
    case .noAudio: "Generate the audio first."
    case .notAudio: "Use WAV, AIFF, MP3, FLAC, Ogg or MPEG-4, or name the form of bare samples."
    case .refused: nil
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// What happened and what to do next, in one sentence.
  public var description: String {
    switch self {
    case .unusable(let file, let reason):
      "\(file): \(reason); the store needs a place it may write to"
    case .diskFull(let file): "\(file): the disk is full; make room and run again"
    case .busy(let file, let seconds):
      "\(file): in use by another process for more than \(seconds) s; run again when it has ended"
    case .damaged(let file, let reason):
      "\(file): the database is damaged (\(reason)); the next run sets it aside"
    case .newerVersion(let file, let found, let known):
      "\(file): written by a newer version of this program (\(found), this one knows \(known)); "
        + "update the program, or use another store"
    case .foreign(let file):
      "\(file): a database of another program; name another file for the store"
    case .damagedAudio(let file):
      "\(file): the audio is not what was stored; generate it again"
    case .missingAudio(let file): "\(file): the stored audio is gone; generate it again"
    case .noAudio(let record): "the record \(record) has no audio yet"
    case .notAudio(let reason): "the data is no audio that can be stored: \(reason)"
    case .refused(let statement, let reason):
      "a fault of the program: SQLite refused \"\(statement)\": \(reason)"
    }
  }
}
