import Synchronization

/// Something about the store that its user should know, though the work goes on.
public enum StoreNotice: Hashable, Sendable {
  /// A damaged database was set aside under the new name, and an empty one is in its place.
  case databaseSetAside(file: String, as: String, reason: String)
  /// Audio in this file is not what was stored, and is made again when it is needed.
  case audioDamaged(file: String)
  /// Clips cannot be kept in this folder, for the reason given: what was paid for is used in this
  /// run and has to be paid for again in the next.
  case clipsNotKept(folder: String, reason: String)
  /// Clips in this folder cannot be read, for the reason given, and are made anew.
  case clipsNotRead(folder: String, reason: String)
  /// Clips that had been paid for were removed, because the cache is larger than its limit in bytes.
  case paidClipsRemoved([ClipHolding], limit: Int)
}

extension StoreNotice: CustomStringConvertible {
  /// What happened, in one sentence.
  public var description: String {
    switch self {
    case .databaseSetAside(let file, let name, let reason):
      "\(file): the database was damaged (\(reason)); it was set aside as \(name), "
        + "and an empty one is in its place"
    case .audioDamaged(let file):
      "\(file): the audio is not what was stored; it is generated again when it is needed"
    case .clipsNotKept(let folder, let reason):
      "\(folder): clips cannot be kept (\(reason)); "
        + "what is paid for in this run has to be paid for again in the next"
    case .clipsNotRead(let folder, let reason):
      "\(folder): kept clips cannot be read (\(reason)); they are generated again"
    case .paidClipsRemoved(let holdings, _):
      "the clip cache is full: it has removed "
        + holdings.map {
          "\($0.count) clips of \($0.providerId ?? "an unknown provider") "
            + "(\($0.characters) characters)"
        }.joined(separator: " and ") + ", which have to be paid for again; raise the cache limit"
    }
  }
}

/// The notices of a store or a cache: each is told once, however often it comes up.
package final class StoreNotices: Sendable {
  private let told = Mutex<[StoreNotice]>([])
  private let tell: (@Sendable (StoreNotice) -> Void)?

  /// Makes a list without notices; `tell` is called with each new one, on any thread.
  package init(tell: (@Sendable (StoreNotice) -> Void)? = nil) { self.tell = tell }

  /// All notices so far, in order.
  package var all: [StoreNotice] { told.withLock { $0 } }

  func add(_ notice: StoreNotice) {
    let isNew = told.withLock { told in
      if told.contains(notice) { return false }
      told.append(notice)
      return true
    }
    if isNew { tell?(notice) }
  }
}
