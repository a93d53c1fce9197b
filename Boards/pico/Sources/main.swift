// The Raspberry Pi Pico with one of eight magnetometers on I2C0, and perhaps an accelerometer: a compass on USB and on a serial
// line.

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
  NavigationUnit, WithoutMotion, SensorModules<CompassModules, I2CBus>, RecordKeeper<FlashSector>, PicoProcessor
>(
  identity: picoIdentity(BoardName("pico"), number: number),
  sensors: SensorModules(on: I2CBus(clockPin: Pins.sensorClock, dataPin: Pins.sensorData)), records: picoRecords(),
  processor: PicoProcessor())

run()

@inline(never)
func run() {
  var link = Link(
    serialNumber: number, transmitPin: Pins.serialTransmit, receivePin: Pins.serialReceive)
  loop.begin(seeking: .accelerometer)
  let watchdog = Watchdog()

  while true {
    loop.poll(at: clock.now())
    link.poll()
    loop.turn(at: clock.now(), on: &link)
    watchdog.feed()
    if !loop.isBusy { clock.sleep() }
  }
}
