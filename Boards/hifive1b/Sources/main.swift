// SiFive's HiFive1 Rev B, a RISC-V microcontroller, as a compass on a serial line. It has no sensor, so samples are
// injected.

import BoardRuntime
import ChipRuntime
import FE310
import Instrument
import LinkProtocol
import Quantities

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it.
nonisolated(unsafe) private var loop = DeviceLoop<
  NavigationUnit, WithoutMotion, WithoutSensors, WithoutRecords, ChipProcessor
>(
  identity: DeviceIdentity(
    board: BoardName("hifive1b"), capabilities: Capabilities.injection.union(.watchdog),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset()),
  sensors: WithoutSensors(), records: WithoutRecords(), processor: ChipProcessor())

run()

func run() {
  var clock = Clock()
  var uart = Uart(transmitPin: Pins.serialTransmit, receivePin: Pins.serialReceive)
  loop.begin(seeking: .none)
  let watchdog = Watchdog()

  while true {
    loop.turn(at: clock.now(), on: &uart)
    watchdog.feed()
  }
}

extension Uart: UartPort {}
