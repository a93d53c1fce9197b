// Moves a simulated instrument to a place: its world gets the Earth's field there.

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
  func settle(_ link: OpenedLink) -> String? {
    guard let dip = field.dip, let declination = field.declination, field.horizontal >= 1 else { return nil }
    guard
      link.settle(horizontalNanotesla: field.horizontal, dipDegrees: dip, declinationDegrees: declination)
    else { return nil }
    return "its world is at that place: \(Digits.fixed(field.total / 1000, 2)) µT, dip \(Digits.fixed(dip, 1))°, "
      + "declination \(Digits.fixed(declination, 2))°"
  }
}
