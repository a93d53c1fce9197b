// The Stellaris LM3S6965 evaluation board with an LSM303DLHC on I2C0: a level compass on a serial line.

import BoardRuntime
import ChipRuntime
import Instrument
import LinkProtocol
import Quantities
import RecordStore
import SensorDrivers
import Stellaris

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it.
nonisolated(unsafe) private var instrument = CompassInstrument<NavigationUnit, WithoutMotion>(
  identity: DeviceIdentity(
    board: BoardName("lm3s6965evb"),
    capabilities: Capabilities.magnetometer.union(.injection).union(.provocation).union(.watchdog).union(.storage),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset()))

run()

func run() {
  var clock = Clock()
  var uart = Uart()
  var bus = I2CBus(clockPin: Pins.magnetometerClock, dataPin: Pins.magnetometerData)
  var magnetometer = LSM303DLHC()
  var sabotage = Sabotage()
  var stack = StackMeter()
  var records = RecordKeeper(
    EEPROMPage(on: I2CBus(sharing: bus), device: Parts.memory, at: 0),
    EEPROMPage(on: I2CBus(sharing: bus), device: Parts.memory, at: EEPROMPage<I2CBus>.size))
  records.begin(&instrument)
  let watchdog = Watchdog()

  while true {
    let now = clock.now()
    instrument.receive(sabotage.altered(magnetometer.poll(&bus, at: now)), from: magnetometer.identity, at: now)
    instrument.turn(at: clock.now(), on: &uart, &stack)
    while let action = instrument.nextActionOfTheBoard() {
      if case .provoke(let provocation) = action { sabotage.provocation = provocation }
      if case .setSensorRate(let milliHertz) = action { magnetometer.setRate(atLeast: milliHertz) }
      if case .storage(let request) = action { records.carryOut(request, for: instrument) }
    }
    records.run(&instrument, at: now)
    watchdog.feed()
  }
}

extension Uart: SerialPort {}
