// Converts degrees, metres and days of Unix time to the device's units, and back.
import Quantities

extension Position {
  /// - Parameters:
  ///   - latitudeDegrees: within ±90.
  ///   - longitudeDegrees: any value; whole turns are removed.
  ///   - heightMetres: within ±2,000,000.
  public init(latitudeDegrees: Double, longitudeDegrees: Double, heightMetres: Double = 0) {
    let units = 0x1p32 / 360
    self.init(
      latitude: Int32((latitudeDegrees * units).rounded()),
      longitude: Int32(truncatingIfNeeded: Int64((longitudeDegrees * units).rounded())),
      height: Int32((heightMetres * 1000).rounded()))
  }

  /// North and east positive, degrees.
  public var latitudeDegrees: Double { Double(latitude) * (360 / 0x1p32) }
  public var longitudeDegrees: Double { Double(longitude) * (360 / 0x1p32) }

  /// The heights that the world model accepts, metres above the WGS84 ellipsoid.
  public static var heights: ClosedRange<Double> { -1000...850_000 }
}

extension CalendarDay {
  /// - Parameter days: days since 1970-01-01, limited to the range of a date; 2000-01-01 is day 10,957.
  public init(daysSince1970 days: Int64) { self.init(days: Int32(clamping: days - 10_957)) }
}
