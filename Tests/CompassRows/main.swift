// The readings of samples by `import Binnacle`: lines of Tests/python/one_compass/samples.py on standard input, numbers of
// test_one_compass.py on standard output.

import Binnacle
import Heading

/// The numbers of a reading, in the order of the test.
func numbers(_ r: CompassReading) -> [Int64] {
  [
    Int64(r.time.microseconds), r.magneticHeading == nil ? 0 : 1, Int64(r.magneticHeading?.rawValue ?? 0),
    r.trueHeading == nil ? 0 : 1, Int64(r.trueHeading?.rawValue ?? 0), Int64(r.assessment.reference.rawValue),
    Int64(r.accuracy ?? UInt16.max), Int64(r.assessment.doubts.rawValue), Int64(r.mode.rawValue),
    Int64(r.reason.rawValue), Int64(r.grade), Int64(r.disturbance.rawValue), Int64(r.assessment.cause.rawValue),
    r.isSolved ? 1 : 0, Int64(r.dip?.signed ?? 0), Int64(r.roll?.signed ?? 0), Int64(r.pitch?.signed ?? 0),
    Int64(r.isSolved ? r.solution.horizontalNanotesla : 0), Int64(r.field.q8Nanotesla.x), Int64(r.field.q8Nanotesla.y),
    Int64(r.field.q8Nanotesla.z), Int64(r.assessment.zone?.rawValue ?? 3), Int64(r.displayOrientation.rawValue),
    r.assessment.isDisplayFlat ? 1 : 0, Int64(r.assessment.event.rawValue), r.force == nil ? 0 : 1,
    Int64(r.force?.microG.x ?? 0), Int64(r.force?.microG.y ?? 0), Int64(r.force?.microG.z ?? 0),
  ]
}

/// The numbers of what a gyroscope adds.
func numbers(_ motion: borrowing CompassMotion, _ f: FusedHeading) -> [Int64] {
  let (e, c) = (f.estimate, motion.counts)
  let (bias, iron) = (e.bias.q20, e.hardIron.nanotesla)
  let state: Int64 =
    switch e.state {
    case .none: 0
    case .starting: 1
    case .fused: 2
    case .stuck: 3
    }
  return [
    Int64(e.time.microseconds), Int64(e.attitude.w), Int64(e.attitude.x), Int64(e.attitude.y), Int64(e.attitude.z),
    Int64(e.rateOfTurn), Int64(bias.x), Int64(bias.y), Int64(bias.z), Int64(e.biasDeviation), Int64(e.scale),
    Int64(e.scaleDeviation), Int64(e.fieldDelay), Int64(e.fieldDelayDeviation), Int64(iron.x), Int64(iron.y),
    Int64(iron.z), state, e.isAtRest ? 1 : 0,
  ] + [c.missing, c.repeated, c.outOfOrder, c.late, c.saturated, c.restarts].map(Int64.init) + [
    f.magnetic == nil ? 0 : 1, Int64(f.magnetic?.rawValue ?? 0), f.trueNorth == nil ? 0 : 1,
    Int64(f.trueNorth?.rawValue ?? 0), Int64(f.accuracy ?? UInt16.max), Int64(f.reason.rawValue),
    motion.isFieldTurned ? 1 : 0,
  ]
}

/// 1e-7 degrees in 2^−32 turns, rounded as binnacle.h does.
func turns(_ angle: Int64) -> Int32 { Int32(truncatingIfNeeded: (angle * 1_281_023_894 + 1 << 29) >> 30) }

func vector(_ words: ArraySlice<Int64>) -> Vector3 {
  let w = words.map { Int32($0) }
  return Vector3(x: w[0], y: w[1], z: w[2])
}

func axis(_ number: Int64) -> AxisRemap.SignedAxis? { AxisRemap.SignedAxis(rawValue: UInt8(number)) }

func bytes(_ hex: Substring) -> [UInt8] {
  let digits = hex.utf8.map { UInt8($0 > 0x39 ? $0 - 87 : $0 - 48) }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
}

/// A compass and a gyroscope beside it.
struct Side: ~Copyable {
  var compass = Compass()
  var motion = CompassMotion()
  var hasGyroscope = false

  /// Carries out a line; the numbers of the reading, where one is due.
  mutating func carryOut(_ line: String) throws -> [Int64]? {
    let parts = line.split(separator: " ")
    let words = parts[0] == "r" ? [] : parts.dropFirst().map { Int64($0) ?? 0 }
    switch parts[0] {
    case "w": rate(words)
    case "m": return reading(words)
    case "g": hasGyroscope = true
    case "r": try compass.useRecord(bytes(parts[1]).span)
    default: try set(parts[0], words)
    }
    return nil
  }

  private mutating func set(_ what: Substring, _ words: [Int64]) throws {
    switch what {
    case "p":
      let day = CalendarDay(year: Int32(words[3]), month: Int32(words[4]), day: Int32(words[5]))
      try compass.setPlace(
        Position(latitude: turns(words[0]), longitude: turns(words[1]), height: Int32(words[2])), on: day!)
    case "x":
      compass.mounting = AxisRemap(forward: axis(words[0])!, right: axis(words[1])!)!
      motion.mounting = compass.mounting
    case "n": compass.service.reference = ReferenceChoice(rawValue: UInt8(words[0]))!
    case "o": compass.point(axis(words[0]))
    case "s": compass.service.smoother.timeConstant = UInt32(words[0])
    case "l": compass.levelTolerance = UInt8(words[0])
    case "d":
      let c = words.map { Int32($0) }
      compass.service.card = DeviationCard(a: c[0], b: c[1], c: c[2], d: c[3], e: c[4])
    default: fatalError("no such line: \(what)")
    }
  }

  private mutating func rate(_ words: [Int64]) {
    motion.add(
      AngularRate(q20: vector(words[1...3])), at: Instant(microseconds: UInt64(words[0])),
      isSaturated: words[4] & 1 != 0)
    while motion.step(&compass) {}
  }

  private mutating func reading(_ words: [Int64]) -> [Int64] {
    let now = Instant(microseconds: UInt64(words[0]))
    if words[4] != 0 { compass.add(Acceleration(microG: vector(words[5...7])), at: now) }
    compass.add(MagneticField(nanotesla: vector(words[1...3])), at: now)
    if hasGyroscope { while motion.step(&compass) {} }
    guard hasGyroscope else { return numbers(compass.reading(at: now)) }
    var reading = CompassReading()
    motion.read(&compass, into: &reading, at: now)
    return numbers(reading) + numbers(motion, motion.fused(&compass, at: now))
  }
}

var side = Side()
while let line = readLine() {
  if let row = try side.carryOut(line) { print(row.map(String.init).joined(separator: " ")) }
}
