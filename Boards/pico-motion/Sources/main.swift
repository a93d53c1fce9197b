// The Raspberry Pi Pico with the modules of `pico` and a gyroscope: a heading by the fusion of all three.

import BoardRuntime
import Instrument
import LinkProtocol
import PicoRuntime
import Quantities
import RP2040
import RecordStore
import SensorDrivers

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it. The clock comes first: the
// processor runs at its final speed when the bus is configured.
nonisolated(unsafe) private var clock = Clock()
private let number = FlashSector.identifier()
nonisolated(unsafe) private var loop = DeviceLoop<
  NavigationUnit, MotionUnit, SensorModules<MotionModules, I2CBus>, RecordKeeper<FlashSector>, PicoProcessor
>(
  identity: picoIdentity(BoardName("pico-motion"), number: number),
  sensors: SensorModules(on: I2CBus(clockPin: Pins.sensorClock, dataPin: Pins.sensorData)), records: picoRecords(),
  processor: PicoProcessor())

run()

@inline(never)
func run() {
  var link = Link(
    serialNumber: number, transmitPin: Pins.serialTransmit, receivePin: Pins.serialReceive)
  loop.begin(seeking: Capabilities.accelerometer.union(.gyroscope))
  let watchdog = Watchdog()

  while true {
    loop.poll(at: clock.now())
    link.poll()
    loop.turn(at: clock.now(), on: &link)
    watchdog.feed()
    if !loop.isBusy { clock.sleep() }
  }
}
