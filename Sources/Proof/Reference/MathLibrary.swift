// The C library functions that the reference uses. The reference uses nothing else from outside.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
func sine(_ radians: Double) -> Double { sin(radians) }
func cosine(_ radians: Double) -> Double { cos(radians) }
func arcsine(_ value: Double) -> Double { asin(max(-1, min(1, value))) }
func exponentialLessOne(_ value: Double) -> Double { expm1(value) }
func cubeRoot(_ value: Double) -> Double { cbrt(value) }
