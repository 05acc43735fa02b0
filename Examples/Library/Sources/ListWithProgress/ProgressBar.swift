import Hablare
import Observation

/// A line of a terminal that shows how far a list is.
@MainActor final class ProgressBar {
  private let list: SpeakableItemList
  private let write: @MainActor (String) -> Void
  private var isOver = false

  /// Draws the list as it is, and again whenever it changes.
  init(_ list: SpeakableItemList, write: @escaping @MainActor (String) -> Void) {
    self.list = list
    self.write = write
    draw()
  }

  /// The bar in a few characters: `[#####     ]  50%  Generating 3 of 4`.
  static func text(progress: Double, message: String, width: Int = 24) -> String {
    let filled = Int(progress * Double(width))
    let percent = String(Int(progress * 100))
    let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled)
    let number = String(repeating: " ", count: 3 - percent.count) + percent
    return "[\(bar)] \(number)%  \(message)"
  }

  /// Draws a last time, and goes to the next line.
  func finish() {
    isOver = true
    write("\r\u{1B}[K\(text)\n")
  }

  private var text: String {
    Self.text(progress: list.progress, message: list.statusMessage)
  }

  private func draw() {
    guard !isOver else { return }
    let text = withObservationTracking {
      self.text
    } onChange: {
      // It is about to change; what it becomes is there in the actor's next turn.
      Task { @MainActor in self.draw() }
    }
    write("\r\u{1B}[K\(text)")
  }
}
