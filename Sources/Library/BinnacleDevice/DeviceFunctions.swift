// The device of binnacle_device.h.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import BinnacleC
import CBinnacle
import CBinnacleDevice
import Instrument
import Quantities

extension LinkedDevice: ObjectValue where Motion: ~Copyable {
  var isSound: Bool {
    mutating get { loop.processor.isSound && loop.sensors.isSound && loop.instrument.isSound }
  }
}

typealias WholeDevice = LinkedDevice<MotionUnit>
typealias SmallDevice = LinkedDevice<WithoutMotion>

@inline(__always)
private func with(_ object: UnsafeMutablePointer<binnacle_device>?, _ body: (inout WholeDevice) -> Int32) -> Int32 {
  with(UnsafeMutableRawPointer(object), Kind.device, body)
}

@inline(__always)
private func with(
  _ object: UnsafeMutablePointer<binnacle_small_device>?, _ body: (inout SmallDevice) -> Int32
) -> Int32 { with(UnsafeMutableRawPointer(object), Kind.smallDevice, body) }

/// Copies the numbers of a board.
/// - Returns: what is missing, or success.
@inline(__always)
private func read(_ board: UnsafeRawPointer?, into facts: inout binnacle_board_facts) -> Int32 {
  withUnsafeMutablePointer(to: &facts) {
    binnacle_port_board(UInt(bitPattern: board), UnsafeMutableRawPointer($0))
  }
}

@c @implementation
public func binnacle_device_memory_size() -> UInt32 { 2 &* LinkedPage.whole }

/// Checks a board, and copies its numbers.
/// - Returns: what is wrong with it, or success.
@inline(never)
private func check(_ board: UnsafeRawPointer?, into facts: inout binnacle_board_facts) -> Int32 {
  let address = UInt(bitPattern: board)
  if board == nil { return Code.null }
  let bus = binnacle_port_bus_of(address)
  if bus == nil { return Code.null }
  if binnacle_port_is_bus(UInt(bitPattern: bus)) == 0 { return Code.range }
  let memory = binnacle_port_memory_of(address)
  if memory != nil, LinkedPage.distance(memory) == 0 { return Code.range }
  let code = read(board, into: &facts)
  if code != Code.success || facts.forward == 0 && facts.right == 0 { return code }
  let (forward, right) = (facts.forward, facts.right)
  return axes(forward: Int32(truncatingIfNeeded: Int(forward)), right: Int32(truncatingIfNeeded: Int(right))) == nil
    ? Code.range : code
}

extension LinkedDevice where Motion: ~Copyable {
  /// Starts the device again: the host has requested a restart, and the board has no function for it.
  // A separate function, so that the new device is created in the memory of the old one.
  @inline(never)
  fileprivate mutating func beginAgain() -> Int32 {
    var facts = binnacle_board_facts()
    let processor = loop.processor
    let code = read(processor.board, into: &facts)
    if code != Code.success { return code }
    let boots = processor.bootCounter &+ 1
    self = LinkedDevice(processor.board, facts, bootCounter: boots == 0 ? 1 : boots)
    return 1
  }
}

// MARK: - What both devices do

/// Makes a device in the storage of C.
@inline(__always)
private func begin<Motion: MotionPart & ~Copyable>(
  _: LinkedDevice<Motion>.Type, in storage: UnsafeMutableRawPointer?, size: Int, is whole: Int, _ kind: UInt32,
  _ board: UnsafePointer<binnacle_board>?
) -> Int32 {
  let code = refusal(
    storage: UInt(bitPattern: storage), size: size, is: whole, holds: MemoryLayout<LinkedDevice<Motion>>.size)
  guard code == Code.success, let storage else { return code }
  var facts = binnacle_board_facts()
  let defect = check(UnsafeRawPointer(board), into: &facts)
  if defect != Code.success { return defect }
  return initialise(
    storage, kind,
    LinkedDevice<Motion>(
      UnsafeRawPointer(board), facts, bootCounter: facts.boot_counter == 0 ? 1 : facts.boot_counter))
}

@inline(__always)
private func receive<Motion: MotionPart & ~Copyable>(
  _ device: inout LinkedDevice<Motion>, _ byte: UInt8, at now: Instant
) -> Int32 {
  device.loop.receive(byte, at: now)
  return Code.success
}

/// Does what is due.
@inline(__always)
private func run<Motion: MotionPart & ~Copyable>(_ device: inout LinkedDevice<Motion>, at now: Instant) -> Int32 {
  device.run(at: now) ? device.beginAgain() : Code.success
}

@inline(__always)
private func nextByte<Motion: MotionPart & ~Copyable>(_ device: inout LinkedDevice<Motion>) -> Int32 {
  guard let byte = device.loop.nextByte() else { return Code.nothing }
  return Int32(truncatingIfNeeded: Int(byte))
}

// MARK: - binnacle_device

@c @implementation
public func binnacle_device_init(
  _ device: UnsafeMutablePointer<binnacle_device>?, _ size: Int, _ board: UnsafePointer<binnacle_board>?
) -> binnacle_result {
  begin(
    WholeDevice.self, in: UnsafeMutableRawPointer(device), size: size, is: MemoryLayout<binnacle_device>.size,
    Kind.device,
    board)
}

@c @implementation
public func binnacle_device_receive(
  _ device: UnsafeMutablePointer<binnacle_device>?, _ byte: UInt8, _ now: UInt64
) -> binnacle_result {
  with(device) { device in receive(&device, byte, at: Instant(microseconds: now)) }
}

@c @implementation
public func binnacle_device_run(
  _ device: UnsafeMutablePointer<binnacle_device>?, _ now: UInt64
) -> binnacle_result { with(device) { device in run(&device, at: Instant(microseconds: now)) } }

@c @implementation
public func binnacle_device_next_byte(_ device: UnsafeMutablePointer<binnacle_device>?) -> binnacle_result {
  with(device) { device in nextByte(&device) }
}

// MARK: - binnacle_small_device

@c @implementation
public func binnacle_small_device_init(
  _ device: UnsafeMutablePointer<binnacle_small_device>?, _ size: Int, _ board: UnsafePointer<binnacle_board>?
) -> binnacle_result {
  begin(
    SmallDevice.self, in: UnsafeMutableRawPointer(device), size: size, is: MemoryLayout<binnacle_small_device>.size,
    Kind.smallDevice,
    board)
}

@c @implementation
public func binnacle_small_device_receive(
  _ device: UnsafeMutablePointer<binnacle_small_device>?, _ byte: UInt8, _ now: UInt64
) -> binnacle_result {
  with(device) { device in receive(&device, byte, at: Instant(microseconds: now)) }
}

@c @implementation
public func binnacle_small_device_run(
  _ device: UnsafeMutablePointer<binnacle_small_device>?, _ now: UInt64
) -> binnacle_result { with(device) { device in run(&device, at: Instant(microseconds: now)) } }

@c @implementation
public func binnacle_small_device_next_byte(_ device: UnsafeMutablePointer<binnacle_small_device>?) -> binnacle_result {
  with(device) { device in nextByte(&device) }
}
