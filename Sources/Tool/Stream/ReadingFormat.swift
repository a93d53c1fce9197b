// A reading as a row for people and as JSON for programs.
import DeviceUnits
import Foundation
import HostSession
import LinkProtocol
import Quantities
import Recordings
import TerminalInterface

/// A reading as a row and as fields.
package enum ReadingFormat {
  /// The column titles of `row`.
  package static let head =
    "   time s   magnetic         true  field µT      dip    accuracy         display              lost"
  /// The title of the next column, which exists if there are locations.
  static let movementHead = "   moving"

  /// One row: time, magnetic heading, true heading, field, dip (or "level"), accuracy (or "uncalibrated"), the
  /// orientation of the display, lost frames; with a location also speed and course.
  package static func row(
    _ reading: Reading, lost: Int, movement: Movement? = nil, motion: FusionReport? = nil
  ) -> String {
    let time = Digits.fixed(Double(reading.time.microseconds) / 1e6, 3).padded(to: 9, .right)
    guard reading.mode != .unavailable else {
      let kind = reading.trouble == .fatal ? "unavailable for good" : "unavailable"
      return "\(time)   \(kind): \(reason(reading))" + (advice(reading).map { ". \($0)" } ?? "")
    }
    let assessment = reading.assessment
    let degrees = (assessment.magnetic ?? reading.heading).degrees
    let magnetic = "\(Digits.circle(degrees, 2).padded(to: 6, .right))° \(point(degrees))"
    let trueHeading =
      assessment.trueNorth.map {
        Digits.circle($0.degrees, 2) + "°"
      } ?? "—"
    let dipDegrees = Digits.fixed(reading.dip.signedDegrees, 1)
    let columns = [
      time, magnetic.padded(to: 11), trueHeading.padded(to: 8, .right),
      Digits.fixed(strengthMicrotesla(reading), 2).padded(to: 8, .right),
      (reading.mode == .level ? "level" : dipDegrees + "°").padded(to: 7, .right),
      "  " + accuracy(reading).padded(to: 15), "\(display(reading).name)".padded(to: 20),
    ]
    let moving = movement.map { "   \(words($0))" } ?? ""
    let mark = reading.flags.contains(.stale) ? "  stale" : ""
    return columns[0] + "   " + columns[1...].joined(separator: "  ") + "\(lost)".padded(to: 5, .right)
      + (motion.map { MotionFormat.columns($0, reading) } ?? "") + moving + mark
  }

  private static func words(_ movement: Movement) -> String {
    guard let speed = movement.speed else { return "—" }
    let course = movement.course.map { " to \(Digits.circle($0.degrees, 0))°" } ?? ""
    return "\(Digits.fixed(Double(speed) / 1000, 1)) m/s\(course)"
  }

  /// How the display is held. A flat display is face up or face down, although its heading stays turned as before.
  private static func display(_ reading: Reading) -> DisplayOrientation {
    guard reading.flags.contains(.flat), reading.flags.contains(.specificForce) else {
      return reading.assessment.orientation
    }
    return DisplayOrientation(flatUnder: reading.specificForce)
  }

  /// With `--pointing auto`, the axis through the display if it is the pointing one; null for the forward axis.
  private static func throughDisplay(_ reading: Reading) -> JSONValue {
    if reading.flags.contains(.pointsAlongZ) { return .string("+Z") }
    return reading.flags.contains(.pointsAgainstZ) ? .string("-Z") : .null
  }

  /// The stable field names of a reading.
  /// - Parameters:
  ///   - movement: `nil` without locations.
  ///   - motion: `nil` without a gyroscope.
  package static func json(
    _ reading: Reading, input: [RecordingCell]? = nil, movement: Movement? = nil, motion: FusionReport? = nil
  ) -> JSONObject {
    let isAvailable = reading.mode != .unavailable
    var object: JSONObject = [
      "deviceTimeSeconds": .fixed(Double(reading.time.microseconds) / 1e6, decimals: 6),
      "sequence": .integer(reading.sampleNumber),
      "counts": vector(reading.counts), "scale": .integer(reading.scale.rawValue),
      "magneticHeadingDegrees": isAvailable
        ? angle((reading.assessment.magnetic ?? reading.heading).degrees) : .null,
      "trueHeadingDegrees": .optional(reading.assessment.trueNorth) {
        angle($0.degrees)
      },
      "source": .string("\(reading.source)"),
      "accuracyDegrees": .optional(reading.assessment.accuracy) { .fixed(Double($0) / 100, decimals: 2) },
      "grade": .integer(reading.assessment.grade),
      "disturbance": .string("\(reading.assessment.disturbance)"),
      "reasons": .array(reasonNames(reading).map { .string($0) }),
      "magneticValid": .bool(reading.assessment.magnetic != nil),
      "trueValid": .bool(reading.assessment.trueNorth != nil),
      "reference": .string("\(reading.assessment.reference)"),
      "zone": .optional(reading.assessment.zone) { .string("\($0)") },
      "cause": .string("\(reading.assessment.cause)"),
      "orientation": .string("\(display(reading))"),
      "flat": .bool(reading.flags.contains(.flat)),
      "throughDisplay": throughDisplay(reading),
      "events": .array(reading.assessment.event.names.map { .string($0) }),
      "calibrationGrade": .integer(reading.grade),
      "mode": .string(modeName(reading)), "calibrated": .bool(reading.flags.contains(.calibrated)),
      "stale": .bool(reading.flags.contains(.stale)), "overflow": .bool(reading.flags.contains(.overflow)),
      "injected": .bool(reading.flags.contains(.injected)), "provoked": .bool(reading.flags.contains(.provoked)),
    ]
    object.append(measured(reading))
    if let input {
      object["input"] = .object(
        JSONObject(input.map { cell in (cell.name, cell.number.map { .double($0) } ?? .string(cell.text)) }))
    }
    object["trouble"] = .string(reading.trouble.map { "\($0)" } ?? "none")
    object["advice"] = .optional(advice(reading)) { .string($0) }
    if let movement { object.append(movement.json) }
    if let motion {
      object["compass"] = .optional(motion.compass) { .object(MotionFormat.json($0)) }
      object["motion"] = .object(MotionFormat.json(motion))
    }
    return object
  }

  /// What was measured: field, dip, tilt, specific force and temperature.
  private static func measured(_ reading: Reading) -> JSONObject {
    let isAvailable = reading.mode != .unavailable
    return [
      "fieldNanotesla": vector(reading.field.nanotesla),
      "correctedNanotesla": .array(
        [reading.correctedField.q8Nanotesla].flatMap { v in
          [v.x, v.y, v.z].map { .double(Double($0) / 256) }
        }),
      "horizontalNanotesla": isAvailable ? .integer(reading.horizontalNanotesla) : .null,
      "dipDegrees": reading.flags.contains(.dip) ? signed(reading.dip) : .null,
      "rollDegrees": reading.mode == .tilted && reading.flags.contains(.roll) ? signed(reading.roll) : .null,
      "pitchDegrees": reading.mode == .tilted ? signed(reading.pitch) : .null,
      "specificForceMicroG": reading.flags.contains(.specificForce)
        ? vector(reading.specificForce.microG) : .null,
      "temperatureCelsius": .optional(reading.temperatureEighths) { .fixed(Double($0) / 8, decimals: 3) },
    ]
  }

  /// The name of the mode; a mode of a later version shows its number.
  static func modeName(_ reading: Reading) -> String {
    CodeText.name(reading.mode.rawValue == reading.modeCode ? reading.mode : nil, code: reading.modeCode)
  }

  /// The name of the reason; a reason of a later version shows its number.
  static func reasonName(_ reading: Reading) -> String {
    ReasonTable.reason(Int(reading.reasonCode), of: ReasonTable.unavailable).name
  }

  /// Why there is no heading, as text.
  package static func reason(_ reading: Reading) -> String {
    if reading.mode.rawValue != reading.modeCode { return "mode \(reading.modeCode), which this program does not know" }
    return ReasonTable.reason(Int(reading.mainReasonCode), of: ReasonTable.unavailable).sentence
  }

  /// What to do; `nil` if nothing is wrong or nothing helps.
  package static func advice(_ reading: Reading) -> String? {
    guard reading.trouble != nil else { return nil }
    let first = ReasonTable.reason(Int(reading.mainReasonCode), of: ReasonTable.unavailable)
    if reading.reason != .none, !first.remedy.isEmpty { return first.remedy }
    // If nothing helps against what makes the heading invalid, nothing else does.
    if let ending = ReasonTable.ending(reading.assessment.doubts) {
      return ending.remedy.isEmpty ? nil : ending.remedy
    }
    return ReasonTable.rows(of: reading.assessment.doubts).first { !$0.remedy.isEmpty }?.remedy
  }

  /// "±2.4°", "±12.1° disturbed", or why there is no accuracy.
  private static func accuracy(_ reading: Reading) -> String {
    let assessment = reading.assessment
    let state = assessment.disturbance == .clear ? "" : " \(assessment.disturbance)"
    // Below one degree two decimals are shown, so that a very good accuracy does not look perfect.
    if let accuracy = assessment.accuracy {
      return "±" + Digits.fixed(Double(accuracy) / 100, accuracy < 100 ? 2 : 1) + "°" + state
    }
    return assessment.doubts.names.first { $0 != "tiltUnknown" && $0 != "positionUnknown" } ?? "invalid"
  }

  /// Why there is no heading, and all doubts about it.
  package static func reasonNames(_ reading: Reading) -> [String] {
    (reading.reason == .none ? [] : [reasonName(reading)]) + reading.assessment.doubts.names
  }

  private static func strengthMicrotesla(_ reading: Reading) -> Double {
    let q8 = reading.correctedField.q8Nanotesla
    let v = SIMD3(Double(q8.x), Double(q8.y), Double(q8.z)) / 256_000
    return (v * v).sum().squareRoot()
  }

  /// One of 16 compass points, padded to three letters.
  private static func point(_ degrees: Double) -> String {
    let points = [
      "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
    ]
    return points[Int((degrees / 22.5).rounded()) & 15].padded(to: 3)
  }

  private static func angle(_ degrees: Double) -> JSONValue { .fixed(degrees, decimals: 7) }
  private static func signed(_ angle: BinaryAngle) -> JSONValue {
    .fixed(angle.signedDegrees, decimals: 7)
  }
  private static func vector(_ v: Vector3) -> JSONValue { .array([.integer(v.x), .integer(v.y), .integer(v.z)]) }
}
