import Dispatch

/// Runs calls that wait for the disk away from the threads that encode: a flush may take many
/// milliseconds, in which a core would stand idle.
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
