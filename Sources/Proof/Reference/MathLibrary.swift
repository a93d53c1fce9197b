// The C library functions that the reference uses. The reference uses nothing else from outside.

#if arch(wasm32)
  // The page's module gets them from JavaScript's Math.
  @_extern(wasm, module: "Math", name: "atan2") @_extern(c) private func atan2(_ y: Double, _ x: Double) -> Double
  @_extern(wasm, module: "Math", name: "sin") @_extern(c) private func sin(_ radians: Double) -> Double
  @_extern(wasm, module: "Math", name: "cos") @_extern(c) private func cos(_ radians: Double) -> Double
  @_extern(wasm, module: "Math", name: "asin") @_extern(c) private func asin(_ value: Double) -> Double
  @_extern(wasm, module: "Math", name: "cbrt") @_extern(c) private func cbrt(_ value: Double) -> Double
#elseif canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
func sine(_ radians: Double) -> Double { sin(radians) }
func cosine(_ radians: Double) -> Double { cos(radians) }
func arcsine(_ value: Double) -> Double { asin(max(-1, min(1, value))) }
func cubeRoot(_ value: Double) -> Double { cbrt(value) }
