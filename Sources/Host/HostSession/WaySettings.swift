// The requests for navigation: fixes, destination, guidance, sources, and the swing.

import LinkProtocol
import Quantities
import SerialLink

extension DeviceSession {
  /// Tells the device its position. Time 0 means now.
  package func setFix(_ fix: Fix) throws(SessionError) {
    if fix.isValid { tellPlace(fix.position) }
    _ = try request(.setFix) { frame in fix.append(to: &frame) }
  }

  /// Sets the destination, or ends guidance.
  package func setDestination(_ destination: SetDestination) throws(SessionError) {
    _ = try request(.setDestination) { frame in destination.append(to: &frame) }
  }

  /// The state of guidance.
  package func guidance() throws(SessionError) -> GuidanceReport {
    try request(.getGuidance, expecting: GuidanceReport.self)
  }

  /// Tells the device what it cannot detect itself: the headset, the foreground, and how it is worn.
  package func setSurroundings(_ surroundings: SetSurroundings) throws(SessionError) {
    _ = try request(.setSurroundings) { frame in surroundings.append(to: &frame) }
  }

  /// The available heading sources, and the source that each feature uses.
  package func sources() throws(SessionError) -> SourceReport {
    try request(.getSources, expecting: SourceReport.self)
  }

  /// Carries out one step of a swing.
  package func swing(_ step: SwingRequest) throws(SessionError) {
    _ = try request(.swing) { frame in step.append(to: &frame) }
  }

  /// The state of the swing, and its card.
  package func swingStatus() throws(SessionError) -> SwingReport {
    try request(.getSwing, expecting: SwingReport.self)
  }

  /// The next reading; `nil` if none comes in time. The readings are started for it and ended after it.
  package func reading(within seconds: Double) throws(SessionError) -> Reading? {
    try start(.readings)
    let end = Deadline.after(seconds: seconds)
    var found: Reading?
    while found == nil, let frame = try receive(deadline: end) {
      if frame.kind == .reading { found = frame.message() }
    }
    try stop(.readings)
    return found
  }
}
