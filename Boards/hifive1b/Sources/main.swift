// SiFive's HiFive1 Rev B, a RISC-V microcontroller, as a compass on a serial line. It has no sensor: samples are injected.
import Core
import FE310
import Instrument
import Quantities
import Support
import Wire

// Static, so that its size shows in the budget and not as stack. Nothing but the loop below uses it.
nonisolated(unsafe) private var instrument = Instrument<NavigationUnit>(
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
    while let byte = uart.receive() { instrument.receive(byte, at: now) }
    instrument.run(at: now)
    while uart.canSend(), let byte = instrument.nextByte() { uart.send(byte) }
    while let action = instrument.nextAction() {
      switch action {
      case .reset: System.reset()
      case .provoke(let provocation): provocation.carryOut()
      case .setSensorRate, .storage: break
      }
    }
    instrument.noteStackHighWater(bytes: stack.highWater())
    watchdog.feed()
  }
}
