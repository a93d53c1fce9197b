// The one world of a simulated instrument: it gets the Earth's field of each place that any command tells the instrument.

import DeviceLinks
import Foundation
import Quantities
import Reference
import StreamCheck
import TerminalInterface

/// The field from the world model in Double, which shares no code with the device's model.
struct SimulatedPlace {
  private let field: ReferenceWorldModel.Field

  init(_ position: Position, _ date: CalendarDay) {
    let place = PlacedDay(position: position, date: date)
    field = ReferenceWorldModel.released.field(
      latitude: place.latitudeDegrees, longitude: place.longitudeDegrees, height: place.kilometres,
      year: place.decimalYear)
  }

  /// Moves the world of `link` to the place, if it is a simulated world that can be anywhere.
  /// - Returns: the text for people; `nil` for a world that cannot move.
  @discardableResult
  func settle(_ link: OpenedLink) -> String? {
    guard let dip = field.dip, let declination = field.declination, field.horizontal >= 1 else { return nil }
    guard
      link.settle(horizontalNanotesla: field.horizontal, dipDegrees: dip, declinationDegrees: declination)
    else { return nil }
    return "its world is at that place: \(Digits.fixed(field.total / 1000, 2)) µT, dip \(Digits.fixed(dip, 1))°, "
      + "declination \(Digits.fixed(declination, 2))°"
  }
}

extension Connection {
  /// From now on the world of a simulated instrument is where the instrument is told to be.
  func keepWorldAtPlace() {
    guard link.hasMovableWorld else { return }
    session.willPlace = { [link] position, date in
      SimulatedPlace(position, date ?? Place.today).settle(link)
    }
  }

  /// Moves the world of a simulated instrument before the instrument is told the place, so that its first reading is
  /// from there.
  /// - Returns: the text for people; `nil` for an instrument whose world cannot move.
  package func moveWorld(to position: Position, on date: CalendarDay) -> String? {
    link.hasMovableWorld ? SimulatedPlace(position, date).settle(link) : nil
  }
}
