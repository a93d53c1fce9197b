// Arm's MPS2 with the Cortex-M33 image AN505 and an LSM303DLHC on shield 1: a level compass on a serial line.

import BoardRuntime
import CMSDK
import ChipRuntime
import Instrument
import LinkProtocol
import Quantities
import SensorDrivers

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it.
nonisolated(unsafe) private var instrument = CompassInstrument<NavigationUnit, MotionUnit>(
  identity: DeviceIdentity(
    board: BoardName("mps2-an505"),
    capabilities: Capabilities.magnetometer.union(.injection).union(.sensorList).union(.provocation).union(.watchdog),
    watchdogException: Watchdog<AN505>.exceptionNumber, watchdogDidReset: Watchdog<AN505>.didReset()))

run()

func run() {
  var clock = Clock<AN505>()
  var uart = Uart<AN505>()
  var bus = BitBangedBus(OpenDrainPins<AN505>())
  var magnetometer = LSM303DLHC()
  var sabotage = Sabotage()
  var stack = StackMeter()
  let watchdog = Watchdog<AN505>()
  var probe = SensorProbe()

  while true {
    let now = clock.now()
    instrument.receive(sabotage.altered(magnetometer.poll(&bus, at: now)), from: magnetometer.identity, at: now)
    instrument.turn(at: clock.now(), on: &uart, &stack)
    while let action = instrument.nextActionOfTheBoard() {
      if case .provoke(let provocation) = action { sabotage.provocation = provocation }
      if case .setSensorRate(let milliHertz) = action { magnetometer.setRate(atLeast: milliHertz) }
      if case .listSensors = action { probe.begin() }
    }
    if probe.isRunning {
      probe.step(&bus)
      if !probe.isRunning { instrument.send(probe) }
    }
    watchdog.feed()
  }
}

extension Uart: SerialPort {}
