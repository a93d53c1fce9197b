// The registers of chips on an I2C bus of this computer, through Linux' i2c-dev.

import Foundation
import Quantities
import SensorDrivers
import SerialLink

/// An open `/dev/i2c-N`: Documentation/i2c/dev-interface.rst of Linux has its calls. The kernel bounds their time, mostly to a
/// second.
final class LinuxBus: RegisterBus, @unchecked Sendable {
  /// `struct i2c_msg` of <linux/i2c.h>.
  private struct Message {
    var address: UInt16
    var flags: UInt16
    var length: UInt16
    var bytes: UnsafeMutablePointer<UInt8>?
  }

  /// `struct i2c_rdwr_ioctl_data` of <linux/i2c-dev.h>.
  private struct Messages {
    var first: UnsafeMutablePointer<Message>?
    var count: UInt32
  }

  /// `struct i2c_smbus_ioctl_data`.
  private struct SMBusCall {
    var isRead: UInt8
    var register: UInt8
    var form: UInt32
    var data: UnsafeMutablePointer<UInt8>?
  }

  /// <linux/i2c-dev.h>.
  private enum Request {
    static let choose: UInt = 0x0703, functions: UInt = 0x0705, transfer: UInt = 0x0707, smbus: UInt = 0x0720
  }
  /// <linux/i2c.h>: I2C_M_RD, I2C_SMBUS_BYTE_DATA, I2C_SMBUS_I2C_BLOCK_DATA, the size of `union i2c_smbus_data`,
  /// I2C_FUNC_I2C, and the functions of SMBus that stand in for messages: read I2C blocks, write byte data.
  private static let readFlag: UInt16 = 1
  private static let byteForm: UInt32 = 2, blockForm: UInt32 = 8
  private static let smbusBytes = 34
  private static let messages: UInt = 1, blocks: UInt = 0x0400_0000 | 0x0010_0000

  /// The longest time of a read whose bytes are taken, nanoseconds. A clock that is held longer counts as a fault on SMBus (System
  /// Management Bus Specification 3.1, table 2: T_TIMEOUT ≤ 35 ms). A sample has the time before its read: after a longer one
  /// nobody knows when it was measured.
  static let longestRead: UInt64 = 35_000_000

  private(set) var path: String
  private var descriptor: Int32
  private var takesMessages: Bool
  /// Whether the last transfer failed because the bus did not become free, or it did not end in time.
  private(set) var hangs = false
  /// Addresses that a driver of the kernel had when they were asked.
  private(set) var held: Set<UInt8> = []
  /// Why the adapter is gone; `nil` while it is there.
  private(set) var loss: String?

  /// - Throws: when the bus is not there, may not be opened, is in use by another program of Binnacle, or reads no registers.
  init(path: String, among buses: LinuxBuses = LinuxBuses()) throws(LinkError) {
    self.path = path
    (descriptor, takesMessages) = try Self.opened(path, among: buses)
  }

  /// Opens the bus of an adapter that was unplugged and is back, perhaps with another path.
  /// - Throws: as `init`; then the bus stays lost.
  func reopen(at path: String, among buses: LinuxBuses = LinuxBuses()) throws(LinkError) {
    let opened = try Self.opened(path, among: buses)
    if descriptor >= 0 { Foundation.close(descriptor) }
    self.path = path
    (descriptor, takesMessages) = opened
    (loss, hangs) = (nil, false)
  }

  private static func opened(
    _ path: String, among buses: LinuxBuses
  ) throws(LinkError) -> (descriptor: Int32, takesMessages: Bool) {
    if let refusal = buses.refusal(path) { throw refusal }
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw buses.opening(path, code: errno) }
    var functions: UInt = 0
    // Two programs would configure the same chips in turn.
    let isUsed = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    let isBus = withUnsafeMutablePointer(to: &functions) { ioctl(descriptor, Request.functions, $0) } == 0
    let takesMessages = functions & messages != 0
    if !isUsed, isBus, takesMessages || functions & blocks == blocks { return (descriptor, takesMessages) }
    Foundation.close(descriptor)
    if isUsed { throw .busy(name: path, holder: "another program of Binnacle") }
    guard isBus else { throw .cannotOpen(name: path, reason: "it is no I2C bus; `binnacle ports` lists them") }
    throw .cannotOpen(name: path, reason: "its adapter can read no blocks of registers; use another bus")
  }

  deinit { if descriptor >= 0 { Foundation.close(descriptor) } }

  /// Lets other programs use the bus; this one must not any more.
  func giveBack() { _ = flock(descriptor, LOCK_UN) }

  // MARK: - Registers

  /// Writes one register. It takes as long as the kernel allows, mostly a second at most.
  func write(_ value: UInt8, to register: UInt8, of device: UInt8) throws(BusFault) {
    try transfer(with: device) { () -> Int32 in
      guard takesMessages else { return smbus(isRead: false, register, Self.byteForm, [value]).result }
      var bytes = [register, value]
      return bytes.withUnsafeMutableBufferPointer { bytes in
        call([Message(address: UInt16(device), flags: 0, length: 2, bytes: bytes.baseAddress)])
      }
    }
  }

  /// Reads registers. A read that took longer than `longestRead` is a timeout, though the kernel has its bytes.
  func read(from register: UInt8, of device: UInt8, count: Int) throws(BusFault) -> RegisterBytes {
    var found = [UInt8](repeating: 0, count: count)
    try transfer(with: device) { () -> Int32 in
      guard takesMessages else {
        let (result, data) = smbus(isRead: true, register, Self.blockForm, [UInt8(count)])
        // An adapter may give fewer bytes than were asked for.
        if result >= 0, Int(data[0]) < count {
          errno = EREMOTEIO
          return -1
        }
        found = Array(data[1...count])
        return result
      }
      var first = register
      return found.withUnsafeMutableBufferPointer { found in
        withUnsafeMutablePointer(to: &first) { first in
          call([
            Message(address: UInt16(device), flags: 0, length: 1, bytes: first),
            Message(address: UInt16(device), flags: Self.readFlag, length: UInt16(count), bytes: found.baseAddress),
          ])
        }
      }
    }
    var bytes = RegisterBytes(repeating: 0)
    for index in 0..<count { bytes[index] = found[index] }
    return bytes
  }

  /// Whether transfers end. The kernel frees a bus by itself, where its driver can.
  func recover() -> Bool { !hangs }

  /// Whether a line seems to stay low: a register that the probe reads anyway is read once.
  var heldLines: BusLines {
    hangs = false
    _ = try? read(from: 0, of: 0x0c, count: 1)
    return hangs ? .dataIsLow : .none
  }

  // MARK: - Calls

  /// Runs a transfer between two looks at the clock. An address that a driver of the kernel has is left alone: I2C_SLAVE refuses
  /// it, and I2C_SLAVE_FORCE is never used. I2C_RDWR would not ask.
  private func transfer(with device: UInt8, _ body: () -> Int32) throws(BusFault) {
    if ioctl(descriptor, Request.choose, Int32(device)) < 0 {
      guard errno == EBUSY else { throw fault(errno, isLong: false) }
      held.insert(device)
      throw .addressNotAcknowledged
    }
    let began = MonotonicClock.nanoseconds()
    let result = body()
    let code = errno
    let isLong = MonotonicClock.nanoseconds() &- began > Self.longestRead
    if result < 0 { throw fault(code, isLong: isLong) }
    hangs = isLong
    if isLong { throw .timeout }
  }

  private func call(_ messages: [Message]) -> Int32 {
    var messages = messages
    return messages.withUnsafeMutableBufferPointer { messages in
      var all = Messages(first: messages.baseAddress, count: UInt32(messages.count))
      return withUnsafeMutablePointer(to: &all) { ioctl(descriptor, Request.transfer, $0) }
    }
  }

  /// - Parameter bytes: the value, or how many bytes are wanted.
  private func smbus(
    isRead: Bool, _ register: UInt8, _ form: UInt32, _ bytes: [UInt8]
  ) -> (result: Int32, data: [UInt8]) {
    var data = bytes + [UInt8](repeating: 0, count: Self.smbusBytes - bytes.count)
    let result = data.withUnsafeMutableBufferPointer { data in
      var one = SMBusCall(isRead: isRead ? 1 : 0, register: register, form: form, data: data.baseAddress)
      return withUnsafeMutablePointer(to: &one) { ioctl(descriptor, Request.smbus, $0) }
    }
    return (result, data)
  }

  /// Documentation/i2c/fault-codes.rst of Linux.
  private func fault(_ code: Int32, isLong: Bool) -> BusFault {
    // What an unplugged adapter answers depends on its driver: i2c-tiny-usb says EIO. Its node is gone with each of them.
    if access(path, F_OK) != 0, errno == ENOENT {
      lose()
      return .addressNotAcknowledged
    }
    // Some adapters time out when nobody answers, and soon (hid-cp2112); a bus that hangs takes its time.
    hangs = code == ETIMEDOUT && isLong || code == EBUSY
    switch code {
    case ETIMEDOUT where isLong: return .timeout
    case EBUSY: return .stuckLow
    case EAGAIN: return .arbitrationLost
    default: return .addressNotAcknowledged
    }
  }

  /// Closes the bus of an adapter that is gone: while it is open, the kernel waits in the removal of the adapter, and does not
  /// see it come back (`i2c_del_adapter` of drivers/i2c/i2c-core-base.c).
  private func lose() {
    loss = String(cString: strerror(ENODEV))
    Foundation.close(descriptor)
    descriptor = -1
  }
}
