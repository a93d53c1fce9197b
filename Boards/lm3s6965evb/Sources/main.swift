// The Stellaris LM3S6965 evaluation board with an LSM303DLHC on I2C0: a level compass on a serial line.

import BoardRuntime
import ChipRuntime
import Instrument
import LinkProtocol
import Quantities
import RecordStore
import SensorDrivers
import Stellaris

/// The only chip, a magnetometer.
enum Sensors: SensorChoice {
  typealias Magnetometers = OnlyChip<LSM303DLHCMagnetometer>
  typealias Accelerometers = NoChip<ForceSample>
  typealias Gyroscopes = NoChip<RateSample>
  typealias Probe = NoProbe
  static var testsChips: Bool { false }
}

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it. The clock comes first: the
// processor runs at its final speed when the bus is configured.
nonisolated(unsafe) private var clock = Clock()
nonisolated(unsafe) private var loop = DeviceLoop<
  NavigationUnit, WithoutMotion, SensorModules<Sensors, I2CBus>, RecordKeeper<EEPROMPage<I2CBus>>, ChipProcessor
>(
  identity: DeviceIdentity(
    board: BoardName("lm3s6965evb"), capabilities: Capabilities.magnetometer.union(.injection).union(.watchdog),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset()),
  sensors: SensorModules(on: I2CBus(clockPin: Pins.sensorClock, dataPin: Pins.sensorData)),
  records: RecordKeeper(
    EEPROMPage(on: memoryBus(), device: Parts.memory, at: 0, size: Parts.recordPage),
    EEPROMPage(on: memoryBus(), device: Parts.memory, at: Parts.recordPage, size: Parts.recordPage)),
  processor: ChipProcessor())

/// The memory is on the bus of the sensor, which is configured first.
@inline(__always)
func memoryBus() -> I2CBus { I2CBus(configuredClockPin: Pins.sensorClock, dataPin: Pins.sensorData) }

run()

func run() {
  var uart = Uart()
  loop.begin(seeking: .none)
  let watchdog = Watchdog()

  while true {
    loop.poll(at: clock.now())
    loop.turn(at: clock.now(), on: &uart)
    watchdog.feed()
  }
}

extension Uart: UartPort {}
