// The Raspberry Pi Pico with one of six magnetometers on I2C0, and perhaps an accelerometer: a compass on USB and on a serial
// line.

import BoardRuntime
import ChipRuntime
import Instrument
import LinkProtocol
import Quantities
import RP2040
import RecordStore
import SensorDrivers

// Static, so that their size counts in the budget and not as stack. Only the loop below uses them.
nonisolated(unsafe) private var magnetometer = FittedMagnetometer()
nonisolated(unsafe) private var accelerometer = FittedAccelerometer()
nonisolated(unsafe) private var probe = SensorProbe()
nonisolated(unsafe) private var records = RecordKeeper(
  FlashSector(at: System.recordsAddress), FlashSector(at: System.recordsAddress &+ FlashSector.size))
private let serialNumber = FlashSector.identifier()
nonisolated(unsafe) private var instrument = CompassInstrument<NavigationUnit>(identity: makeIdentity())

run()

@inline(never)
func run() {
  var clock = Clock()
  var link = Link(
    usb: USBSerial(serialNumber: serialNumber),
    uart: Uart(transmitPin: Pins.serialTransmit, receivePin: Pins.serialReceive))
  var bus = I2CBus(clockPin: Pins.sensorClock, dataPin: Pins.sensorData)
  var stack = StackMeter()
  records.begin(&instrument)
  let watchdog = Watchdog()

  while true {
    let now = clock.now()
    // Most turns have no news, and the identity is not computed for them. The force comes first: it gives the tilt of the
    // field that comes with it.
    let force = accelerometer.poll(&bus, at: now)
    if case .nothing = force {} else { instrument.receive(possible: force, from: accelerometer.identity, at: now) }
    let outcome = magnetometer.poll(&bus, at: now)
    if case .nothing = outcome {} else { instrument.receive(outcome, from: magnetometer.identity, at: now) }
    link.usb.poll()
    instrument.turn(at: now, on: &link, &stack)
    link.usb.flush()
    while let action = instrument.nextActionOfTheBoard() {
      if case .setSensorRate(let milliHertz) = action {
        magnetometer.setRate(atLeast: milliHertz)
        accelerometer.setRate(atLeast: milliHertz)
      }
      if case .enterLoader = action { Loader.enter() }
      if case .storage(let request) = action { records.carryOut(request, for: instrument) }
      if case .listSensors = action { probe.begin() }
    }
    if probe.isRunning {
      probe.step(&bus)
      if !probe.isRunning { instrument.send(probe) }
    }
    records.run(&instrument)
    watchdog.feed()
    if !records.isBusy && !probe.isRunning { clock.sleep() }
  }
}

// A function of its own, so that its stack is free again before the loop.
@inline(never)
private func makeIdentity() -> DeviceIdentity {
  DeviceIdentity(
    board: BoardName("pico"),
    capabilities: Capabilities.magnetometer.union(.injection).union(.provocation).union(.watchdog).union(.storage)
      .union(.sensorList).union(.loader),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset()
  ).numbered(serialNumber)
}
