// The functions around a whole instrument: bytes, samples and time in, bytes out.

import Instrument
import LinkProtocol
import Quantities
import SensorDrivers

/// Bytes of an instrument.
@c(pageInstrumentSize)
public func pageInstrumentSize() -> Int32 { objectSize(PageDevice.self) }

/// Bytes of the memory for its records.
@c(pageRecordsSize)
public func pageRecordsSize() -> Int32 { Int32(truncatingIfNeeded: recordBytes) }

/// Boots an instrument.
/// - Parameters:
///   - records: `pageRecordsSize` bytes, which stay the caller's: all ones for an empty store.
///   - identifier: distinguishes instruments; 0 for none.
@c(pageInstrumentInit)
public func pageInstrumentInit(
  _ memory: UnsafeMutableRawPointer?, _ records: UnsafeMutablePointer<UInt32>?, _ identifier: UInt64
) -> Int32 {
  guard isGood(UnsafeRawPointer(records), alignment: 4), let records else { return PageCode.address }
  return initialise(memory, PageKind.instrument) { PageDevice(records: records, boardIdentifier: identifier) }
}

/// Restarts the instrument, as after a reset.
@c(pageInstrumentRestart)
public func pageInstrumentRestart(_ memory: UnsafeMutableRawPointer?) -> Int32 {
  guard let device = value(of: memory, PageKind.instrument, as: PageDevice.self) else { return PageCode.kind }
  device.pointee.restart(.none)
  return PageCode.success
}

/// Passes bytes from the line to the instrument. Complete requests are carried out at once.
@c(pageInstrumentReceive)
public func pageInstrumentReceive(
  _ memory: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int32, _ time: UInt64
) -> Int32 {
  guard let device = value(of: memory, PageKind.instrument, as: PageDevice.self) else { return PageCode.kind }
  guard let bytes else { return PageCode.address }
  guard count >= 0 else { return PageCode.range }
  for i in 0..<Int(count) { device.pointee.loop.receive(bytes[i], at: Instant(microseconds: time)) }
  return PageCode.success
}

/// Does one slice of everything that is due, and carries out what the instrument asks of its board.
/// - Returns: 1 when the instrument restarted, else 0. Below 0: a `PageCode`.
@c(pageInstrumentRun)
public func pageInstrumentRun(_ memory: UnsafeMutableRawPointer?, _ time: UInt64) -> Int32 {
  guard let device = value(of: memory, PageKind.instrument, as: PageDevice.self) else { return PageCode.kind }
  return device.pointee.run(at: Instant(microseconds: time)) ? 1 : 0
}

/// Removes and returns the bytes that wait for the line.
/// - Returns: how many were written, at most `count`. Below 0: a `PageCode`.
@c(pageInstrumentSend)
public func pageInstrumentSend(
  _ memory: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let device = value(of: memory, PageKind.instrument, as: PageDevice.self) else { return PageCode.kind }
  guard let bytes else { return PageCode.address }
  var written: Int32 = 0
  while written < count, let byte = device.pointee.loop.nextByte() {
    bytes[Int(written)] = byte
    written &+= 1
  }
  return written
}

/// The rate at which the host wants the magnetometer to measure, thousandths of hertz; 0 until it says so.
@c(pageInstrumentRate)
public func pageInstrumentRate(_ memory: UnsafeMutableRawPointer?) -> UInt32 {
  value(of: memory, PageKind.instrument, as: PageDevice.self)?.pointee.loop.sensors.milliHertz ?? 0
}

/// The identity of a chip of the table; 0 is none.
@inline(__always)
private func identity(_ chip: Int32) -> SensorIdentity {
  SensorIdentity(chip: SensorChip(rawValue: UInt8(truncatingIfNeeded: chip)), address: 0, identityBytes: 0)
}

@inline(__always)
private func isByte(_ number: Int32) -> Bool { number >= 0 && number <= 255 }

/// Adds one sample of the magnetometer, in its own axes.
/// - Parameters:
///   - scale: what a count is worth: a code of Protocols/heading, section 3; 0: one nanotesla.
///   - chip: its code in the table of chips, or 0.
/// - Returns: `PageCode.range` for counts beyond the scale, and for an unknown scale.
@c(pageInstrumentField)
public func pageInstrumentField(
  _ memory: UnsafeMutableRawPointer?, _ x: Int32, _ y: Int32, _ z: Int32, _ scale: Int32, _ chip: Int32,
  _ time: UInt64
) -> Int32 {
  guard let device = value(of: memory, PageKind.instrument, as: PageDevice.self) else { return PageCode.kind }
  let counts = Vector3(x: x, y: y, z: z)
  guard isByte(scale), isByte(chip) else { return PageCode.range }
  let worth = FieldScale(rawValue: UInt8(truncatingIfNeeded: scale))
  guard let field = worth.field(of: counts) else { return PageCode.range }
  let now = Instant(microseconds: time)
  let sample = FieldSample(
    time: now, counts: counts, scale: worth, field: field, isOverflowed: worth.isBeyondRange(counts))
  device.pointee.loop.instrument.receive(.sample(sample), from: identity(chip), at: now)
  return PageCode.success
}

/// Adds one sample of the accelerometer, in the axes of the magnetometer. The instrument has an accelerometer from the first
/// sample on.
@c(pageInstrumentForce)
public func pageInstrumentForce(
  _ memory: UnsafeMutableRawPointer?, _ x: Int32, _ y: Int32, _ z: Int32, _ chip: Int32, _ time: UInt64
) -> Int32 {
  guard let device = value(of: memory, PageKind.instrument, as: PageDevice.self) else { return PageCode.kind }
  guard isByte(chip) else { return PageCode.range }
  let now = Instant(microseconds: time)
  let sample = ForceSample(Acceleration(microG: Vector3(x: x, y: y, z: z)), at: now)
  device.pointee.loop.instrument.receive(possible: .sample(sample), from: identity(chip), at: now)
  return PageCode.success
}

/// Adds one sample of the gyroscope, in the axes of the magnetometer, 2^−20 rad/s. The instrument has a gyroscope from the
/// first sample on.
@c(pageInstrumentRateSample)
public func pageInstrumentRateSample(
  _ memory: UnsafeMutableRawPointer?, _ x: Int32, _ y: Int32, _ z: Int32, _ chip: Int32, _ time: UInt64
) -> Int32 {
  guard let device = value(of: memory, PageKind.instrument, as: PageDevice.self) else { return PageCode.kind }
  guard isByte(chip) else { return PageCode.range }
  let now = Instant(microseconds: time)
  let rate = Vector3(x: x, y: y, z: z)
  let sample = RateSample(time: now, counts: rate, scale: .q20, rate: AngularRate(q20: rate))
  device.pointee.loop.instrument.receive(possible: .sample(sample), from: identity(chip), at: now)
  return PageCode.success
}
