// A whole compass as one value: samples, settings and a record in; headings out.
//
// docs/decisions/0014-library.md says why calibration and gyroscope are values of their own.

import Correction
import FieldMonitor
import FixedPoint
import Geomagnetism
import Heading
import Quantities
import RawMemory

/// Headings from the samples of a magnetometer and, when there is one, an accelerometer.
///
/// Give it each sample with `add`. Then `heading()` is the bare direction, and `reading(at:)` is the whole of it:
/// magnetic and true heading, accuracy, grade, disturbance and attitude. `CompassCalibration` calibrates it, and
/// `CompassMotion` adds a gyroscope. What is not called is not in the image.
///
/// All directions are those of the body: forward, right, down. Times are of one clock of the device.
public struct Compass: ~Copyable {
  private let inPlace = InPlace()
  // Bytes first, then words: a Cortex-M0 reaches the first members with one instruction.

  /// How the magnetometer is mounted: from its axes to the body's.
  public var mounting = AxisRemap.identity
  /// How the accelerometer is mounted: from its axes to the body's.
  public var forceMounting = AxisRemap.identity
  /// From body axes to those of the pointing axis.
  var pointer = AxisRemap.identity
  var followsLevel = false
  var pointsThroughDisplay = false
  var isOverflowed = false
  var isSaturated = false
  var isExpectationOld = true
  var calibrationError = CalibrationError.unknown
  /// Counts the samples of the field, so that others see whether there is a new one; 0: none yet.
  var fieldNumber: UInt32 = 0
  var forceNumber: UInt32 = 0
  /// The number of the sample that the field monitor has seen.
  var assessedNumber: UInt32 = 0
  /// Microseconds between the last two samples of the force.
  var forceInterval: UInt32 = 0
  /// Sensor axes.
  var rawField = MagneticField(nanotesla: .zero)
  /// Body axes, as measured.
  var rawForce = Acceleration(microG: .zero)
  var fieldTime = Instant(microseconds: 0)
  var forceTime = Instant(microseconds: 0)
  /// Microseconds without a sample of the field after which there is no heading.
  public var sampleTimeout: UInt32 = 1_000_000
  /// The day of `setPlace`; a calibration writes it into its record.
  public internal(set) var date: CalendarDay?
  /// The angle from true to magnetic north, east positive; `nil` while the place is not known.
  public internal(set) var declination: BinaryAngle?
  var monitor = DisturbanceMonitor()
  /// Reference north, display, smoothing and deviation card: settings of the heading service.
  public var service = HeadingService()
  /// The calibration in use; the identity before the first.
  public internal(set) var record = CalibrationRecord.identity

  /// A compass without a calibration, whose sensors have the axes of the body.
  public init() {}

  // MARK: - Settings

  /// Whether a calibration is in use.
  public var isCalibrated: Bool { record.modelOrder != .none }

  /// Puts a record into use.
  public mutating func use(_ record: borrowing CalibrationRecord) {
    self.record = copy record
    isExpectationOld = true
  }

  /// Puts a record into use that was stored as bytes. When it is defective, the one in use stays.
  /// - Parameter bytes: 216 bytes; more are ignored.
  public mutating func useRecord(_ bytes: Span<UInt8>) throws(RecordDefect) {
    record = try CalibrationRecord(bytes: bytes)
    isExpectationOld = true
  }

  /// The record in use as the 216 bytes to store.
  public func recordBytes() -> InlineArray<216, UInt8> { record.bytes() }

  /// Chooses the axis whose heading is computed; at first the forward axis, `.plusX`.
  /// - Parameter axis: body axes; `nil`: the most level one of +X, +Z and −Z.
  public mutating func point(_ axis: AxisRemap.SignedAxis?) {
    followsLevel = axis == nil
    turn(to: axis ?? .plusX)
    service.smoother.restart()
  }

  mutating func turn(to axis: AxisRemap.SignedAxis) {
    pointer = .pointing(axis)
    pointsThroughDisplay = axis.axis == 2
  }

  /// How level an instrument without accelerometer is kept: one standard deviation about each axis, 1/10 degree, 1…150.
  public var levelTolerance: UInt8 {
    get { monitor.levelTolerance }
    set { monitor.levelTolerance = newValue < 1 ? 1 : newValue > 150 ? 150 : newValue }
  }

  // MARK: - Place

  /// Sets place and date, which give true north and the field to expect. It computes for as long as some hundred headings.
  /// - Parameters:
  ///   - position: −1…850 km above the ellipsoid.
  ///   - date: 2025-01-01 to 2030-01-01.
  ///   - extrapolating: also take dates up to ten years outside; the declination is then less certain.
  /// - Throws: which limit is broken. Nothing changes then.
  public mutating func setPlace(
    _ position: Position, on date: CalendarDay, extrapolating: Bool = false
  ) throws(WorldModelError) {
    let moment = WorldMagneticModel.Moment(date)
    let field = try WorldMagneticModel.field(at: position, moment: moment, extrapolating: extrapolating)
    declination = field.declination
    self.date = date
    service.know(field, q22YearsOutside: moment.q22YearsOutside)
    isExpectationOld = true
  }

  /// Forgets place and date: there is no true heading until they are set again.
  public mutating func forgetPlace() {
    declination = nil
    date = nil
    service.lack(.position)
    isExpectationOld = true
  }

  // MARK: - Samples

  /// Takes one sample of the magnetometer. Do not give the same one twice.
  /// - Parameters:
  ///   - field: nanotesla in the magnetometer's axes, each within ±2^21; beyond it counts as that.
  ///   - time: when it was measured.
  ///   - isOverflowed: an axis is beyond the sensor's range.
  public mutating func add(_ field: MagneticField, at time: Instant, isOverflowed: Bool = false) {
    rawField = field
    fieldTime = time
    self.isOverflowed = isOverflowed
    fieldNumber = fieldNumber &+ 1
    if fieldNumber == 0 { fieldNumber = 1 }
  }

  /// Takes one sample of the accelerometer. It gives the tilt of samples of the field until it is 250 ms old, or three
  /// periods of the accelerometer.
  /// - Parameters:
  ///   - force: micro-g in the accelerometer's axes. At rest it points up.
  ///   - time: when it was measured.
  ///   - isSaturated: an axis is beyond the sensor's range: it gives no tilt.
  public mutating func add(_ force: Acceleration, at time: Instant, isSaturated: Bool = false) {
    if forceNumber != 0 { forceInterval = time.elapsed(since: forceTime) }
    rawForce = Acceleration(microG: forceMounting.body(force.microG))
    forceTime = time
    self.isSaturated = isSaturated
    forceNumber = forceNumber &+ 1
    if forceNumber == 0 { forceNumber = 1 }
  }

  // MARK: - The bare heading

  /// The direction of the pointing axis from the last samples, clockwise from magnetic north.
  ///
  /// It is what `reading(at:)` begins with: no deviation card, no smoothing, no assessment. Without an accelerometer the
  /// instrument counts as level.
  /// - Returns: within 1e-5 degrees of the exact value where the horizontal field is at least 4 % of the whole; `nil`
  ///   before the first field, when an axis overflowed, when the accelerometer's sample is too old or of no use, when the
  ///   pointing axis is vertical, and when the field or the force has no direction.
  public mutating func heading() -> BinaryAngle? {
    guard fieldNumber != 0, !isOverflowed else { return nil }
    var level = Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000))
    if forceNumber != 0 {
      guard hasTilt else { return nil }
      level = bodyForce
    }
    if followsLevel { turn(to: pointer.forward.mostLevel(under: level.microG)) }
    if pointer.forward.isVertical(under: level.microG) { return nil }
    var fine = record.correctionSums(for: rawField).fine
    fine.mantissa = pointed(body(fine.mantissa))
    return TiltCompensation.heading(field: fine, specificForce: Acceleration(microG: pointed(level.microG)))
  }

  /// `heading()` from true north; `nil` also while the place is not known.
  public mutating func trueHeading() -> BinaryAngle? {
    guard let declination, let magnetic = heading() else { return nil }
    return magnetic + declination
  }

  // MARK: - Parts

  // Functions of this module: more than two calls of another module's in a row would need a `.got` on a Cortex-M0.

  /// The magnetometer's axes to the body's.
  @inline(never)
  mutating func body(_ sensor: Vector3) -> Vector3 { mounting.body(sensor) }

  /// The body's axes to those of the pointing axis.
  @inline(never)
  mutating func pointed(_ body: Vector3) -> Vector3 { pointer.body(body) }

  /// The force in body axes, after the accelerometer's own calibration, if there is one.
  var bodyForce: Acceleration {
    mutating get {
      if record.accelerometerOrder == 0 { return rawForce }
      return Acceleration(microG: body(record.correctedForce(mounting.sensor(rawForce.microG))))
    }
  }

  /// Whether the last force is young enough for the last field: 250 ms, or three periods, of which one counts with at
  /// most one second.
  var isForceYoung: Bool {
    let period: UInt32 = forceInterval < 1_000_000 ? forceInterval : 1_000_000
    return fieldTime.elapsed(since: forceTime) <= (period &* 3 > 250_000 ? period &* 3 : 250_000)
  }

  /// Whether the last force gives the tilt of the last field.
  var hasTilt: Bool { forceNumber != 0 && !isSaturated && isForceYoung }
}
