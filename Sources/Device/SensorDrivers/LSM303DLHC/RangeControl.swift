// When the magnetometer's range widens and when it comes back.
import Quantities

/// The range in use, and for how long a finer one would have done.
///
/// - Wider: at once, one step for each overflowed sample, up to ±8.1 gauss.
/// - Finer: one step after 10 s in which every sample would have stayed within half of the finer range. It widens
///   again only beyond the whole of it, so a field has to double before the range can swing back: a steady field
///   never makes it oscillate, and a turning one not faster than once in 10 s.
struct RangeControl {
  private(set) var scale = LSM303DLHC.finestScale
  /// When the present run of small samples began.
  private var smallSince: Instant?

  /// How long samples must have been small.
  static var calmMicroseconds: UInt32 { 10_000_000 }
  /// Half of the 12-bit range.
  static var smallCount: Int32 { 1024 }

  /// Takes one sample into account.
  /// - Returns: whether `scale` has changed.
  mutating func note(_ measurement: LSM303DLHC.Measurement, at now: Instant) -> Bool {
    if measurement.isOverflowed {
      smallSince = nil
      guard scale != LSM303DLHC.coarsestScale else { return false }
      scale = FieldScale(rawValue: scale.rawValue &+ 1)
      return true
    }
    guard scale != LSM303DLHC.finestScale, wouldBeSmall(measurement.counts) else {
      smallSince = nil
      return false
    }
    guard let since = smallSince else {
      smallSince = now
      return false
    }
    guard now.elapsed(since: since) >= Self.calmMicroseconds else { return false }
    smallSince = nil
    scale = FieldScale(rawValue: scale.rawValue &- 1)
    return true
  }

  /// Whether every axis would be within half of the next finer range: |count| · finer gain ≤ 1024 · gain.
  /// The products stay below 2048 · 1100 < 2^22.
  private func wouldBeSmall(_ counts: Vector3) -> Bool {
    let code = Int(scale.rawValue)
    let limitXY = Self.smallCount &* Int32(LSM303DLHC.countsPerGaussXY[code])
    let limitZ = Self.smallCount &* Int32(LSM303DLHC.countsPerGaussZ[code])
    let finerXY = Int32(LSM303DLHC.countsPerGaussXY[code &- 1])
    let finerZ = Int32(LSM303DLHC.countsPerGaussZ[code &- 1])
    return abs(counts.x) &* finerXY <= limitXY && abs(counts.y) &* finerXY <= limitXY
      && abs(counts.z) &* finerZ <= limitZ
  }
}
