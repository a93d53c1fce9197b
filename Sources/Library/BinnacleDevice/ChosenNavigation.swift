// Navigation that the user of the C library may leave out with a macro.

import Binnacle
import CBinnacleDevice
import Instrument
import LinkProtocol
import Quantities
import RawMemory

/// Navigation, if binnacle_device.c was compiled with it. Without it, the size of the device stays the same, but the code is left out.
struct ChosenNavigation: NavigationPart, ~Copyable {
  private let inPlace = InPlace()
  private var unit = NavigationUnit()

  init() {}

  @inline(__always)
  private static var isThere: Bool { binnacle_port_has_navigation() != 0 }

  static var hasWorldModel: Bool { @inline(__always) get { binnacle_port_has_world_model() != 0 } }
  static var hasSelfTests: Bool { @inline(__always) get { binnacle_port_has_self_tests() != 0 } }
  static var capabilities: Capabilities { @inline(__always) get { isThere ? .navigation : .none } }

  static func needsHeading(_ kind: MessageKind) -> Bool { isThere && NavigationUnit.needsHeading(kind) }

  mutating func receive(_ reading: inout CompassReading, at now: Instant) {
    if Self.isThere { unit.receive(&reading, at: now) }
  }

  mutating func loseHeading(at now: Instant) {
    if Self.isThere { unit.loseHeading(at: now) }
  }

  mutating func appendGuidance(to frame: inout FrameBuffer, at now: Instant) {
    if Self.isThere { unit.appendGuidance(to: &frame, at: now) }
  }

  mutating func answer(
    _ request: borrowing FrameBuffer, _ line: inout Transmitter, _ compass: inout Compass, _ place: inout CompassPlace,
    at now: Instant
  ) -> Answer {
    if Self.isThere { return unit.answer(request, &line, &compass, &place, at: now) }
    var none = WithoutNavigation()
    return none.answer(request, &line, &compass, &place, at: now)
  }
}
