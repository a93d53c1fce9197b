// A place and a date for the world model in Double.
import Quantities

/// A place and a date, and the same values for the equations in Double, without rounding.
package struct PlacedDay: Equatable, Sendable {
  package var position: Position
  package var date: CalendarDay

  package init(position: Position, date: CalendarDay) { (self.position, self.date) = (position, date) }

  /// Positive to the north, degrees.
  package var latitudeDegrees: Double { Double(position.latitude) * (360 / 0x1p32) }
  /// Positive to the east, degrees.
  package var longitudeDegrees: Double { Double(position.longitude) * (360 / 0x1p32) }
  /// Height above WGS84, kilometres.
  package var kilometres: Double { Double(position.height) * 1e-6 }
  /// The date as a decimal year.
  package var decimalYear: Double {
    let (year, day, length) = date.dayOfYear
    return Double(year) + Double(day) / Double(length)
  }
}
