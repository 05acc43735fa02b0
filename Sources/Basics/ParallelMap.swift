import Dispatch
import Synchronization

/// Applies a pure function to many values on all processors.
package enum ParallelMap {
  /// Returns the results for 0 up to `count` - 1, in order.
  package static func map<Result: Sendable>(
    _ count: Int, _ transform: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    guard count > 1 else { return (0..<count).map(transform) }
    // A thread takes several values at a time, because otherwise the threads would contend for the
    // lock at every value.
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
