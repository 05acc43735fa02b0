import Hablare
import Observation

/// A line on the terminal that shows the progress of a list.
@MainActor final class ProgressBar {
  private let list: SpeakableItemList
  private let write: @MainActor (String) -> Void
  private var isOver = false

  /// Draws the bar now, and again whenever the list changes.
  init(_ list: SpeakableItemList, write: @escaping @MainActor (String) -> Void) {
    self.list = list
    self.write = write
    draw()
  }

  /// Returns the bar as text: `[#####     ]  50%  Generating 3 of 4`.
  static func text(progress: Double, message: String, width: Int = 24) -> String {
    let filled = Int(progress * Double(width))
    let percent = String(Int(progress * 100))
    let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled)
    let number = String(repeating: " ", count: 3 - percent.count) + percent
    return "[\(bar)] \(number)%  \(message)"
  }

  /// Draws the bar one last time, and moves the cursor to the next line.
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
      // `onChange` is called before the change. The task runs after the change and draws the new values.
      Task { @MainActor in self.draw() }
    }
    write("\r\u{1B}[K\(text)")
  }
}
