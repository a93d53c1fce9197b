// A whole instrument for the page: the device half with records in memory, which a board's main loop would drive.

import Instrument
import LinkProtocol
import Quantities
import RecordStore
import SensorDrivers

/// Words of a page of records, as of a small EEPROM.
private var pageWords: Int { 64 }

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

/// An instrument, its store, and what its board would know.
struct PageDevice: ~Copyable {
  var instrument: CompassInstrument<NavigationUnit, MotionUnit>
  var records: RecordKeeper<MemoryPage>
  private(set) var sabotage = Sabotage()
  /// Thousandths of hertz at which the host wants the magnetometer to measure; 0 until it says so.
  var milliHertz: UInt32 = 0
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
      board: BoardName("browser"),
      capabilities: Capabilities.magnetometer.union(.injection).union(.provocation).union(.storage), imageHash: 0,
      bootCounter: bootCounter, fault: nil, boardIdentifier: boardIdentifier)
    if fault != .none {
      var registers = FaultRegisters()
      registers.bootCounter = bootCounter &- 1
      identity.setFault(fault, registers)
    }
    instrument = CompassInstrument(identity: identity)
    records = RecordKeeper(MemoryPage(start: memory), MemoryPage(start: memory.advanced(by: pageWords)))
    records.begin(&instrument)
  }

  /// Does what is due, and what the instrument asks of its board.
  /// - Returns: whether the instrument restarted.
  mutating func run(at now: Instant) -> Bool {
    instrument.run(at: now)
    while let action = instrument.nextAction() {
      switch action {
      case .setSensorRate(let wanted): milliHertz = wanted
      case .storage(let request): records.carryOut(request, for: instrument)
      case .reset:
        restart(.none)
        return true
      case .provoke(let provocation) where !provocation.stops: sabotage.provocation = provocation
      case .provoke(let provocation):
        // A page does not stop as a board does: it starts again, and hello names the fault.
        restart(provocation == .hang ? .watchdog : provocation == .hardFault ? .hardFault : .trap)
        return true
      // It has neither bus nor loader, and not the capabilities.
      case .listSensors, .testSensor, .enterLoader: break
      }
    }
    records.run(&instrument, at: now)
    return false
  }

  /// Restarts the device: everything that was not stored is lost.
  mutating func restart(_ fault: FaultCause) {
    self = PageDevice(
      records: memory, boardIdentifier: boardIdentifier, bootCounter: bootCounter &+ 1, fault: fault)
  }
}
