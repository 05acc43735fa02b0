import Audio
import Narration

extension SoundEffect {
  /// The treatment that a delivery asks for.
  init(_ effect: Delivery.Effect) {
    switch effect {
    case .telephone: self = .telephone
    case .offScreen: self = .offScreen
    }
  }
}
