// Compares a device's heading with that of the simulated world around it.

import DeviceLinks
import DeviceUnits
import Foundation
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TerminalInterface
import ToolConnection

/// The errors of a device that is level and turns.
package struct TrueHeadingError {
  package private(set) var samples = 0
  package private(set) var maximum = 0.0
  private var squares = 0.0

  /// The root of the mean square, degrees; 0 without samples.
  package var rms: Double { samples == 0 ? 0 : (squares / Double(samples)).squareRoot() }

  /// The number of compared readings; about one turn of the usual world.
  private static let count = 100

  private mutating func add(_ error: Double) {
    samples += 1
    maximum = max(maximum, abs(error))
    squares += error * error
  }

  /// Streams readings for a while and compares each with the field at its time; nil if the user wants to end.
  package static func measure(_ connection: Connection, _ bench: any Bench) throws -> TrueHeadingError? {
    let session = connection.session
    var error = TrueHeadingError()
    // The bench changes with its next step, and readings from before it are not level.
    _ = try session.receive(deadline: .after(seconds: 0.2))
    connection.beginCounting()
    var clock = ClockTrack()
    if !bench.usesDeviceClock { clock.add(try session.synchronise()) }
    try session.setRate(hertz: 10)
    try session.start(.readings)
    var readings: [Reading] = []
    let deadline = session.stream.deadline(seconds: 30)
    while readings.count < count, !deadline.hasPassed, !Interrupt.isRequested {
      guard let frame = try session.receive(deadline: .after(seconds: 0.2)) else { continue }
      if frame.kind == .reading, let reading: Reading = frame.message(), reading.mode != .unavailable,
        !reading.flags.contains(.stale)
      {
        readings.append(reading)
      }
    }
    try session.stop(.readings)
    if Interrupt.isRequested { return nil }
    if !bench.usesDeviceClock { clock.add(try session.synchronise()) }
    // The first readings may be from before the bench had levelled the instrument.
    for reading in readings.dropFirst(3) {
      let counts = SIMD3(reading.counts.x, reading.counts.y, reading.counts.z)
      let fields = bench.fields(of: reading, clock: clock).filter { $0.counts == counts }
      let errors = fields.map {
        BinaryAngle(degrees: $0.headingDegrees).shortestDifference(to: reading.heading).binaryDegrees
      }
      // Several fields may give the same counts; the largest error counts.
      if let worst = errors.max(by: { abs($0) < abs($1) }) { error.add(worst) }
    }
    return error
  }
}
