// The micro:bit v2 with its own LSM303AGR: a tilt-compensated compass on the USB serial port, without wiring.

import BoardRuntime
import ChipRuntime
import Instrument
import LinkProtocol
import NRF51
import Quantities
import RecordStore
import SensorDrivers

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it.
nonisolated(unsafe) private var instrument = CompassInstrument<NavigationUnit, WithoutMotion>(identity: makeIdentity())

run()

func run() {
  var clock = Clock()
  var uart = Uart(transmitPin: Pins.serialTransmit, receivePin: Pins.serialReceive)
  var bus = BitBangedBus(OpenDrainPins(clockPin: Pins.sensorClock, dataPin: Pins.sensorData))
  var magnetometer = SensorDriver<LIS2MDLMagnetometer>()
  var accelerometer = SensorDriver<LIS3DHAccelerometer>()
  var probe = SensorProbe()
  var test = SensorSelfTest()
  var sabotage = Sabotage()
  var stack = StackMeter()
  var records = RecordKeeper(
    NVMCPage(at: System.recordsAddress), NVMCPage(at: System.recordsAddress &+ NVMCPage.size))
  records.begin(&instrument)
  instrument.seek(.accelerometer)
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
    instrument.receive(sabotage.altered(field), from: magnetometer.identity, at: now)
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
      if case .listSensors = action { probe.begin() }
    }
    if probe.isRunning {
      probe.step(&bus)
      if !probe.isRunning { instrument.send(probe) }
    }
    records.run(&instrument, at: now)
    watchdog.feed()
  }
}

// A function of its own, so that its stack is free again before the loop.
@inline(never)
private func makeIdentity() -> DeviceIdentity {
  DeviceIdentity(
    board: BoardName("microbit-v2"),
    capabilities: Capabilities.magnetometer.union(.injection).union(.provocation).union(.watchdog).union(.storage)
      .union(.sensorList).union(.sensorTest),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset())
}

extension Uart: SerialPort {}
