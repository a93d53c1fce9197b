// The main loop of a board with an RP2040 and sensor modules on I2C0, which all such images share.

import BoardRuntime
import ChipRuntime
import Instrument
import LinkProtocol
import Quantities
import RP2040
import RawMemory
import RecordStore
import SensorDrivers

/// Which pin does what.
public struct Wiring {
  /// UART0.
  var serialTransmit: UInt32
  var serialReceive: UInt32
  /// I2C0.
  var sensorClock: UInt32
  var sensorData: UInt32

  public init(serialTransmit: UInt32, serialReceive: UInt32, sensorClock: UInt32, sensorData: UInt32) {
    self.serialTransmit = serialTransmit
    self.serialReceive = serialReceive
    self.sensorClock = sensorClock
    self.sensorData = sensorData
  }
}

/// What the loop keeps. Make it static, so that its size counts in the budget and not as stack.
public struct PicoParts: ~Copyable {
  private var modules = SensorModules<I2CBus>()
  private var records = RecordKeeper(
    FlashSector(at: System.recordsAddress), FlashSector(at: System.recordsAddress &+ FlashSector.size))
  private let serialNumber: UInt64
  private let inPlace = InPlace()

  public init() { serialNumber = FlashSector.identifier() }

  /// The identity of an image for such a board. It is a function of its own, so that its stack is free again before the loop.
  @inline(never)
  public func identity(_ board: BoardName) -> DeviceIdentity {
    DeviceIdentity(
      board: board,
      capabilities: Capabilities.magnetometer.union(.injection).union(.provocation).union(.watchdog).union(.storage)
        .union(.sensorList).union(.sensorTest).union(.loader),
      watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset()
    ).numbered(serialNumber)
  }

  /// The main loop, for ever.
  /// - Parameters:
  ///   - sensors: what the board may have beside its magnetometer.
  ///   - least: the least rate of magnetometer and accelerometer, thousandths of a hertz; 0 where the link decides.
  ///   - pollFirst: what comes first in each turn. It gets the bus, the modules on it, and the time.
  @inline(__always)
  public mutating func run<Motion: MotionPart & ~Copyable>(
    _ instrument: inout CompassInstrument<NavigationUnit, Motion>, on wiring: Wiring, seeking sensors: Capabilities,
    atLeast least: UInt32,
    _ pollFirst: (inout CompassInstrument<NavigationUnit, Motion>, inout I2CBus, inout SensorModules<I2CBus>, Instant)
      ->
      Void
  ) {
    var clock = Clock()
    var link = Link(
      usb: USBSerial(serialNumber: serialNumber),
      uart: Uart(transmitPin: wiring.serialTransmit, receivePin: wiring.serialReceive))
    var bus = I2CBus(clockPin: wiring.sensorClock, dataPin: wiring.sensorData)
    var stack = StackMeter()
    records.begin(&instrument)
    instrument.seek(sensors)
    let watchdog = Watchdog()

    while true {
      let now = clock.now()
      pollFirst(&instrument, &bus, &modules, now)
      modules.poll(&bus, for: &instrument, at: now)
      link.usb.poll()
      instrument.setLineHasRate(!link.usb.isOpen)
      instrument.turn(at: clock.now(), on: &link, &stack)
      link.usb.flush()
      while let action = instrument.nextActionOfTheBoard() {
        if case .enterLoader = action { Loader.enter() }
        if case .storage(let request) = action { records.carryOut(request, for: instrument) }
        modules.carryOut(action, atLeast: least)
      }
      modules.list(&bus, for: &instrument)
      records.run(&instrument, at: now)
      watchdog.feed()
      if !records.isBusy && !modules.isBusy { clock.sleep() }
    }
  }
}
