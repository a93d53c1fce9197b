// The micro:bit v1 as a compass on a serial line. Its own magnetometer has no driver yet, so samples are injected.

import BoardRuntime
import ChipRuntime
import Instrument
import LinkProtocol
import NRF51
import Quantities
import RecordStore

// Static, so that its size counts in the budget and not as stack. Only the loop below uses it.
nonisolated(unsafe) private var instrument = CompassInstrument<WithoutNavigation>(
  identity: DeviceIdentity(
    board: BoardName("microbit"),
    capabilities: Capabilities.injection.union(.provocation).union(.watchdog).union(.storage),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset()))

run()

func run() {
  var clock = Clock()
  var uart = Uart(transmitPin: Pins.serialTransmit, receivePin: Pins.serialReceive)
  var stack = StackMeter()
  var records = RecordKeeper(
    NVMCPage(at: System.recordsAddress), NVMCPage(at: System.recordsAddress &+ NVMCPage.size))
  records.begin(&instrument)
  let watchdog = Watchdog()

  while true {
    let now = clock.now()
    instrument.turn(at: now, on: &uart, &stack)
    while let action = instrument.nextActionOfTheBoard() {
      if case .storage(let request) = action { records.carryOut(request, for: instrument) }
    }
    records.run(&instrument)
    watchdog.feed()
  }
}

extension Uart: SerialPort {}
