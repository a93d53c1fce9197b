// A compass that is calibrated by turning it, and then tells its heading from true north.

import Binnacle
import Console

nonisolated(unsafe) var compass = Compass()
nonisolated(unsafe) var calibration = CompassCalibration()
run()

/// The main loop. It ends, because the sensors are simulated.
func run() {
  // X forward, Y left, Z up: right is −Y.
  guard let mounting = AxisRemap(forward: .plusX, right: .minusY),
    let day = CalendarDay(year: 2026, month: 7, day: 1)
  else { return leave(1) }
  compass.mounting = mounting
  compass.forceMounting = mounting
  // 47.4° N, 8.5° E, in 2^−32 turns.
  let zurich = Position(latitude: 565_504_027, longitude: 101_408_950, height: 408_000)
  guard (try? compass.setPlace(zurich, on: day)) != nil else { return leave(2) }
  var sensors = Sensors()
  var now = Instant(microseconds: 0)
  guard (try? calibration.start(at: now)) != nil else { return leave(3) }

  var step: Int32 = 0
  while step < 2050 {
    now = now.advanced(by: 20_000)
    // 1,000,000 µg over 16,384 counts and 100,000 nT over 3,000 counts, reduced.
    guard let force = scaled(sensors.accelerometer(), 15_625, over: 256),
      let field = scaled(sensors.magnetometer(step), 100, over: 3)
    else { return leave(4) }
    compass.add(Acceleration(microG: force), at: now)
    compass.add(MagneticField(nanotesla: field), at: now)
    // A main loop that runs twenty times a sample.
    var turn = 0
    while turn < 20 {
      if calibration.step(&compass, at: now) {
        // Here firmware writes compass.recordBytes() to its flash.
        calibration.saved(true, at: now)
        say_calibrated()
      }
      turn &+= 1
    }
    // A person would look at `outcome` first.
    if calibration.state == .review { try? calibration.commit(at: now) }
    if calibration.state == .failed { return leave(5) }
    step &+= 1
  }
  guard let heading = compass.trueHeading() else { return leave(6) }
  say_degrees(UInt32(truncatingIfNeeded: UInt64(product: heading.rawValue, 36_000) &>> 32))
  leave(0)
}
