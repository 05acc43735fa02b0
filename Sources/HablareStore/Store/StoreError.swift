package import Basics
public import FoundationEssentials

/// Why the store cannot fulfil a request: the file, the reason, and what to do.
public enum StoreError: LocalizedError, Equatable, Sendable {
  /// A file or folder of the store cannot be opened, read or written, for this reason.
  case unusable(file: String, reason: String)
  /// The disk that holds this file is full.
  case diskFull(file: String)
  /// Other processes have locked the database for this many seconds.
  case busy(file: String, seconds: Int)
  /// The file is not a valid database. The store sets such a file aside and creates a new database.
  case damaged(file: String, reason: String)
  /// A newer version of this program wrote the database.
  case newerVersion(file: String, found: Int, known: Int)
  /// The file is a database of another program.
  case foreign(file: String)
  /// The audio of a record differs from the audio that was written.
  case damagedAudio(file: String)
  /// The audio of a record is missing.
  case missingAudio(file: String)
  /// The record with this id has no audio yet.
  case noAudio(record: String)
  /// The data is not audio that can be measured, for this reason.
  case notAudio(reason: String)
  /// A group changed while it was generated. The audio of its former items is stored.
  case groupChanged(name: String)
  /// SQLite refused a statement, because of a bug in this program.
  case refused(statement: String, reason: String)

  /// The message for people.
  public var errorDescription: String? { description }

  /// What to do about the error; nil if the message says everything.
  public var recoverySuggestion: String? {
    switch self {
    case .unusable: "Choose a folder that the app may write to."
    case .diskFull: "Make room on the disk and try again."
    case .busy: "Try again after the other process has ended."
    case .damaged: "Open the store again: it sets the damaged database aside and creates a new one."
    case .newerVersion: "Update the app, or choose another store."
    case .foreign: "Choose another file for the store."
    case .damagedAudio, .missingAudio: "Generate the audio again."
    case .noAudio: "Generate the audio first."
    case .notAudio: "Use WAV, AIFF, MP3, FLAC, Ogg or MPEG-4, or name the format of raw samples."
    case .groupChanged: "Generate the group again: only the new items are generated."
    case .refused: nil
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// What happened and what to do, in one sentence.
  public var description: String {
    switch self {
    case .unusable(let file, let reason):
      "\(file): \(reason); choose a folder that can be written"
    case .diskFull(let file): "\(file): the disk is full; make room and run again"
    case .busy(let file, let seconds):
      "\(file): locked by another process for more than \(seconds) s; run again after it has ended"
    case .damaged(let file, let reason):
      "\(file): the database is damaged (\(reason)); the next run sets it aside"
    case .newerVersion(let file, let found, let known):
      "\(file): a newer version of this program has written it (in format \(found); this version knows format \(known)); "
        + "update the program, or use another store"
    case .foreign(let file):
      "\(file): this is a database of another program; choose another file for the store"
    case .damagedAudio(let file):
      "\(file): the stored audio has been changed or damaged; generate it again"
    case .missingAudio(let file): "\(file): the stored audio is missing; generate it again"
    case .noAudio(let record): "the record \(record) has no audio yet"
    case .notAudio(let reason): "the data is not audio that can be stored: \(reason)"
    case .groupChanged(let name):
      "the group \"\(name)\" changed while it was generated; generate it again for its new items"
    case .refused(let statement, let reason):
      "bug in this program: SQLite refused \"\(statement)\": \(reason)"
    }
  }
}

extension StoreError {
  static func notAudio(mimeType: String) -> StoreError {
    .notAudio(reason: "\(mimeType) is not a type of audio")
  }
}

extension StoreError: FileErrorConvertible {
  /// Creates an error about a file of the store: `damagedAudio` if the path is not a regular file
  /// or the file is too long.
  package init(_ error: FileError) {
    self =
      !error.isSystem
      ? .damagedAudio(file: error.path)
      : error.isFullDisk
        ? .diskFull(file: error.path) : .unusable(file: error.path, reason: error.reason)
  }
}

/// Operations on the files of a store, which only the user can read.
typealias PrivateFiles = Files<StoreError>
