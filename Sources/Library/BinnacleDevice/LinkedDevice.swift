// The whole device of binnacle_device.h: a board's main loop with the bus, the memory and the line of C.

import BinnacleC
import CBinnacle
import CBinnacleDevice
import Instrument
import LinkProtocol
import Quantities
import RawMemory
import RecordStore
import SensorDrivers

/// An instrument with its sensors, its store and its processor: a value of `DeviceLoop`, as every device.
struct LinkedDevice<Motion: MotionPart & ~Copyable>: ~Copyable {
  var loop: DeviceLoop<ChosenNavigation, Motion, LinkedSensors, LinkedRecords, LinkedProcessor>

  /// Begins with a board that was checked.
  @inline(never)
  init(_ board: UnsafeRawPointer?, _ facts: borrowing binnacle_board_facts, bootCounter: UInt32) {
    let address = UInt(bitPattern: board)
    let least = facts.least_milli_hertz
    loop = DeviceLoop(
      identity: Self.identity(facts, address, bootCounter: bootCounter), mounting: Self.mounting(facts),
      sensors: LinkedSensors(binnacle_port_bus_of(address), atLeast: 75_000, notBelow: least),
      records: LinkedRecords(binnacle_port_memory_of(address)),
      processor: LinkedProcessor(board, bootCounter: bootCounter))
    // If no chip of the list measures a quantity, do not search for it: a host would wait for it.
    var possible = Capabilities.none
    if loop.sensors.lists(1) { possible = possible.union(.accelerometer) }
    if loop.sensors.lists(2) { possible = possible.union(.gyroscope) }
    loop.begin(seeking: possible)
    loop.instrument.setLineHasRate(facts.baud != 0)
  }

  private static func mounting(_ facts: borrowing binnacle_board_facts) -> AxisRemap {
    // Both 0: X is forward and Y is right. Other axes were checked.
    axes(forward: Int32(truncatingIfNeeded: Int(facts.forward)), right: Int32(truncatingIfNeeded: Int(facts.right)))
      ?? .identity
  }

  @inline(never)
  private static func identity(
    _ facts: borrowing binnacle_board_facts, _ board: UInt, bootCounter: UInt32
  ) -> DeviceIdentity {
    let name = Unchecked.reinterpreted(facts.name, as: InlineArray<16, UInt8>.self)
    var capabilities = Capabilities.magnetometer.union(.injection).union(.ownFirmware)
    if binnacle_port_has(board, 2) != 0 { capabilities = capabilities.union(.watchdog) }
    var identity = DeviceIdentity(
      board: BoardName(bytes: name), capabilities: capabilities, imageHash: 0, bootCounter: bootCounter, fault: nil,
      boardIdentifier: facts.number, stackSize: facts.stack_size, baud: facts.baud)
    if let cause = FaultCause(rawValue: UInt8(truncatingIfNeeded: facts.fault.0)), cause != .none {
      var registers = FaultRegisters()
      registers.bootCounter = facts.fault.1
      registers.programCounter = facts.fault.2
      registers.linkRegister = facts.fault.3
      registers.programStatus = facts.fault.4
      registers.r0 = facts.fault.5
      registers.r1 = facts.fault.6
      registers.r2 = facts.fault.7
      registers.r3 = facts.fault.8
      registers.r12 = facts.fault.9
      identity.setFault(cause, registers)
    }
    return identity
  }

  /// - Returns: whether it must restart.
  @inline(never)
  mutating func run(at now: Instant) -> Bool {
    loop.run(at: now)
    loop.processor.feed()
    return loop.processor.isOver
  }
}

/// The store in a memory whose functions C has, if there is one.
struct LinkedRecords: DeviceRecords, ~Copyable {
  private var keeper: RecordKeeper<LinkedPage>
  private let hasMemory: Bool

  init(_ memory: UnsafeRawPointer?) {
    let distance = memory == nil ? 0 : LinkedPage.distance(memory)
    hasMemory = distance != 0
    keeper = RecordKeeper(
      LinkedPage(memory, distance: distance, isSecond: false), LinkedPage(memory, distance: distance, isSecond: true))
  }

  var capabilities: Capabilities { hasMemory ? .storage : .none }
  var isBusy: Bool { keeper.isBusy }

  mutating func begin<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ instrument: inout CompassInstrument<Navigation, Motion>
  ) { keeper.begin(&instrument) }

  mutating func carryOut<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ request: StorageRequest, for instrument: borrowing CompassInstrument<Navigation, Motion>
  ) { keeper.carryOut(request, for: instrument) }

  mutating func run<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) { keeper.run(&instrument, at: now) }
}

/// The processor, with the functions that C provides for it.
struct LinkedProcessor: DeviceProcessor {
  /// A `binnacle_board` that was checked.
  let board: UnsafeRawPointer?
  /// The address with all bits inverted, as in `LinkedBus`.
  private let turned: UInt
  let bootCounter: UInt32
  /// Whether the device must restart itself, because C has no function for a restart.
  private(set) var isOver = false

  init(_ board: UnsafeRawPointer?, bootCounter: UInt32) {
    self.board = board
    turned = ~UInt(bitPattern: board)
    self.bootCounter = bootCounter
  }

  /// Whether the memory still contains a processor.
  var isSound: Bool { turned == ~UInt(bitPattern: board) && board != nil }

  /// A failure leads to a restart.
  var capabilities: Capabilities {
    binnacle_port_has(UInt(bitPattern: board), 1) != 0 ? .provocation.union(.loader) : .provocation
  }

  mutating func stackHighWater() -> UInt32 { binnacle_port_stack(UInt(bitPattern: board)) }
  mutating func fail(_ failure: Provocation) { reset() }
  mutating func reset() { isOver = binnacle_port_call(UInt(bitPattern: board), 0) == 0 }
  mutating func enterLoader() { _ = binnacle_port_call(UInt(bitPattern: board), 1) }
  func feed() { _ = binnacle_port_call(UInt(bitPattern: board), 2) }
}
