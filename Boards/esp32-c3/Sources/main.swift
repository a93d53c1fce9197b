// An ESP32-C3 board with one of eight magnetometers, and perhaps an accelerometer: a compass on the chip's own USB port.

import BoardRuntime
import ChipRuntime
import ESP32C3
import Instrument
import LinkProtocol
import Quantities
import RecordStore
import SensorDrivers

// Static, so that their size counts in the budget and not as stack. Only the loop below uses them.
nonisolated(unsafe) private var modules = SensorModules<BitBangedBus<OpenDrainPins>>()
nonisolated(unsafe) private var records = RecordKeeper(
  FlashSector(at: System.recordsAddress), FlashSector(at: System.recordsAddress &+ FlashSector.size))
nonisolated(unsafe) private var instrument = CompassInstrument<NavigationUnit, WithoutMotion>(identity: makeIdentity())

run()

@inline(never)
func run() {
  var clock = Clock()
  var usb = USBSerial()
  var bus = BitBangedBus(OpenDrainPins(clockPin: Pins.sensorClock, dataPin: Pins.sensorData))
  var stack = StackMeter()
  instrument.setLineHasRate(false)
  instrument.seek(.accelerometer)
  records.begin(&instrument)
  let watchdog = Watchdog()

  while true {
    let now = clock.now()
    modules.poll(&bus, for: &instrument, at: now)
    instrument.turn(at: clock.now(), on: &usb, &stack)
    usb.flush()
    while let action = instrument.nextActionOfTheBoard() {
      if case .storage(let request) = action { records.carryOut(request, for: instrument) }
      modules.carryOut(action, atLeast: 0)
    }
    modules.list(&bus, for: &instrument)
    records.run(&instrument, at: now)
    watchdog.feed()
  }
}

// A function of its own, so that its stack is free again before the loop.
@inline(never)
private func makeIdentity() -> DeviceIdentity {
  DeviceIdentity(
    board: BoardName("esp32-c3"),
    capabilities: Capabilities.magnetometer.union(.injection).union(.provocation).union(.watchdog).union(.storage)
      .union(.sensorList).union(.sensorTest),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset()
  ).numbered(FlashSector.identifier())
}

extension USBSerial: SerialPort {}
