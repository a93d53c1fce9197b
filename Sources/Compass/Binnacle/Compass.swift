// A whole compass as one value: samples, settings and a record in; headings out.
//
// It composes a compass for all users: `Instrument`, the library for C, Python and JavaScript, and the page are built on
// it. docs/decisions/0014-library.md says why calibration, place and gyroscope are values of their own.

import Correction
import FieldMonitor
import FixedPoint
import Geomagnetism
import Heading
import Quantities
import RawMemory

/// Headings from the samples of a magnetometer and, when there is one, an accelerometer.
///
/// Pass each sample to `add`. Then `heading()` gives the bare direction, and `reading(at:)` gives the full assessment:
/// magnetic and true heading, accuracy, grade, disturbance and attitude. `CompassCalibration` calibrates it, and
/// `CompassMotion` adds a gyroscope. Functions that you do not call are not linked into the image.
///
/// All directions are in body axes: forward, right, down. All times come from one clock of the device.
///
/// ```swift
/// var compass = Compass()
/// // A module with X forward, Y left, Z up: its axis that points right is −Y.
/// if let module = AxisRemap(forward: .plusX, right: .minusY) {
///   compass.mounting = module
///   compass.forceMounting = module
/// }
/// // For each pair of samples, first the force: it gives the tilt of the field.
/// compass.add(Acceleration(microG: Vector3(x: 0, y: 0, z: 1_000_000)), at: now)
/// compass.add(MagneticField(nanotesla: Vector3(x: 20_000, y: 10_000, z: -42_000)), at: now)
/// if let heading = compass.heading() {
///   print((UInt64(heading.rawValue) * 36_000) >> 32, "hundredths of a degree")  // 2656 hundredths of a degree
/// }
/// ```
public struct Compass: ~Copyable {
  private let inPlace = InPlace()
  // Bytes first, then words: a Cortex-M0 reaches the first members with one instruction.

  /// How the magnetometer is mounted: from its axes to the body's.
  public var mounting = AxisRemap.identity {
    didSet { samples.isCorrected = false }
  }
  /// How the accelerometer is mounted: from its axes to the body's.
  public var forceMounting = AxisRemap.identity
  /// From body axes to the axes of the pointing axis.
  var pointer = AxisRemap.identity
  var followsLevel = false
  /// Whether the pointing axis is ±Z.
  public private(set) var pointsThroughDisplay = false
  /// Whether the field monitor's expectation must be set again.
  var expectation = ExpectationAge.old
  /// The code of the magnetometer's chip (`SensorChip`); 0: not known. A record made with another chip is refused, and removed.
  public var chip: UInt8 = 0 {
    didSet { if !isOfThisSensor(record) { forgetCalibration() } }
  }
  /// The magnetometer's temperature in 1/8 °C; `nil` when it is not known. A calibration stores it in its record, and the
  /// watch of the calibration in use compares both temperatures.
  public var temperatureEighths: Int16?
  /// Changes whenever another record is put into use.
  public private(set) var recordNumber: UInt8 = 1
  /// Microseconds without a sample of the field after which there is no heading.
  public var sampleTimeout: UInt32 = 1_000_000
  /// The last samples.
  public var samples = CompassSamples()
  /// Today's date. A calibration stores it in its record, and the watch of the calibration in use compares both dates.
  public var date: CalendarDay?
  var monitor = DisturbanceMonitor()
  /// Reference north, display, smoothing and deviation card: settings of the heading service.
  public var service = HeadingService()
  /// The calibration in use; the identity before the first.
  public internal(set) var record = CalibrationRecord.identity

  /// A compass without a calibration, whose sensors have the axes of the body.
  public init() {}

  /// Whether enumerations are within their ranges; the memory may have been overwritten.
  public var isSound: Bool {
    // `mutating`: embedded-swift.md, "Copies".
    mutating get {
      mounting.isSound && forceMounting.isSound && pointer.isSound && Unchecked.isCase(samples.fault, of: 11)
        && monitor.isSound && service.isSound
    }
  }

  // MARK: - The record

  /// Whether a calibration is in use.
  public var isCalibrated: Bool { record.modelOrder != .none }

  /// Puts a record into use.
  ///
  /// ```swift
  /// // A calibration that another program found: the offset in 1/256 nanotesla, the strength in nanotesla.
  /// var record = CalibrationRecord()
  /// record.hardIron = Vector3(x: 10_000 * 256, y: -5_000 * 256, z: 3_000 * 256)
  /// record.modelOrder = .sphere
  /// record.fieldStrength = 48_000
  /// if compass.isOfThisSensor(record) { compass.use(record) }
  /// ```
  @inline(never)
  public mutating func use(_ record: borrowing CalibrationRecord) {
    self.record = copy record
    recordChanged()
  }

  /// Puts a record into use that was stored as bytes. If the record is defective or was made with another chip, the record
  /// in use stays.
  ///
  /// ```swift
  /// let stored = compass.recordBytes()  // 216 bytes to store
  /// // After the next start:
  /// do { try compass.useRecord(stored.span) } catch { compass.forgetCalibration() }
  /// ```
  /// - Parameter bytes: 216 bytes; more are ignored.
  @inline(never)
  public mutating func useRecord(_ bytes: Span<UInt8>) throws(RecordDefect) {
    let record = try CalibrationRecord(bytes: bytes)
    guard isOfThisSensor(record) else { throw .sensor }
    use(record)
  }

  /// Removes the calibration.
  public mutating func forgetCalibration() { use(CalibrationRecord.identity) }

  /// Whether a record can belong to this magnetometer. It can also if the chip of one of them is not known.
  public func isOfThisSensor(_ record: borrowing CalibrationRecord) -> Bool {
    let made = record.sensorChip
    return made == 0 || chip == 0 || made == chip
  }

  /// The record in use as the 216 bytes to store.
  public func recordBytes() -> InlineArray<216, UInt8> { record.bytes() }

  /// Call it after every change of `record` in place.
  mutating func recordChanged() {
    recordNumber = recordNumber &+ 1
    samples.isCorrected = false
    expectation = .old
  }

  // MARK: - Settings

  /// Chooses the axis whose heading is computed; at first the forward axis, `.plusX`.
  ///
  /// ```swift
  /// compass.point(nil)  // a display that is held flat or upright
  /// compass.service.display = .portrait
  /// compass.service.filter = EventFilter(minimumChange: 11_930_465, heartbeat: 1_000_000)  // 1 degree, 1 second
  /// compass.levelTolerance = 50  // 5 degrees, without an accelerometer
  /// ```
  /// - Parameter axis: body axes; `nil`: the most level one of +X, +Z and −Z.
  public mutating func point(_ axis: AxisRemap.SignedAxis?) {
    if followsLevel == (axis == nil), axis == nil || axis == pointer.forward { return }
    followsLevel = axis == nil
    turn(to: axis ?? .plusX)
    service.smoother.restart()
  }

  /// The axis that was chosen; `nil`: the most level one.
  public var chosenPointer: AxisRemap.SignedAxis? { followsLevel ? nil : pointer.forward }
  /// The axis whose heading was computed last.
  public var pointingAxis: AxisRemap.SignedAxis { pointer.forward }

  @inline(never)
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

  /// The angle from true to magnetic north, east positive; `nil` while the place is not known.
  public var declination: BinaryAngle? { service.knownDeclination }

  /// Sets place and date, which give true north and the field to expect. It computes for as long as some hundred headings;
  /// `CompassPlace` does the same in slices.
  ///
  /// ```swift
  /// // Zurich: 47.37 degrees north and 8.54 east in 2^−32 turns, and 408 metres.
  /// let zurich = Position(latitude: 565_146_117, longitude: 101_886_169, height: 408_000)
  /// if let today = CalendarDay(year: 2026, month: 7, day: 1) {
  ///   do { try compass.setPlace(zurich, on: today) } catch { compass.forgetPlace() }
  /// }
  /// if let declination = compass.declination {
  ///   print((Int64(declination.signed) * 36_000) >> 32, "hundredths of a degree")  // 360 hundredths of a degree
  /// }
  /// ```
  /// - Parameters:
  ///   - position: −1…850 km above the ellipsoid.
  ///   - date: 2025-01-01 to 2030-01-01.
  ///   - extrapolating: also accepts dates up to ten years outside; the declination is then less certain.
  /// - Throws: which limit is broken. Nothing changes then.
  public mutating func setPlace(
    _ position: Position, on date: CalendarDay, extrapolating: Bool = false
  ) throws(WorldModelError) {
    let moment = WorldMagneticModel.Moment(date)
    let field = try WorldMagneticModel.field(at: position, moment: moment, extrapolating: extrapolating)
    self.date = date
    setField(field, q22YearsOutside: moment.q22YearsOutside)
  }

  /// Forgets place and date: there is no true heading until they are set again.
  public mutating func forgetPlace() {
    date = nil
    clearField(.position)
  }

  mutating func setField(_ field: borrowing GeomagneticField, q22YearsOutside: UInt32) {
    service.setField(field, q22YearsOutside: q22YearsOutside)
    if expectation == .current { expectation = .ofOtherPlace }
  }

  mutating func clearField(_ gap: PlaceGap) {
    service.clearField(gap)
    if expectation == .current { expectation = .ofOtherPlace }
  }

  // MARK: - Samples

  /// Adds one sample of the magnetometer.
  /// - Parameters:
  ///   - field: nanotesla in the magnetometer's axes, each within ±2^21; larger values are limited.
  ///   - time: when it was measured.
  ///   - isOverflowed: an axis is beyond the sensor's range.
  ///   - isRepeated: the chip delivered nothing new. It counts only where there is no sample yet.
  public mutating func add(
    _ field: MagneticField, at time: Instant, isOverflowed: Bool = false, isRepeated: Bool = false
  ) {
    if isRepeated, samples.hasField { return }
    samples.add(field, at: time, isOverflowed: isOverflowed)
    if isRepeated { samples.isNew = false }
  }

  /// Adds one sample of the accelerometer. It gives the tilt for samples of the field until it is older than 250 ms, or than
  /// three periods of the accelerometer.
  /// - Parameters:
  ///   - force: micro-g in the accelerometer's axes. At rest it points up.
  ///   - time: when it was measured.
  ///   - isSaturated: an axis is beyond the sensor's range; the sample gives no tilt.
  public mutating func add(_ force: Acceleration, at time: Instant, isSaturated: Bool = false) {
    var force = force
    // Nearly always both sensors have the same axes, and no rotation is needed.
    if forceMounting != mounting {
      force = Acceleration(microG: mounting.sensor(forceMounting.body(force.microG)))
    }
    samples.add(force, at: time, isSaturated: isSaturated)
  }

  /// Reports that the magnetometer does not answer: there is no heading until its next sample.
  ///
  /// ```swift
  /// if let field = readMagnetometer() { compass.add(field, at: now) } else { compass.loseField() }
  /// if let force = readAccelerometer() { compass.add(force, at: now) } else { compass.loseForce() }
  /// if sensorsWereExchanged() { compass.restart() }
  /// ```
  public mutating func loseField() { samples.isFieldLost = true }

  /// Reports that the accelerometer does not answer: the instrument counts as level until its next sample.
  public mutating func loseForce() { samples.isForceLost = true }

  /// Prepares for samples that do not continue the earlier ones: other sensors, or another time. Settings stay.
  public mutating func restart() {
    service.restart()
    expectation = .old
  }

  // MARK: - The bare heading

  /// The direction of the pointing axis from the last samples, clockwise from magnetic north.
  ///
  /// `reading(at:)` starts from this heading. It has no deviation card, no smoothing and no assessment. Without an
  /// accelerometer the instrument counts as level.
  /// - Returns: within 1e-5 degrees of the exact value where the horizontal field is at least 4 % of the whole; `nil`
  ///   before the first field, when an axis overflowed, when the accelerometer's sample is too old or cannot be used, when the
  ///   pointing axis is vertical, and when the field or the force has no direction.
  public mutating func heading() -> BinaryAngle? {
    guard samples.hasField, !samples.isOverflowed else { return nil }
    var level = Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000))
    if samples.forceNumber != 0 {
      guard samples.hasTilt else { return nil }
      level = bodyForce
    }
    if followsLevel { turn(to: pointer.forward.mostLevel(under: level.microG)) }
    if pointer.forward.isVertical(under: level.microG) { return nil }
    // `correct` is not called: the rounded field is not needed here.
    var fine = record.correctionSums(for: samples.field).fine
    fine.mantissa = pointed(body(fine.mantissa))
    return TiltCompensation.heading(field: fine, specificForce: Acceleration(microG: pointed(level.microG)))
  }

  /// `heading()` from true north; `nil` also while the place is not known.
  ///
  /// ```swift
  /// if let heading = compass.trueHeading() ?? compass.heading() { show(heading) }
  /// ```
  public mutating func trueHeading() -> BinaryAngle? {
    guard let declination, let magnetic = heading() else { return nil }
    return magnetic + declination
  }

  // MARK: - Parts

  // Functions of this module: more than two calls of another module's in a row would need a `.got` on a Cortex-M0.

  /// The magnetometer's axes to the body's.
  @inline(never)
  mutating func body(_ sensor: Vector3) -> Vector3 { mounting.body(sensor) }

  /// The body's axes to the axes of the pointing axis.
  @inline(never)
  mutating func pointed(_ body: Vector3) -> Vector3 { pointer.body(body) }

  /// Applies the record to the last field, once a sample.
  @inline(never)
  mutating func correct() {
    if samples.isCorrected { return }
    samples.isCorrected = true
    let sums = record.correctionSums(for: samples.field)
    samples.corrected = CorrectedField(q8Nanotesla: body(sums.rounded.q8Nanotesla))
    samples.fine = sums.fine
    samples.fine.mantissa = body(samples.fine.mantissa)
  }

  /// The last field after the record, body axes.
  var bodyField: CorrectedField {
    mutating get {
      correct()
      return samples.corrected
    }
  }

  /// The last force that gives the tilt of the last field, after calibration, body axes.
  public var tilt: Acceleration? {
    mutating get { samples.hasTilt ? bodyForce : nil }
  }

  /// The last force after the record's part for the accelerometer, the magnetometer's axes.
  var sensorForce: Acceleration {
    mutating get { Acceleration(microG: record.correctedForce(samples.force.microG)) }
  }

  /// `sensorForce` in body axes.
  var bodyForce: Acceleration {
    mutating get { Acceleration(microG: body(record.correctedForce(samples.force.microG))) }
  }
}

/// Whether the field monitor expects the field of the present record and place.
enum ExpectationAge: UInt8 {
  case current
  /// Only the place has changed. The monitor keeps what it has seen.
  case ofOtherPlace
  /// The record or the source of the samples has changed. The monitor starts again.
  case old
}
