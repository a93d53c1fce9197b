// Every case of enumerations that the device cannot list: `CaseIterable` makes an array.

import Calibration

extension CalibrationState {
  static let allCases = (0...255).compactMap { CalibrationState(rawValue: $0) }
}
extension CalibrationEvent {
  static let allCases = (0...255).compactMap { CalibrationEvent(rawValue: $0) }
}
extension CalibrationAction {
  static let allCases = (0...255).compactMap { CalibrationAction(rawValue: $0) }
}
