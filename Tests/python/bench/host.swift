// What the bench calls on the host: the functions that it finds by their mangled names on the emulated cores, with the
// words that those take in registers.

import FixedPoint
import Heading
import IntegerTrigonometry
import Quantities

@c(binnacle_host_precise)
public func hostPrecise(_ y: Int32, _ x: Int32) -> UInt32 { Cordic.Precise.angle(y: y, x: x)?.rawValue ?? 0 }

@c(binnacle_host_multiplierless)
public func hostMultiplierless(_ y: Int32, _ x: Int32) -> UInt32 {
  Cordic.Multiplierless.angle(y: y, x: x)?.rawValue ?? 0
}

@c(binnacle_host_tiny)
public func hostTiny(_ y: Int32, _ x: Int32) -> UInt32 { Cordic.Tiny.angle(y: y, x: x)?.rawValue ?? 0 }

@c(binnacle_host_counts)
public func hostCounts(_ m0: UInt32, _ m1: UInt32, _ a0: UInt32, _ a1: UInt32) -> UInt32 {
  func counts(_ low: UInt32, _ high: UInt32) -> Counts {
    Counts(
      x: Int16(truncatingIfNeeded: low), y: Int16(truncatingIfNeeded: low >> 16), z: Int16(truncatingIfNeeded: high))
  }
  return TiltCompensation.heading(field: counts(m0, m1), force: counts(a0, a1))?.rawValue ?? 0
}

@c(binnacle_host_square_root)
public func hostSquareRoot(_ radicand: UInt32) -> UInt32 { radicand.squareRoot }

@c(binnacle_host_long_square_root)
public func hostLongSquareRoot(_ low: UInt32, _ high: UInt32) -> UInt32 { UInt64(high: high, low: low).squareRoot }

@c(binnacle_host_approximate_square_root)
public func hostApproximateSquareRoot(_ low: UInt32, _ high: UInt32) -> UInt32 {
  UInt64(high: high, low: low).approximateSquareRoot
}

@c(binnacle_host_reciprocal)
public func hostReciprocal(_ value: UInt32) -> UInt32 { value.normalisedReciprocal }

@c(binnacle_host_magnitude)
public func hostMagnitude(_ y: Int32, _ x: Int32) -> UInt32 { Cordic.magnitude(y: y, x: x) }

/// The sine: what the first register holds on the emulated cores.
@c(binnacle_host_sine)
public func hostSine(_ angle: UInt32) -> UInt32 {
  UInt32(bitPattern: Cordic.sineCosine(BinaryAngle(rawValue: angle)).sine)
}
