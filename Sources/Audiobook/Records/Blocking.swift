import Dispatch

/// Runs calls that wait for the disk on separate threads, so that the encoding threads do not wait.
/// A flush may take many milliseconds. On an encoding thread, a flush would leave a core idle for this time.
enum Blocking {
  private static let queue = DispatchQueue(label: "guion2audio.flush", attributes: .concurrent)

  static func run(_ work: @escaping @Sendable () throws(RenderError) -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        do throws(RenderError) {
          try work()
          continuation.resume()
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }
}
