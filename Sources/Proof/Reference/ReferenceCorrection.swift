// Applies the calibration: corrected = S·(m − h) (Protocols/calibration/spec.md, section 1).

extension ReferenceRecord {
  /// The corrected field in nanotesla, sensor axes, without rounding. It has the same limits as the integer format.
  ///
  /// S and h are taken as exact. A field beyond ±2^21 nT is limited to that range. First the hard iron is subtracted,
  /// then S multiplies.
  public func corrected(nanotesla: SIMD3<Double>) -> SIMD3<Double> {
    let limit = SIMD3<Double>(repeating: 2_097_152)
    let d = nanotesla.clamped(lowerBound: -limit, upperBound: limit) - hardIronNanotesla
    func row(_ i: Int) -> Double { (SIMD3<Double>(softIronQ24[i]) / 16_777_216 * d).sum() }
    let top = Double(Int32.max) / 256
    let bottom = Double(Int32.min) / 256
    return SIMD3(row(0), row(1), row(2)).clamped(
      lowerBound: SIMD3(repeating: bottom), upperBound: SIMD3(repeating: top))
  }

  /// The corrected field in 1/256 nT by the integer rule, exact to the bit.
  /// - Parameter nanotesla: sensor axes; values beyond ±2^21 are limited to that range.
  public func correctedQ8(nanotesla: SIMD3<Int32>) -> SIMD3<Int32> {
    let m = nanotesla.clamped(lowerBound: SIMD3(repeating: -1 << 21), upperBound: SIMD3(repeating: 1 << 21))
    func row(_ i: Int) -> Int32 {
      // |d| < 2^31, |S| ≤ 2^29: the sum of three products stays below 2^62.
      let sum = (0..<3).reduce(Int64(0)) {
        $0 + Int64(softIronQ24[i][$1]) * (256 * Int64(m[$1]) - Int64(hardIronQ8[$1]))
      }
      return Int32(clamping: (sum + (1 << 23)) >> 24)
    }
    return SIMD3(row(0), row(1), row(2))
  }
}
