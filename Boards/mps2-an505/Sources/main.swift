// Arm's MPS2 with the Cortex-M33 image AN505 and an LSM303DLHC on shield 1: a level compass on a serial line.

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
nonisolated(unsafe) private var clock = Clock<AN505>()
nonisolated(unsafe) private var loop = DeviceLoop<
  NavigationUnit, MotionUnit, SensorModules<Sensors, BitBangedBus<OpenDrainPins<AN505>>>, WithoutRecords, ChipProcessor
>(
  identity: DeviceIdentity(
    board: BoardName("mps2-an505"), capabilities: Capabilities.magnetometer.union(.injection).union(.watchdog),
    watchdogException: Watchdog<AN505>.exceptionNumber, watchdogDidReset: Watchdog<AN505>.didReset()),
  sensors: SensorModules(on: BitBangedBus(OpenDrainPins())), records: WithoutRecords(),
  processor: ChipProcessor())

run()

func run() {
  var uart = Uart<AN505>()
  loop.begin(seeking: .none)
  let watchdog = Watchdog<AN505>()

  while true {
    loop.poll(at: clock.now())
    loop.turn(at: clock.now(), on: &uart)
    watchdog.feed()
  }
}

extension Uart: UartPort {}
