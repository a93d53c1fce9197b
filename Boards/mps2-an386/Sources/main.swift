// Arm's MPS2 with the Cortex-M4 image AN386 and an LSM303DLHC on shield 1: a level compass on a serial line.

import BoardRuntime
import CMSDK
import ChipRuntime
import Instrument
import LinkProtocol
import Quantities
import SensorDrivers

/// The only chip, a magnetometer.
enum Sensors: SensorChoice {
  typealias Magnetometers = OnlyChip<LSM303DLHCMagnetometer>
  typealias Accelerometers = NoChip<ForceSample>
  typealias Gyroscopes = NoChip<RateSample>
  typealias Probe = SensorProbe
  static var testsChips: Bool { false }
}

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it. The clock comes first: the
// processor runs at its final speed when the bus is configured.
nonisolated(unsafe) private var clock = Clock<AN386>()
nonisolated(unsafe) private var loop = DeviceLoop<
  NavigationUnit, MotionUnit, SensorModules<Sensors, BitBangedBus<OpenDrainPins<AN386>>>, WithoutRecords, ChipProcessor
>(
  identity: DeviceIdentity(
    board: BoardName("mps2-an386"), capabilities: Capabilities.magnetometer.union(.injection).union(.watchdog),
    watchdogException: Watchdog<AN386>.exceptionNumber, watchdogDidReset: Watchdog<AN386>.didReset()),
  sensors: SensorModules(on: BitBangedBus(OpenDrainPins())), records: WithoutRecords(),
  processor: ChipProcessor())

run()

func run() {
  var uart = Uart<AN386>()
  loop.begin(seeking: .none)
  let watchdog = Watchdog<AN386>()

  while true {
    loop.poll(at: clock.now())
    loop.turn(at: clock.now(), on: &uart)
    watchdog.feed()
  }
}

extension Uart: UartPort {}
