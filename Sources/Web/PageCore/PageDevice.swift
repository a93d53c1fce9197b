// A whole device for the page, with records in memory.

import Instrument
import LinkProtocol
import Quantities
import RecordStore
import SensorDrivers

/// Words of a page of records.
private var pageWords: Int { RecordLimits.pageBytes / 4 }

/// Bytes of both pages.
var recordBytes: Int { 2 &* 4 &* pageWords }

/// One page of records in memory that JavaScript lends and keeps.
struct MemoryPage: FlashPage {
  let start: UnsafeMutablePointer<UInt32>

  var wordCount: Int { pageWords }
  var burst: Int { 8 }

  func read(from word: Int, count: Int) throws(FlashFault) -> FlashWords {
    var found = FlashWords(repeating: 0)
    for i in 0..<count { found[i] = start[word &+ i] }
    return found
  }

  func write(_ words: FlashWords, to word: Int, count: Int) throws(FlashFault) {
    for i in 0..<count { start[word &+ i] = words[i] }
  }

  func erase() throws(FlashFault) {
    for i in 0..<wordCount { start[i] = UInt32.max }
  }

  func isBusy() throws(FlashFault) -> Bool { false }
}

/// A device whose samples the page passes to its instrument, and what is needed to start it again.
struct PageDevice: ~Copyable {
  typealias Loop = DeviceLoop<
    NavigationUnit, MotionUnit, WithoutSensors, RecordKeeper<MemoryPage>, HostedProcessor
  >
  var loop: Loop
  private(set) var bootCounter: UInt32
  private let memory: UnsafeMutablePointer<UInt32>
  private let boardIdentifier: UInt64

  /// Boots, and reads the record with which it starts.
  /// - Parameter memory: `recordBytes` bytes, all ones when new.
  init(
    records memory: UnsafeMutablePointer<UInt32>, boardIdentifier: UInt64, bootCounter: UInt32 = 1,
    fault: FaultCause = .none
  ) {
    self.memory = memory
    self.boardIdentifier = boardIdentifier
    self.bootCounter = bootCounter
    var identity = DeviceIdentity(
      board: BoardName("browser"), capabilities: Capabilities.magnetometer.union(.injection), imageHash: 0,
      bootCounter: bootCounter, fault: nil, boardIdentifier: boardIdentifier)
    if fault != .none {
      var registers = FaultRegisters()
      registers.bootCounter = bootCounter &- 1
      identity.setFault(fault, registers)
    }
    loop = Loop(
      identity: identity, sensors: WithoutSensors(),
      records: RecordKeeper(MemoryPage(start: memory), MemoryPage(start: memory.advanced(by: pageWords))),
      processor: HostedProcessor(canFail: true))
    loop.begin(seeking: .none)
  }

  /// Does what is due.
  /// - Returns: whether the device restarted.
  mutating func run(at now: Instant) -> Bool {
    loop.run(at: now)
    switch loop.processor.ending {
    case .none: return false
    case .reset, .loader: restart(.none)
    // A page cannot stop as a board does: the device starts again, and hello reports the fault.
    case .failed(let failure): restart(failure == .hang ? .watchdog : failure == .hardFault ? .hardFault : .trap)
    }
    return true
  }

  /// Restarts the device: everything that was not stored is lost.
  mutating func restart(_ fault: FaultCause) {
    self = PageDevice(
      records: memory, boardIdentifier: boardIdentifier, bootCounter: bootCounter &+ 1, fault: fault)
  }
}
