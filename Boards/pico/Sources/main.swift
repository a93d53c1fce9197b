// The Raspberry Pi Pico with one of eight magnetometers on I2C0, and perhaps an accelerometer: a compass on USB and on a serial
// line. `PicoParts.run` is its main loop.

import BoardRuntime
import Instrument
import LinkProtocol
import PicoRuntime
import Quantities
import RP2040

// Static, so that their size counts in the budget and not as stack. Only the loop uses them.
nonisolated(unsafe) private var parts = PicoParts()
nonisolated(unsafe) private var instrument = CompassInstrument<NavigationUnit, WithoutMotion>(
  identity: parts.identity(BoardName("pico")))

run()

@inline(never)
func run() {
  parts.run(&instrument, on: Pins.wiring, seeking: .accelerometer, atLeast: 0) { _, _, _, _ in }
}
