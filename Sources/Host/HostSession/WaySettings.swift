// Requests about the way: fixes, destination, guidance, sources, the swing.

import LinkProtocol
import Quantities
import SerialLink

extension DeviceSession {
  /// Tells the device where it is. Time 0 stands for now.
  public func setFix(_ fix: Fix) throws(SessionError) {
    _ = try request(.setFix) { frame in fix.append(to: &frame) }
  }

  /// Sets the place to go to, or ends guidance.
  public func setDestination(_ destination: SetDestination) throws(SessionError) {
    _ = try request(.setDestination) { frame in destination.append(to: &frame) }
  }

  /// Where guidance stands.
  public func guidance() throws(SessionError) -> GuidanceReport {
    try request(.getGuidance, expecting: GuidanceReport.self)
  }

  /// Says what the device cannot see: headset, foreground, how it is worn.
  public func setSurroundings(_ surroundings: SetSurroundings) throws(SessionError) {
    _ = try request(.setSurroundings) { frame in surroundings.append(to: &frame) }
  }

  /// Which heading sources there are, and which one each feature takes.
  public func sources() throws(SessionError) -> SourceReport {
    try request(.getSources, expecting: SourceReport.self)
  }

  /// Carries out one step of a swing.
  public func swing(_ step: SwingRequest) throws(SessionError) {
    _ = try request(.swing) { frame in step.append(to: &frame) }
  }

  /// Where the swing stands, and its card.
  public func swingStatus() throws(SessionError) -> SwingReport {
    try request(.getSwing, expecting: SwingReport.self)
  }
}
