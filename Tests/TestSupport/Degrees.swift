// Binary angles in degrees.

import Quantities

extension BinaryAngle {
  /// 0 up to but not including 360.
  public var degrees: Double { Double(rawValue) * (360 / 0x1p32) }

  /// −180 up to but not including 180.
  public var signedDegrees: Double { Double(signed) * (360 / 0x1p32) }
}

extension BinaryInteger {
  /// The degrees of an angle, latitude, longitude or difference in units of 2^-32 turns.
  public var binaryDegrees: Double { Double(self) * (360 / 0x1p32) }
}
