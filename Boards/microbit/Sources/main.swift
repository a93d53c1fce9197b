// The micro:bit v1 with its own sensors: MAG3110 and MMA8653 on v1.3, LSM303AGR on v1.5. A tilt-compensated compass on a serial
// line.

import BoardRuntime
import ChipRuntime
import Instrument
import LinkProtocol
import NRF51
import Quantities
import RecordStore
import SensorDrivers

/// The sensors of both versions of the board. The list of its bus would cost too much flash.
enum Sensors: SensorChoice {
  typealias Magnetometers = Chips<LIS2MDLMagnetometer, LastChip<MAG3110Magnetometer>>
  typealias Accelerometers = Chips<LIS3DHAccelerometer, LastChip<MMA8653Accelerometer>>
  typealias Gyroscopes = NoChip<RateSample>
  typealias Probe = NoProbe
  static var testsChips: Bool { true }
}

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it. The clock comes first: the
// processor runs at its final speed when the bus is configured.
nonisolated(unsafe) private var clock = Clock()
nonisolated(unsafe) private var loop = DeviceLoop<
  WithoutNavigation, WithoutMotion, SensorModules<Sensors, BitBangedBus<OpenDrainPins>>, RecordKeeper<NVMCPage>,
  ChipProcessor
>(
  identity: DeviceIdentity(
    board: BoardName("microbit"), capabilities: Capabilities.injection.union(.watchdog),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset()),
  sensors: SensorModules(on: BitBangedBus(OpenDrainPins(clockPin: Pins.sensorClock, dataPin: Pins.sensorData))),
  records: RecordKeeper(
    NVMCPage(at: System.recordsAddress), NVMCPage(at: System.recordsAddress &+ NVMCPage.size)),
  processor: ChipProcessor())

run()

func run() {
  var uart = Uart(transmitPin: Pins.serialTransmit, receivePin: Pins.serialReceive)
  loop.begin(seeking: Capabilities.magnetometer.union(.accelerometer))
  let watchdog = Watchdog()

  while true {
    loop.poll(at: clock.now())
    loop.turn(at: clock.now(), on: &uart)
    watchdog.feed()
  }
}

extension Uart: UartPort {}
