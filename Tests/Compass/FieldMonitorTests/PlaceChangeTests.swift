// A place that becomes known while samples come: what the monitor keeps of the time before.

import FieldMonitor
import Quantities
import TestSupport
import Testing

/// Strength in nanotesla and dip in degrees, by the world model.
struct PlaceOfWorld {
  var strength: Double
  var dip: Double

  init(_ strength: Double, _ dip: Double) { (self.strength, self.dip) = (strength, dip) }
}

/// A monitor that expects 48 µT and a dip of 65°, after a second of that field.
private func watched(_ scene: inout Scene) -> DisturbanceMonitor {
  scene.noise = 100
  var monitor = DisturbanceMonitor()
  monitor.expect(
    strengthNanotesla: 48_000, dip: angle(65), residualNanotesla: 300, worldNanotesla: 0, newest: scene.next(),
    isContinued: false)
  for _ in 0..<20 { monitor.assess(scene.next()) }
  #expect(monitor.status.state == .clear)
  return monitor
}

/// Whoever has travelled sees a field that the record does not explain, until the place is told.
@Test(arguments: [PlaceOfWorld(25_000, 10), PlaceOfWorld(51_000, 73), PlaceOfWorld(48_000, 78)], [0, 1, 10, 40])
func place_thatExplainsTheField_endsTheDoubtAtOnce(there: PlaceOfWorld, samples: Int) {
  var scene = Scene()
  var monitor = watched(&scene)
  (scene.strength, scene.dip) = (there.strength, there.dip)
  for _ in 0..<samples { monitor.assess(scene.next()) }
  let newest = scene.next()
  let isKept = monitor.expect(
    strengthNanotesla: 48_000, dip: angle(there.dip), residualNanotesla: 300, worldNanotesla: UInt32(there.strength),
    newest: newest, isContinued: true)
  monitor.assess(newest)
  #expect(!isKept && monitor.status.state == .clear && monitor.status.reasons == .none)
}

@Test(arguments: [
  PlaceOfWorld(48_000, 65.1), PlaceOfWorld(48_100, 65), PlaceOfWorld(25_000, 10), PlaceOfWorld(51_000, 73),
])
func place_besideAMagnet_doesNotEndTheDoubt(place: PlaceOfWorld) {
  var scene = Scene()
  var monitor = watched(&scene)
  scene.attached = Triple(30_000, 0, 0)
  for _ in 0..<40 { monitor.assess(scene.next()) }
  #expect(monitor.status.state == .disturbed)
  let newest = scene.next()
  let isKept = monitor.expect(
    strengthNanotesla: 48_000, dip: angle(place.dip), residualNanotesla: 300, worldNanotesla: UInt32(place.strength),
    newest: newest, isContinued: true)
  monitor.assess(newest)
  #expect(isKept && monitor.status.state == .disturbed && monitor.status.offsetSquared > 0)
}

/// Beside a magnet that turns with the instrument, the dip fits by chance again and again.
@Test func dip_thatFitsInADoubtedField_narrowsNothing() {
  var scene = Scene()
  var monitor = watched(&scene)
  scene.attached = Triple(30_000, 0, 0)
  for step in 0..<40 {
    scene.acceleration = Triple(step % 2 == 0 ? 0.2 : -0.2, 0, 0)
    monitor.assess(scene.next())
  }
  let found = monitor.status
  #expect(found.state == .disturbed && found.offsetSquared > 0)
  // 65° in Q12 rad.
  #expect(monitor.status(withDip: 4_647).offsetSquared == found.offsetSquared)
}
