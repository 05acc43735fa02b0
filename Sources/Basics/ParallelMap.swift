import Dispatch
import Synchronization

/// Applies a pure function to many values on all processors.
package enum ParallelMap {
  /// The results, in order.
  package static func map<Result: Sendable>(
    _ count: Int, _ transform: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    guard count > 1 else { return (0..<count).map(transform) }
    // A few values at a time, or the threads would meet at the lock for every one.
    let stride = max(1, min(16, count / 64))
    let results = Mutex<[Result?]>(Array(repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: (count + stride - 1) / stride) { part in
      let range = part * stride..<min(count, (part + 1) * stride)
      let some = range.map(transform)
      results.withLock { results in
        for (index, result) in zip(range, some) { results[index] = result }
      }
    }
    return results.withLock { $0.compactMap(\.self) }
  }
}
