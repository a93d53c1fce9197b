// Binary angles in degrees.

import Quantities
import Reference

extension BinaryAngle {
  /// 0 up to but not including 360.
  public var degrees: Double { ReferenceAngle.degrees(binary: rawValue) }

  /// −180 up to but not including 180.
  public var signedDegrees: Double { ReferenceAngle.signedDegrees(binary: rawValue) }
}

extension BinaryInteger {
  /// The degrees of an angle, latitude, longitude or difference in units of 2^-32 turns.
  public var binaryDegrees: Double { Double(self) * (360 / 0x1p32) }
}

/// The angle nearest to `degrees`, which may be of any number of turns.
public func angle(_ degrees: Double) -> BinaryAngle {
  BinaryAngle(rawValue: UInt32(truncatingIfNeeded: Int64((degrees / 360 * 0x1p32).rounded())))
}
