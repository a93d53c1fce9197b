// An ESP32-C3 board with one of eight magnetometers, and perhaps an accelerometer: a compass on the chip's own USB port.

import BoardRuntime
import ChipRuntime
import ESP32C3
import Instrument
import LinkProtocol
import Quantities
import RecordStore
import SensorDrivers

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it. The clock comes first: the
// processor runs at its final speed when the bus is configured.
nonisolated(unsafe) private var clock = Clock()
nonisolated(unsafe) private var loop = DeviceLoop<
  NavigationUnit, WithoutMotion, SensorModules<CompassModules, BitBangedBus<OpenDrainPins>>,
  RecordKeeper<FlashSector>, ChipProcessor
>(
  identity: makeIdentity(),
  sensors: SensorModules(on: BitBangedBus(OpenDrainPins(clockPin: Pins.sensorClock, dataPin: Pins.sensorData))),
  records: RecordKeeper(
    FlashSector(at: System.recordsAddress), FlashSector(at: System.recordsAddress &+ FlashSector.size)),
  processor: ChipProcessor())

run()

@inline(never)
func run() {
  var usb = USBSerial()
  loop.begin(seeking: .accelerometer)
  let watchdog = Watchdog()

  while true {
    loop.poll(at: clock.now())
    loop.turn(at: clock.now(), on: &usb)
    watchdog.feed()
  }
}

// A function of its own, so that its stack is free again before the loop.
@inline(never)
private func makeIdentity() -> DeviceIdentity {
  DeviceIdentity(
    board: BoardName("esp32-c3"), capabilities: Capabilities.magnetometer.union(.injection).union(.watchdog),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset()
  ).numbered(FlashSector.identifier())
}

extension USBSerial: SerialPort {
  /// No: its host accepts bytes when it can.
  public var hasRate: Bool { false }
}
