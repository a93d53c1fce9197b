// What the bench calls with plain words, where the functions themselves take structures in memory.

import Correction
import FieldMonitor
import Geomagnetism
import Heading
import IntegerTrigonometry
import Navigation
import Quantities

/// Offset (3 words) and matrix (9 words) into a record.
@c(binnacle_bench_record)
public func benchRecord(_ memory: UnsafeMutableRawPointer, _ words: UnsafePointer<Int32>) {
  func vector(_ at: Int) -> Vector3 { Vector3(x: words[at], y: words[at &+ 1], z: words[at &+ 2]) }
  var record = CalibrationRecord.identity
  record.hardIron = vector(0)
  record.softIron = MatrixQ24(vector(3), vector(6), vector(9))
  memory.initializeMemory(as: CalibrationRecord.self, to: record)
}

/// Six words as a sample.
@inline(__always)
func benchSample(_ words: UnsafePointer<Int32>) -> (MagneticField, Acceleration) {
  (
    MagneticField(nanotesla: Vector3(x: words[0], y: words[1], z: words[2])),
    Acceleration(microG: Vector3(x: words[3], y: words[4], z: words[5]))
  )
}

/// The service path: nanotesla (3 words) and micro-g (3 words) to a heading, through the record.
@c(binnacle_bench_service)
public func benchService(_ memory: UnsafeRawPointer, _ words: UnsafePointer<Int32>) -> UInt32 {
  let record = memory.assumingMemoryBound(to: CalibrationRecord.self)
  let (field, force) = benchSample(words)
  return TiltCompensation.heading(field: field, specificForce: force, calibration: record.pointee)?.rawValue ?? 0
}

/// Six counts to a heading through a record made from counts.
@c(binnacle_bench_calibrated_counts)
public func benchCalibratedCounts(_ memory: UnsafeRawPointer, _ words: UnsafePointer<Int32>) -> UInt32 {
  let record = memory.assumingMemoryBound(to: CalibrationRecord.self)
  func counts(_ at: Int) -> Counts {
    Counts(
      x: Int16(truncatingIfNeeded: words[at]), y: Int16(truncatingIfNeeded: words[at &+ 1]),
      z: Int16(truncatingIfNeeded: words[at &+ 2]))
  }
  return TiltCompensation.heading(field: counts(0), force: counts(3), calibration: record.pointee)?.rawValue ?? 0
}

/// The service path with roll, pitch, dip, horizontal field and the corrected field: what a reading needs.
@c(binnacle_bench_reading)
public func benchReading(
  _ memory: UnsafeRawPointer, _ words: UnsafePointer<Int32>, _ result: UnsafeMutablePointer<UInt32>
) -> UInt32 {
  let record = memory.assumingMemoryBound(to: CalibrationRecord.self)
  let (field, force) = benchSample(words)
  let sums = record.pointee.sums(for: field)
  guard let solution = try? TiltCompensation.solve(field: sums.fine, specificForce: force) else { return 0 }
  let corrected = sums.rounded.q8Nanotesla
  result[0] = UInt32(bitPattern: corrected.x)
  result[1] = UInt32(bitPattern: corrected.y)
  result[2] = UInt32(bitPattern: corrected.z)
  result[3] = solution.roll?.rawValue ?? 0
  result[4] = solution.pitch.rawValue
  result[5] = solution.dip.rawValue
  result[6] = solution.horizontalNanotesla
  return solution.heading.rawValue
}

// MARK: - The other way to a heading, built to be measured (docs/decisions/0005)

/// Turns (along, beside) onto the axis and (slave, beside slave) by the same micro-rotations, 2^0 to 2^−22.
@inline(__always)
func benchTurn(_ along: inout Int32, _ beside: inout Int32, _ slave: inout Int32, _ besideSlave: inout Int32) {
  var count: Int32 = 0
  repeat {
    let sign = beside &>> 31
    let raised = ((beside &>> count) ^ sign) &- sign
    beside = beside &- (((along &>> count) ^ sign) &- sign)
    along = along &+ raised
    let slaveRaised = ((besideSlave &>> count) ^ sign) &- sign
    besideSlave = besideSlave &- (((slave &>> count) ^ sign) &- sign)
    slave = slave &+ slaveRaised
    count = count &+ 1
  } while count < 23
}

/// Heading by slaved vectoring from the same counts as `TiltCompensation.heading(field:force:)`: the pass that turns
/// down into the plane of forward and down turns the field as well, then the pass that turns it upright does.
@c(binnacle_bench_slaved)
public func benchSlaved(_ words: UnsafePointer<Int32>) -> UInt32 {
  // 11 bits more than the counts have; the gain of a pass is 1.6468.
  var (ay, az) = ((0 &- words[4]) &<< 11, (0 &- words[5]) &<< 11)
  var (my, mz) = (words[1] &<< 11, words[2] &<< 11)
  if az < 0 { (ay, az, my, mz) = (0 &- ay, 0 &- az, 0 &- my, 0 &- mz) }
  benchTurn(&az, &ay, &mz, &my)
  // Forward components take the gain of the first pass: 1.646760258 = 107922/2^16, a product of 31 bits.
  var ax = (0 &- words[3]) &* 26_981 &>> 3
  var mx = words[0] &* 26_981 &>> 3
  benchTurn(&az, &ax, &mz, &mx)
  // East is minus the right component, which lacks the gain of the second pass.
  let east = 0 &- Int32(truncatingIfNeeded: (my &>> 15) &* 53_961 &+ (((my & 0x7fff) &* 53_961) &>> 15))
  return Cordic.angle(y: east, x: mx)?.rawValue ?? 0
}

// MARK: - The world model

/// The field at latitude, longitude, height (3 words) and time (1 word), written as 7 words; returns a mix of them.
@c(binnacle_bench_world_model)
public func benchWorldModel(_ words: UnsafePointer<Int32>) -> UInt32 {
  let position = Position(latitude: words[0], longitude: words[1], height: words[2])
  let moment = WorldMagneticModel.Moment(q22Years: words[3])
  guard let field = try? WorldMagneticModel.field(at: position, moment: moment) else { return 0 }
  func turned(_ value: UInt32, _ next: UInt32) -> UInt32 { (value &<< 5 | value &>> 27) ^ next }
  let q8 = field.q8Nanotesla
  var mix = turned(UInt32(bitPattern: q8.x), UInt32(bitPattern: q8.y))
  mix = turned(turned(mix, UInt32(bitPattern: q8.z)), field.horizontalQ8)
  mix = turned(turned(mix, field.totalQ8), field.declination?.rawValue ?? 1)
  return turned(mix, field.dip?.rawValue ?? 1)
}

/// With words, begins an evaluation in memory; without, takes it on by one slice. Answers the declination so far.
@c(binnacle_bench_world_slice)
public func benchWorldSlice(_ memory: UnsafeMutableRawPointer, _ words: UnsafePointer<Int32>?) -> UInt32 {
  if let words {
    let position = Position(latitude: words[0], longitude: words[1], height: words[2])
    let evaluation = memory.initializeMemory(as: WorldModelEvaluation.self, to: WorldModelEvaluation())
    try? evaluation.pointee.begin(at: position, moment: WorldMagneticModel.Moment(q22Years: words[3]))
    return 0
  }
  let evaluation = memory.assumingMemoryBound(to: WorldModelEvaluation.self)
  evaluation.pointee.advance()
  return evaluation.pointee.result.declination?.rawValue ?? 0
}

// MARK: - Navigation

private func benchLeg(_ earth: Earth, _ words: UnsafePointer<Int32>, _ answer: UnsafeMutablePointer<UInt32>) -> UInt32 {
  let leg = earth.leg(
    from: Position(latitude: words[0], longitude: words[1]), to: Position(latitude: words[2], longitude: words[3]))
  answer[0] = leg.final.angle?.rawValue ?? 0
  answer[1] = UInt32(truncatingIfNeeded: leg.millimetres)
  answer[2] = UInt32(truncatingIfNeeded: leg.millimetres &>> 32)
  return leg.initial.angle?.rawValue ?? 0
}

/// Start and end as latitude and longitude (4 words); writes final bearing and distance, returns the initial bearing.
@c(binnacle_bench_leg)
public func benchSphere(_ words: UnsafePointer<Int32>, _ answer: UnsafeMutablePointer<UInt32>) -> UInt32 {
  benchLeg(.meanSphere, words, answer)
}

@c(binnacle_bench_geodesic)
public func benchGeodesic(_ words: UnsafePointer<Int32>, _ answer: UnsafeMutablePointer<UInt32>) -> UInt32 {
  benchLeg(.wgs84, words, answer)
}

/// With words, begins to guide in memory and takes a fix; without, shows the arrow for a heading.
@c(binnacle_bench_guidance)
public func benchGuidance(
  _ memory: UnsafeMutableRawPointer, _ words: UnsafePointer<Int32>?, _ heading: UInt32
) -> UInt32 {
  let now = Instant(microseconds: 1_000_000)
  if let words {
    let guidance = memory.initializeMemory(
      as: Guidance.self, to: Guidance(to: Position(latitude: words[2], longitude: words[3])))
    guidance.pointee.add(
      fix: Fix(time: now, position: Position(latitude: words[0], longitude: words[1]), horizontalMillimetres: 5000))
    return 0
  }
  let guidance = memory.assumingMemoryBound(to: Guidance.self)
  let view = guidance.pointee.view(heading: BinaryAngle(rawValue: heading), at: now)
  return UInt32(truncatingIfNeeded: view.turn ?? 0) ^ UInt32(truncatingIfNeeded: view.arrow?.rawValue ?? 9)
}

// MARK: - The field monitor and the accuracy

/// What a record with this strength (nT) and dip, and the world model's strength (nT; 0: none) make expect.
private func expectation(_ strength: UInt32, _ dip: BinaryAngle, world: UInt32) -> FieldExpectation? {
  FieldExpectation(
    calibratedNanotesla: strength, calibratedDip: dip, residualNanotesla: 200,
    world: GeomagneticField(q8Nanotesla: .zero, horizontalQ8: 0, totalQ8: world &<< 8, declination: nil, dip: dip))
}

/// With words, begins a watch in memory: strength (1 word, nT) and dip (1 word) of the record, strength of the world
/// model (1 word, nT; 0: none).
@c(binnacle_bench_monitor_begin)
public func benchMonitorBegin(_ memory: UnsafeMutableRawPointer, _ words: UnsafePointer<UInt32>) {
  let monitor = DisturbanceMonitor(expectation: expectation(words[0], BinaryAngle(rawValue: words[1]), world: words[2]))
  memory.initializeMemory(as: DisturbanceMonitor.self, to: monitor)
}

/// One sample: time (1 word, µs), field (3 words, 1/256 nT), specific force (3 words, µg), dip (1 word).
@c(binnacle_bench_monitor)
public func benchMonitor(_ memory: UnsafeMutableRawPointer, _ words: UnsafePointer<Int32>) -> UInt32 {
  let monitor = memory.assumingMemoryBound(to: DisturbanceMonitor.self)
  let status = monitor.pointee.assess(
    FieldObservation(
      time: Instant(microseconds: 0).advanced(by: UInt32(bitPattern: words[0])),
      field: CorrectedField(q8Nanotesla: Vector3(x: words[1], y: words[2], z: words[3])),
      specificForce: Acceleration(microG: Vector3(x: words[4], y: words[5], z: words[6])),
      dip: BinaryAngle(rawValue: UInt32(bitPattern: words[7]))))
  let words =
    UInt32(truncatingIfNeeded: status.reasons.rawValue) &<< 8 | UInt32(truncatingIfNeeded: status.state.rawValue)
  return status.fieldVariance ^ status.tiltVariance ^ words ^ UInt32(bitPattern: status.strengthDeviation) &<< 4
}

/// Gains of field and tilt (Q12), horizontal field, variances of field and tilt (5 words) to a stated accuracy.
@c(binnacle_bench_accuracy)
public func benchAccuracy(_ words: UnsafePointer<UInt32>) -> UInt32 {
  var status = FieldStatus()
  status.fieldVariance = words[3]
  status.tiltVariance = words[4]
  let solution = HeadingSolution(
    heading: .zero, dip: .zero, horizontalNanotesla: words[2], gains: ErrorGains(field: words[0], tilt: words[1]))
  let found = HeadingAccuracy.of(solution, status, calibration: .predicted(90), declination: 40)
  return UInt32(truncatingIfNeeded: found.hundredths ?? 0) &<< 16
    | UInt32(truncatingIfNeeded: found.trueHundredths ?? 0)
}

// MARK: - The whole service

/// What a sample meets on its way to a heading.
struct BenchChain {
  var record: CalibrationRecord
  var monitor: DisturbanceMonitor
  var service: HeadingService
}

/// With offset and matrix (12 words) and the field here: strength (1 word, nT), dip (1 word), the world model's strength (1
/// word, nT) and declination (1 word), begins a service in memory that smooths over half a second and tells changes of one degree.
@c(binnacle_bench_chain_begin)
public func benchChainBegin(_ memory: UnsafeMutableRawPointer, _ words: UnsafePointer<Int32>) {
  func vector(_ at: Int) -> Vector3 { Vector3(x: words[at], y: words[at &+ 1], z: words[at &+ 2]) }
  var record = CalibrationRecord.identity
  record.hardIron = vector(0)
  record.softIron = MatrixQ24(vector(3), vector(6), vector(9))
  record.modelOrder = .ellipsoid
  record.predictedTypicalError = 90
  let strength = UInt32(bitPattern: words[12])
  let dip = BinaryAngle(rawValue: UInt32(bitPattern: words[13]))
  let world = UInt32(bitPattern: words[14])
  let chain = memory.initializeMemory(
    as: BenchChain.self,
    to: BenchChain(
      record: record,
      monitor: DisturbanceMonitor(expectation: expectation(strength, dip, world: world)),
      service: HeadingService()))
  chain.pointee.service.smoother.timeConstant = 500_000
  chain.pointee.service.filter.minimumChange = 11_930_465
  chain.pointee.service.filter.heartbeat = 1_000_000
  // Of the model's field the service uses the horizontal strength and the declination.
  chain.pointee.service.setField(
    GeomagneticField(
      q8Nanotesla: .zero, horizontalQ8: 20_000 &<< 8, totalQ8: world &<< 8,
      declination: BinaryAngle(rawValue: UInt32(bitPattern: words[15])), dip: dip))
}

/// One sample: time (1 word, µs), field (3 words, nT), specific force (3 words, µg), through correction, tilt
/// compensation, monitor, accuracy, smoothing, declination and filter. Answers the heading and mixes in the rest.
@c(binnacle_bench_chain)
public func benchChain(_ memory: UnsafeMutableRawPointer, _ words: UnsafePointer<Int32>) -> UInt32 {
  let chain = memory.assumingMemoryBound(to: BenchChain.self)
  let (field, force) = benchSample(words + 1)
  let sums = chain.pointee.record.correctionSums(for: field)
  var evidence = HeadingEvidence(
    FieldObservation(
      time: Instant(microseconds: 0).advanced(by: UInt32(bitPattern: words[0])), field: sums.rounded,
      specificForce: force, dip: nil),
    calibration: .predicted(chain.pointee.record.predictedTypicalError), mode: 2)
  do throws(HeadingFailure) {
    try evidence.solution.solve(field: sums.fine, specificForce: force)
    evidence.isSolved = true
    evidence.observation.dip = evidence.solution.dip
  } catch {}
  chain.pointee.monitor.assess(&evidence.observation)
  var assessment = HeadingAssessment()
  chain.pointee.service.assess(&evidence, &chain.pointee.monitor.status, into: &assessment)
  let accuracy = UInt32(truncatingIfNeeded: assessment.accuracy ?? 0)
  let rest = accuracy &<< 8 | UInt32(truncatingIfNeeded: assessment.event.rawValue)
  return (assessment.heading?.rawValue ?? 0) ^ rest
}
