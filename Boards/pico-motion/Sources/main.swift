// The Raspberry Pi Pico with the modules of `pico` and a gyroscope: a heading by the fusion of all three. `PicoParts.run` is
// its main loop.

import BoardRuntime
import Instrument
import LinkProtocol
import PicoRuntime
import Quantities
import RP2040

// Static, so that their size counts in the budget and not as stack. Only the loop uses them.
nonisolated(unsafe) private var parts = PicoParts()
nonisolated(unsafe) private var gyroscope = FittedGyroscope<I2CBus>()
nonisolated(unsafe) private var instrument = CompassInstrument<NavigationUnit, MotionUnit>(
  identity: parts.identity(BoardName("pico-motion")))

run()

@inline(never)
func run() {
  // The fusion wants forces and fields more often than a slow stream of readings does: 50 times a second.
  parts.run(&instrument, on: Pins.wiring, seeking: Capabilities.accelerometer.union(.gyroscope), atLeast: 50_000) {
    instrument, bus, modules, now in
    gyroscope.poll(&bus, beside: &modules, for: &instrument, at: now)
  }
}
