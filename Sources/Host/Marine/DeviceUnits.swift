// Converts degrees, metres and days of Unix time to the device's units, and back.
import Quantities

extension BinaryAngle {
  /// 0 up to but not including 360.
  package var degrees: Double { rawValue.binaryDegrees }

  /// −180 up to but not including 180.
  package var signedDegrees: Double { Int32(bitPattern: rawValue).binaryDegrees }
}

extension BinaryInteger {
  /// The degrees of an angle, latitude, longitude or difference in units of 2^−32 turns. Exact for 32 bits.
  package var binaryDegrees: Double { Double(self) * (360 / 0x1p32) }
}

extension Position {
  /// - Parameters:
  ///   - latitudeDegrees: within ±90.
  ///   - longitudeDegrees: any value; whole turns are removed.
  ///   - heightMetres: within ±2,000,000.
  package init(latitudeDegrees: Double, longitudeDegrees: Double, heightMetres: Double = 0) {
    let units = 0x1p32 / 360
    self.init(
      latitude: Int32((latitudeDegrees * units).rounded()),
      longitude: Int32(truncatingIfNeeded: Int64((longitudeDegrees * units).rounded())),
      height: Int32((heightMetres * 1000).rounded()))
  }

  /// North and east positive, degrees.
  package var latitudeDegrees: Double { latitude.binaryDegrees }
  package var longitudeDegrees: Double { longitude.binaryDegrees }

  /// The heights that the world model accepts, metres above the WGS84 ellipsoid.
  package static var heights: ClosedRange<Double> { -1000...850_000 }
}

extension CalendarDay {
  /// - Parameter days: days since 1970-01-01, limited to the range of a date; 2000-01-01 is day 10,957.
  package init(daysSince1970 days: Int64) { self.init(days: Int32(clamping: days - 10_957)) }
}
