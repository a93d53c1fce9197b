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

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it.
nonisolated(unsafe) private var instrument = CompassInstrument<WithoutNavigation, WithoutMotion>(
  identity: DeviceIdentity(
    board: BoardName("microbit"),
    capabilities: Capabilities.injection.union(.provocation).union(.watchdog).union(.storage).union(.sensorTest),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset()))

run()

func run() {
  var clock = Clock()
  var uart = Uart(transmitPin: Pins.serialTransmit, receivePin: Pins.serialReceive)
  var bus = BitBangedBus(OpenDrainPins(clockPin: Pins.sensorClock, dataPin: Pins.sensorData))
  var magnetometer = SensorPair(SensorDriver<LIS2MDLMagnetometer>(), SensorDriver<MAG3110Magnetometer>())
  var accelerometer = SensorPair(SensorDriver<LIS3DHAccelerometer>(), SensorDriver<MMA8653Accelerometer>())
  var test = SensorSelfTest()
  var sabotage = Sabotage()
  var stack = StackMeter()
  var records = RecordKeeper(
    NVMCPage(at: System.recordsAddress), NVMCPage(at: System.recordsAddress &+ NVMCPage.size))
  records.begin(&instrument)
  instrument.seek(Capabilities.magnetometer.union(.accelerometer))
  let watchdog = Watchdog()

  while true {
    let now = clock.now()
    accelerometer.serve(&test)
    var force = accelerometer.poll(&bus, at: now)
    test.consume(&force)
    instrument.receive(possible: force, from: accelerometer.identity, at: now)
    magnetometer.serve(&test)
    var field = magnetometer.poll(&bus, at: now)
    test.consume(&field)
    instrument.receive(possible: sabotage.altered(field), from: magnetometer.identity, at: now)
    instrument.send(&test)
    instrument.turn(at: clock.now(), on: &uart, &stack)
    while let action = instrument.nextActionOfTheBoard() {
      if case .provoke(let provocation) = action { sabotage.provocation = provocation }
      if case .setSensorRate(let milliHertz) = action {
        magnetometer.setRate(atLeast: milliHertz)
        accelerometer.setRate(atLeast: forceRate(besideFieldAt: milliHertz))
      }
      if case .testSensor(let kind) = action { test.begin(kind) }
      if case .storage(let request) = action { records.carryOut(request, for: instrument) }
    }
    records.run(&instrument, at: now)
    watchdog.feed()
  }
}

extension Uart: SerialPort {}
