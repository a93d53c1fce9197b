// The micro:bit v2 with its own LSM303AGR: a tilt-compensated compass on the USB serial port, without wiring.

import BoardRuntime
import ChipRuntime
import Instrument
import LinkProtocol
import NRF51
import Quantities
import RecordStore
import SensorDrivers

/// The two halves of the LSM303AGR.
enum Sensors: SensorChoice {
  typealias Magnetometers = OnlyChip<LIS2MDLMagnetometer>
  typealias Accelerometers = OnlyChip<LIS3DHAccelerometer>
  typealias Gyroscopes = NoChip<RateSample>
  typealias Probe = SensorProbe
  static var testsChips: Bool { true }
}

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it. The clock comes first: the
// processor runs at its final speed when the bus is configured.
nonisolated(unsafe) private var clock = Clock()
nonisolated(unsafe) private var loop = DeviceLoop<
  NavigationUnit, WithoutMotion, SensorModules<Sensors, BitBangedBus<OpenDrainPins>>, RecordKeeper<NVMCPage>,
  ChipProcessor
>(
  identity: makeIdentity(),
  sensors: SensorModules(on: BitBangedBus(OpenDrainPins(clockPin: Pins.sensorClock, dataPin: Pins.sensorData))),
  records: RecordKeeper(
    NVMCPage(at: System.recordsAddress), NVMCPage(at: System.recordsAddress &+ NVMCPage.size)),
  processor: ChipProcessor())

run()

func run() {
  var uart = Uart(transmitPin: Pins.serialTransmit, receivePin: Pins.serialReceive)
  loop.begin(seeking: .accelerometer)
  let watchdog = Watchdog()

  while true {
    loop.poll(at: clock.now())
    loop.turn(at: clock.now(), on: &uart)
    watchdog.feed()
  }
}

// A function of its own, so that its stack is free again before the loop.
@inline(never)
private func makeIdentity() -> DeviceIdentity {
  DeviceIdentity(
    board: BoardName("microbit-v2"), capabilities: Capabilities.magnetometer.union(.injection).union(.watchdog),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset())
}

extension Uart: UartPort {}
