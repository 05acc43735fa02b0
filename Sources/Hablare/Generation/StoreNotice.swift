import Synchronization

/// A fact that the user needs to know, although the work continues.
public enum StoreNotice: Hashable, Sendable {
  /// A damaged database was renamed to the name in `as`, and an empty database was created instead.
  case databaseSetAside(file: String, as: String, reason: String)
  /// The audio in this file differs from the audio that was stored. It is generated again when
  /// needed.
  case audioDamaged(file: String)
  /// Clips cannot be cached in this folder, for this reason.
  ///
  /// Paid clips are still used in this run, but they must be paid for again in the next run.
  case clipsNotCached(folder: String, reason: String)
  /// Clips in this folder cannot be read, for this reason. They are generated again.
  case clipsNotRead(folder: String, reason: String)
  /// Paid clips were removed, because the cache exceeded its limit in bytes.
  case paidClipsRemoved([ClipHolding], limit: Int)
}

extension StoreNotice: CustomStringConvertible {
  /// What happened, in one sentence.
  public var description: String {
    switch self {
    case .databaseSetAside(let file, let name, let reason):
      "\(file): the database was damaged (\(reason)); it was set aside as \(name), "
        + "and an empty one was created"
    case .audioDamaged(let file):
      "\(file): the stored audio has been changed or damaged; it is generated again when needed, "
        + "and paid for again if its voice is paid"
    case .clipsNotCached(let folder, let reason):
      "\(folder): clips cannot be cached (\(reason)); "
        + "clips that this run pays for must be paid for again in the next run"
    case .clipsNotRead(let folder, let reason):
      "\(folder): cached clips cannot be read (\(reason)); they are generated again"
    case .paidClipsRemoved(let holdings, _):
      "the clip cache was full: removed "
        + holdings.map {
          "\($0.count) clips of \($0.providerId ?? "an unknown provider") "
            + "(\($0.characters) characters)"
        }.joined(separator: " and ")
        + "; lines that need these clips must be paid for again; raise the cache limit"
    }
  }
}

/// The notices of a store or a cache.
/// A notice that occurs again is not reported again.
package final class StoreNotices: Sendable {
  private let reported = Mutex<[StoreNotice]>([])
  private let report: (@Sendable (StoreNotice) -> Void)?

  /// Creates an empty list; `report` is called with each new notice, on any thread.
  package init(report: (@Sendable (StoreNotice) -> Void)? = nil) { self.report = report }

  /// All notices so far, in order.
  package var all: [StoreNotice] { reported.withLock { $0 } }

  package func add(_ notice: StoreNotice) {
    let isNew = reported.withLock { reported in
      if reported.contains(notice) { return false }
      reported.append(notice)
      return true
    }
    if isNew { report?(notice) }
  }
}
