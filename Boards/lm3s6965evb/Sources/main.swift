// The Stellaris LM3S6965 evaluation board with an LSM303DLHC on I2C0: a level compass on a serial line.
import Core
import Instrument
import Quantities
import RecordStore
import SensorDrivers
import Stellaris
import Support
import Wire

// Static, so that its size shows in the budget and not as stack. Nothing but the loop below uses it.
nonisolated(unsafe) private var instrument = Instrument<NavigationUnit>(
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
  var stack = StackMeter()
  var records = RecordKeeper(
    EEPROMPage(on: I2CBus(sharing: bus), device: Parts.memory, at: 0),
    EEPROMPage(on: I2CBus(sharing: bus), device: Parts.memory, at: EEPROMPage<I2CBus>.size))
  records.begin(&instrument)
  let watchdog = Watchdog()

  while true {
    let now = clock.now()
    while let byte = uart.receive() { instrument.receive(byte, at: now) }
    let outcome = magnetometer.poll(&bus, at: now)
    instrument.take(outcome, from: magnetometer.identity, at: now)
    instrument.run(at: now)
    while uart.canSend(), let byte = instrument.nextByte() { uart.send(byte) }
    while let action = instrument.nextAction() {
      switch action {
      case .reset: System.reset()
      case .provoke(let provocation): provocation.carryOut()
      case .setSensorRate(let milliHertz): magnetometer.setRate(atLeast: milliHertz)
      case .storage(let request): records.carryOut(request, for: instrument)
      }
    }
    records.run(&instrument)
    instrument.noteStackHighWater(bytes: stack.highWater())
    watchdog.feed()
  }
}
