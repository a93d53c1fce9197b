// The settings that a device had before a stream, and loses at a restart.
import Correction
import HostSession
import Quantities
import ToolConnection

/// The settings to restore after a restart; `nil` means the default.
struct FormerSettings {
  private var calibration: [UInt8]?
  private(set) var mounting: AxisRemap?

  /// Nothing was set.
  init() {}

  /// Requests the settings from the device.
  init(of session: DeviceSession) throws(SessionError) {
    let record = try session.calibration()
    calibration = record == CalibrationRecord.identity.byteArray ? nil : record
    let axes = try session.mounting()
    mounting = axes == .identity ? nil : axes
  }

  /// Restores the settings.
  func restore(on session: DeviceSession) throws(SessionError) {
    if let calibration { try session.setCalibration(calibration) }
    if let mounting { try session.setMounting(mounting) }
  }
}
