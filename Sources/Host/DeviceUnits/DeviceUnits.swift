// DeviceUnits: the units of people, and the device's: angles, lengths, days.
//
// In: degrees, metres, days of Unix time. Out: values of Quantities, and back.
// Free to change: code. Ask first: how a value is rounded, because a device gets it.
import Quantities

extension BinaryAngle {
  /// - Parameter degrees: of any number of turns, rounded to the nearest unit.
  package init(degrees: Double) {
    self.init(rawValue: UInt32(truncatingIfNeeded: Int64((degrees / 360 * 0x1p32).rounded())))
  }

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
