// One driver behind the functions of binnacle_port.h: what all chips share.

import BinnacleC
import CBinnacle
import CBinnacleDevice
import Quantities
import SensorDrivers

/// What a driver shall do: the lowest byte of a command.
enum DriverCommand {
  static var begin: UInt32 { 0 }
  static var poll: UInt32 { 1 }
  static var setRate: UInt32 { 2 }
}

/// The result of a poll, as bits.
enum DriverNews {
  static var event: Int32 { 1 }
  /// The chip was not there, or did not keep its configuration.
  static var refusal: Int32 { 2 }
}

@inline(__always)
private func driver<Chip: SensorChipDriver>(
  _ storage: UnsafeMutablePointer<binnacle_driver>, _: Chip.Type
) -> UnsafeMutablePointer<SensorDriver<Chip>> {
  UnsafeMutableRawPointer(storage).advanced(by: Kind.header).assumingMemoryBound(to: SensorDriver<Chip>.self)
}

/// Carries out a command (binnacle_port.h).
@inline(__always)
func drive<Chip: SensorChipDriver>(
  _ chip: Chip.Type, _ command: UInt32, _ storage: UnsafeMutablePointer<binnacle_driver>?,
  _ bus: UnsafePointer<binnacle_bus>?, _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?,
  _ now: UInt64, _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 where Chip.Sample: EventSample {
  guard let storage, let test, let event else { return Code.null }
  let place = driver(storage, chip)
  switch command & 0xff {
  case DriverCommand.begin:
    guard MemoryLayout<SensorDriver<Chip>>.size &+ Kind.header <= MemoryLayout<binnacle_driver>.size else {
      return Code.size
    }
    place.initialize(
      to: SensorDriver<Chip>(atLeast: argument, at: UInt8(truncatingIfNeeded: command &>> 8)))
    return 0
  case DriverCommand.poll:
    guard place.pointee.isSound else { return Code.uninitialised }
    begin(event, sensor: Chip.Sample.kind.rawValue &- 1, at: Instant(microseconds: now))
    var linked = LinkedBus(place: UnsafeRawPointer(bus))
    let running = UnsafeMutableRawPointer(test).advanced(by: Kind.header).assumingMemoryBound(to: SensorSelfTest.self)
    place.pointee.serve(&running.pointee)
    var outcome = place.pointee.poll(&linked, at: Instant(microseconds: now))
    running.pointee.consume(&outcome)
    let isNews = fill(event, outcome)
    return (isNews ? DriverNews.event : 0) | (place.pointee.isRefused ? DriverNews.refusal : 0)
  default:
    guard place.pointee.isSound else { return Code.uninitialised }
    place.pointee.setRate(atLeast: argument)
    return 0
  }
}

/// Describes a driver (binnacle_port.h).
@inline(__always)
func describe<Chip: SensorChipDriver>(
  _ chip: Chip.Type, _ storage: UnsafeMutablePointer<binnacle_driver>?,
  _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 {
  guard let storage, let identity else { return Code.null }
  let place = driver(storage, chip)
  guard place.pointee.isSound else { return Code.uninitialised }
  let found = place.pointee.identity
  identity.pointee.bytes = found.identityBytes
  identity.pointee.rate_milli_hertz = place.pointee.milliHertz
  identity.pointee.delay_microseconds = place.pointee.delay
  identity.pointee.zero_rate_offset = place.pointee.zeroRateOffset
  identity.pointee.chip = found.chip.rawValue
  identity.pointee.address = found.address
  identity.pointee.sensor = Chip.Sample.kind.rawValue &- 1
  identity.pointee.reserved = 0
  return Code.success
}

// MARK: - Events

/// A sample in the form of an event.
protocol EventSample: DriverSample {
  var chipCounts: Vector3 { get }
  var isBeyondRange: Bool { get }
  var moment: Instant { get }
  var source: SampleOrigin { get }
  var scaleNumber: UInt8 { get }
  /// Degrees Celsius times eight, or −32,768.
  var warmth: Int16 { get }
}

extension FieldSample: EventSample {
  var chipCounts: Vector3 { counts }
  var isBeyondRange: Bool { isOverflowed }
  var moment: Instant { time }
  var source: SampleOrigin { origin }
  var scaleNumber: UInt8 { scale.rawValue }
  var warmth: Int16 { temperatureEighths ?? Int16.min }
}

extension ForceSample: EventSample {
  var chipCounts: Vector3 { counts }
  var isBeyondRange: Bool { isSaturated }
  var moment: Instant { time }
  var source: SampleOrigin { origin }
  var scaleNumber: UInt8 { scale.rawValue }
  var warmth: Int16 { Int16.min }
}

extension RateSample: EventSample {
  var chipCounts: Vector3 { counts }
  var isBeyondRange: Bool { isSaturated }
  var moment: Instant { time }
  var source: SampleOrigin { origin }
  var scaleNumber: UInt8 { scale.rawValue }
  var warmth: Int16 { Int16.min }
}

/// Flags and numbers of binnacle.h and binnacle_device.h.
enum EventCode {
  static var none: UInt8 { 0 }
  static var sample: UInt8 { 1 }
  static var fault: UInt8 { 2 }
  static var unavailable: UInt8 { 3 }
  static var saturated: UInt8 { 1 }
  static var repeated: UInt8 { 2 }
}

/// Begins an event without news.
@inline(never)
func begin(_ event: UnsafeMutablePointer<binnacle_event>, sensor: UInt8, at now: Instant) {
  event.pointee.time_microseconds = now.microseconds
  event.pointee.value = (0, 0, 0)
  event.pointee.counts = (0, 0, 0)
  event.pointee.temperature_eighths = Int16.min
  event.pointee.detail = 0
  event.pointee.what = EventCode.none
  event.pointee.sensor = sensor
  event.pointee.flags = 0
  event.pointee.chip = 0
  event.pointee.address = 0
  event.pointee.scale = 0
  event.pointee.fault = 0
  event.pointee.fault_register = 0
}

/// Puts news into an event that was begun.
/// - Returns: whether there is news.
@inline(never)
func fill<Sample: EventSample>(
  _ event: UnsafeMutablePointer<binnacle_event>, _ outcome: SensorOutcome<Sample>
) -> Bool {
  switch outcome {
  case .nothing: return false
  case .sample(let sample):
    event.pointee.what = EventCode.sample
    event.pointee.time_microseconds = sample.moment.microseconds
    let (value, counts) = (sample.vector, sample.chipCounts)
    event.pointee.value = (value.x, value.y, value.z)
    event.pointee.counts = (counts.x, counts.y, counts.z)
    event.pointee.flags =
      (sample.isBeyondRange ? EventCode.saturated : 0) | (sample.isStale ? EventCode.repeated : 0)
    event.pointee.temperature_eighths = sample.warmth
    event.pointee.scale = sample.scaleNumber
    event.pointee.chip = sample.source.chip.rawValue
    event.pointee.address = sample.source.address
  case .fault(let error): report(event, error, EventCode.fault)
  case .unavailable(let error): report(event, error, EventCode.unavailable)
  }
  return true
}

/// Makes an event of a fault.
@inline(never)
func report(_ event: UnsafeMutablePointer<binnacle_event>, _ error: SensorError, _ what: UInt8) {
  event.pointee.what = what
  event.pointee.chip = error.chip.rawValue
  event.pointee.fault = error.kind.rawValue
  event.pointee.fault_register = error.register
  event.pointee.detail = error.detail
}
