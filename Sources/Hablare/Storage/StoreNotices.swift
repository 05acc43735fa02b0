import Synchronization

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
