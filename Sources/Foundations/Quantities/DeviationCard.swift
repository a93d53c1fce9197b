// The deviation of a compass on board a vessel, as five coefficients.

/// deviation = A + B sin h + C cos h + D sin 2h + E cos 2h, east positive, with h the compass heading, so that
/// magnetic heading = compass heading + deviation.
///
/// A is a mounting offset, B and C come from permanent magnetism along and across, D and E from induced magnetism
/// (National Geospatial-Intelligence Agency, "Handbook of Magnetic Compass Adjustment", 2004, chapter on the
/// analysis of deviations). All in 2^−32 turns, ±45° each.
public struct DeviationCard: Equatable, Sendable {
  public var a: Int32
  public var b: Int32
  public var c: Int32
  public var d: Int32
  public var e: Int32

  public init(a: Int32, b: Int32, c: Int32, d: Int32, e: Int32) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
  }

  /// A compass without deviation.
  public static var none: DeviationCard { DeviationCard(a: 0, b: 0, c: 0, d: 0, e: 0) }

  /// The first coefficient beyond ±45°; `nil` when the card can be used.
  public var invalid: Int32? {
    var left = self
    for _ in 0..<5 {
      if left.a.magnitude > 0x2000_0000 { return left.a }
      left = DeviationCard(a: left.b, b: left.c, c: left.d, d: left.e, e: 0)
    }
    return nil
  }
}
