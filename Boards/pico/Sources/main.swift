// The Raspberry Pi Pico with an LSM303DLHC on I2C0: a level compass on USB and on a serial line.

import BoardRuntime
import ChipRuntime
import Instrument
import LinkProtocol
import Quantities
import RP2040
import RecordStore
import SensorDrivers

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it.
private let serialNumber = FlashSector.identifier()
nonisolated(unsafe) private var instrument = CompassInstrument<NavigationUnit>(
  identity: DeviceIdentity(
    board: BoardName("pico"),
    capabilities: Capabilities.magnetometer.union(.injection).union(.provocation).union(.watchdog).union(.storage),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset()
  ).numbered(serialNumber))

run()

func run() {
  var clock = Clock()
  var link = Link(
    usb: USBSerial(serialNumber: serialNumber),
    uart: Uart(transmitPin: Pins.serialTransmit, receivePin: Pins.serialReceive))
  var bus = I2CBus(clockPin: Pins.sensorClock, dataPin: Pins.sensorData)
  var magnetometer = LSM303DLHC()
  var stack = StackMeter()
  var records = RecordKeeper(
    FlashSector(at: System.recordsAddress), FlashSector(at: System.recordsAddress &+ FlashSector.size))
  records.begin(&instrument)
  let watchdog = Watchdog()

  while true {
    let now = clock.now()
    instrument.receive(magnetometer.poll(&bus, at: now), from: magnetometer.identity, at: now)
    link.usb.poll()
    instrument.turn(at: now, on: &link, &stack)
    link.usb.flush()
    while let action = instrument.nextActionOfTheBoard() {
      if case .setSensorRate(let milliHertz) = action { magnetometer.setRate(atLeast: milliHertz) }
      if case .storage(let request) = action { records.carryOut(request, for: instrument) }
    }
    records.run(&instrument)
    watchdog.feed()
    if !records.isBusy { clock.sleep() }
  }
}
