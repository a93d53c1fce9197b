// The fusion with a gyroscope on a device.

import LinkProtocol
import Quantities

extension DeviceSession {
  /// Attitude and heading by gyroscope, accelerometer and magnetometer, and the settings of the fusion. The device needs
  /// the capability *motion*.
  package func motion() throws(SessionError) -> FusionReport {
    try request(.getMotion, expecting: FusionReport.self)
  }

  /// Sets whether the gyroscope is used, and the delays of the sensors.
  package func setMotion(_ settings: SetMotion) throws(SessionError) {
    _ = try request(.setMotion) { frame in settings.append(to: &frame) }
  }

  /// Starts or ends the messages about motion. Everything else stays.
  /// - Returns: the device's report about its fusion.
  @discardableResult
  package func streamMotion(_ isOn: Bool) throws(SessionError) -> FusionReport {
    let report = try motion()
    var settings = SetMotion(asIn: report)
    if isOn { settings.flags.insert(.streams) }
    try setMotion(settings)
    return report
  }
}

extension SetMotion {
  /// The settings that a device reports, without its messages.
  package init(asIn report: FusionReport) {
    self.init()
    flags = report.flags.contains(.usesGyroscope) ? .usesGyroscope : .none
    fieldDelay = report.fieldDelay
    forceDelay = report.forceDelay
    rateDelay = report.rateDelay
  }
}
