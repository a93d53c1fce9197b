// Each part of docs/performance.md, "The library, part by part", as a function by itself, in the order of its table.

import Calibration
import Correction
import FieldMonitor
import Geomagnetism
import Heading
import IntegerTrigonometry
import Quantities
import RecordStore

@c(part_0)
public func anglePart(_ y: Int32, _ x: Int32) -> UInt32 { Cordic.angle(y: y, x: x)?.rawValue ?? 0 }

@c(part_0_tiny)
public func tinyAnglePart(_ y: Int32, _ x: Int32) -> UInt32 { Cordic.Tiny.angle(y: y, x: x)?.rawValue ?? 0 }

@c(part_1)
public func countsPart(_ v: UnsafePointer<Int16>) -> UInt32 {
  let field = Counts(x: v[0], y: v[1], z: v[2])
  return TiltCompensation.heading(field: field, force: Counts(x: v[3], y: v[4], z: v[5]))?.rawValue ?? 0
}

private func field(_ v: UnsafePointer<Int32>) -> MagneticField {
  MagneticField(nanotesla: Vector3(x: v[0], y: v[1], z: v[2]))
}

private func force(_ v: UnsafePointer<Int32>) -> Acceleration {
  Acceleration(microG: Vector3(x: v[3], y: v[4], z: v[5]))
}

@c(part_2)
public func recordPart(_ v: UnsafePointer<Int32>, _ record: UnsafeRawPointer) -> UInt32 {
  let record = record.assumingMemoryBound(to: CalibrationRecord.self)
  return TiltCompensation.heading(field: field(v), specificForce: force(v), calibration: record.pointee)?.rawValue ?? 0
}

@c(part_3)
public func solutionPart(_ v: UnsafePointer<Int32>) -> UInt32 {
  let corrected = CorrectedField(q8Nanotesla: Vector3(x: v[0], y: v[1], z: v[2]))
  guard let found = try? TiltCompensation.solve(field: corrected, specificForce: force(v)) else { return 0 }
  return found.heading.rawValue ^ found.dip.rawValue ^ found.horizontalNanotesla
}

@c(part_4)
public func declinationPart(_ latitude: Int32, _ longitude: Int32, _ days: Int32) -> UInt32 {
  let place = Position(latitude: latitude, longitude: longitude)
  let moment = WorldMagneticModel.Moment(CalendarDay(days: days))
  return (try? WorldMagneticModel.field(at: place, moment: moment))?.declination?.rawValue ?? 0
}

@c(part_5)
public func disturbancePart(_ monitor: UnsafeMutableRawPointer, _ v: UnsafePointer<Int32>, _ now: UInt64) -> UInt32 {
  let monitor = monitor.assumingMemoryBound(to: DisturbanceMonitor.self)
  let corrected = CorrectedField(q8Nanotesla: Vector3(x: v[0], y: v[1], z: v[2]))
  let status = monitor.pointee.assess(
    FieldObservation(time: Instant(microseconds: now), field: corrected, specificForce: force(v), dip: nil))
  return UInt32(status.state.rawValue)
}

/// A page of the least that a memory can be: words in RAM.
struct MemoryPage: FlashPage, ~Copyable {
  let words: UnsafeMutablePointer<UInt32>
  var wordCount: Int { 256 }
  var burst: Int { 1 }

  mutating func read(from word: Int, count: Int) throws(FlashFault) -> FlashWords {
    var found = FlashWords(repeating: 0)
    var i = 0
    while i < count {
      found[i & 7] = words[word &+ i]
      i = i &+ 1
    }
    return found
  }

  mutating func write(_ new: FlashWords, to word: Int, count: Int) throws(FlashFault) { words[word] = new[0] }

  mutating func erase() throws(FlashFault) { words[0] = ~0 }

  mutating func isBusy() throws(FlashFault) -> Bool { false }
}

@c(part_6)
public func storePart(_ memory: UnsafeMutableRawPointer, _ pages: UnsafeMutablePointer<UInt32>) -> Bool {
  let store = memory.assumingMemoryBound(to: TwoSlotStore<MemoryPage>.self)
  store.initialize(to: TwoSlotStore(MemoryPage(words: pages), MemoryPage(words: pages + 256)))
  return saveAgain(&store.pointee)
}

private func saveAgain(_ store: inout TwoSlotStore<MemoryPage>) -> Bool {
  store.load()
  while store.step() == nil {}
  guard let record = try? CalibrationRecord(bytes: store.bytes(of: .calibration)) else { return false }
  let bytes = record.bytes()
  store.set(.calibration, to: bytes.span)
  store.save()
  return store.step() == nil
}

@c(part_7)
public func fitPart(_ memory: UnsafeMutableRawPointer, _ v: UnsafePointer<Int32>, _ now: UInt64) -> Int32 {
  let fit = memory.assumingMemoryBound(to: CalibrationFit.self)
  fit.initialize(to: CalibrationFit(.magnetometer))
  _ = fit.pointee.add(
    field: Vector3(x: v[0], y: v[1], z: v[2]), specificForce: force(v).microG, at: Instant(microseconds: now))
  fit.pointee.beginSolve()
  while fit.pointee.step() != .finished {}
  return fit.pointee.outcome.centre.x
}

@c(part_8)
public func guidedPart(_ memory: UnsafeMutableRawPointer, _ v: UnsafePointer<Int32>, _ now: UInt64) -> Bool {
  let machine = memory.assumingMemoryBound(to: CalibrationMachine<GuidedFit>.self)
  machine.initialize(to: CalibrationMachine())
  let now = Instant(microseconds: now)
  try? machine.pointee.start(at: now)
  machine.pointee.add(field(v), isOverflowed: false, specificForce: force(v), at: now)
  machine.pointee.advance(to: now)
  machine.pointee.work(at: now)
  try? machine.pointee.handle(.commit, at: now)
  return machine.pointee.consumeCandidate() != nil
}
