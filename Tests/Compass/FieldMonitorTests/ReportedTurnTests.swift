// What a gyroscope reports to the field monitor.

import FieldMonitor
import Quantities
import Testing

@Test func monitor_holdsTheNoteForThreeSecondsOfAQuietField() {
  var monitor = DisturbanceMonitor()
  var time = Instant(microseconds: 1_000_000)
  let force = Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000))
  func assess(seconds: Double) {
    for _ in 0..<Int(seconds * 20) {
      time = time.advanced(by: 50_000)
      monitor.assess(
        FieldObservation(
          time: time, field: CorrectedField(q8Nanotesla: Vector3(x: 5_120_000, y: 0, z: 10_240_000)),
          specificForce: force, dip: nil))
    }
  }
  assess(seconds: 1)
  #expect(monitor.status.state == .clear)
  monitor.reportTurn()
  assess(seconds: 2.9)
  #expect(monitor.status.state == .disturbed)
  assess(seconds: 0.3)
  #expect(monitor.status.state == .recovering)
  assess(seconds: 2.2)
  #expect(monitor.status.state == .clear)
}
