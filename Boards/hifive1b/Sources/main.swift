// SiFive's HiFive1 Rev B, a RISC-V microcontroller, as a compass on a serial line. It has no sensor, so samples are
// injected.

import BoardRuntime
import ChipRuntime
import FE310
import Instrument
import LinkProtocol
import Quantities

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it.
nonisolated(unsafe) private var instrument = CompassInstrument<NavigationUnit, WithoutMotion>(
  identity: DeviceIdentity(
    board: BoardName("hifive1b"),
    capabilities: Capabilities.injection.union(.provocation).union(.watchdog),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset()))

run()

func run() {
  var clock = Clock()
  var uart = Uart(transmitPin: Pins.serialTransmit, receivePin: Pins.serialReceive)
  var stack = StackMeter()
  let watchdog = Watchdog()

  while true {
    let now = clock.now()
    instrument.turn(at: now, on: &uart, &stack)
    while instrument.nextActionOfTheBoard() != nil {}
    watchdog.feed()
  }
}

extension Uart: SerialPort {}
