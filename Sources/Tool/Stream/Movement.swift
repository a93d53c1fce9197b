// Speed and course from the locations, next to the headings of a stream.

import Navigation
import Quantities
import TerminalInterface

/// The movement of the instrument according to its locations; never a heading.
package struct Movement: Equatable {
  /// Millimetres per second; `nil` if the latest location is too old or gives no speed.
  package var speed: UInt32?
  package var speedUncertainty: UInt32?
  package var course: BinaryAngle?
  /// The uncertainty at 68 %, 2^−32 turns.
  package var courseUncertainty: UInt32?
  /// Whether speed and course were derived from successive fixes.
  var isDerived = false

  package init() {}

  /// - Parameters:
  ///   - report: the latest one.
  ///   - judge: the filter that got its fix; it decides whether speed and course are valid.
  package init(_ report: LocationReport, _ judge: LocationFilter, at now: Instant) {
    guard let speed = judge.speed(at: now) else { return }
    (self.speed, speedUncertainty, isDerived) = (speed, report.speedUncertainty, report.isMovementDerived)
    guard let course = judge.course(at: now) else { return }
    (self.course, courseUncertainty) = (course.angle, course.uncertainty)
  }

  /// The keys of a reading for the movement (docs/json.md).
  package var json: JSONObject {
    func speed(_ value: UInt32?) -> JSONValue { .optional(value) { .fixed(Double($0) / 1000, decimals: 3) } }
    return [
      "speedMetresPerSecond": speed(self.speed), "speedUncertaintyMetresPerSecond": speed(speedUncertainty),
      "courseDegrees": .optional(course) { .fixed($0.degrees, decimals: 3) },
      "courseUncertaintyDegrees": .optional(courseUncertainty) { .fixed($0.binaryDegrees, decimals: 3) },
      "movementFrom": self.speed == nil ? .null : .string(isDerived ? "fixes" : "receiver"),
    ]
  }
}
