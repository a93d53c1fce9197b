// Places in the form in which people write them: latitude,longitude[,height].
import DeviceUnits
import Foundation
import Quantities
import TerminalInterface
import ToolCommandLine

/// A place from the command line.
package struct Place: Equatable, Sendable {
  /// Degrees, positive to the north and east, as given.
  package var latitude: Double
  package var longitude: Double
  /// Metres above the WGS84 ellipsoid.
  package var height: Double

  /// Reads `37.33,-122.03`, `37°20'N 122.03W`, `N47 24.5 E8 30` or `47.5,8.25,420` (height in metres).
  /// - Throws: `UsageError`, naming what is wrong with `text`.
  package init(_ text: String) throws {
    guard let read = PlaceText(text) else { throw Self.complaint(text) }
    (latitude, longitude, height) = (read.latitude, read.longitude, read.height ?? 0)
    guard Position.heights.contains(height) else { throw Self.wrongHeight(text) }
  }

  /// What is wrong with a text that is no place.
  private static func complaint(_ text: String) -> UsageError {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard parts.count == 2 || parts.count == 3 else {
      return UsageError(
        "“\(text)” is not a place.\nWrite latitude,longitude[,height] in degrees and metres: 37.3318,-122.0312, "
          + "or 47°24.5'N 8°30'E.")
    }
    for (part, alone, limit, letters, name) in [
      (parts[0], "\(parts[0]),0", 90, "N or S", "latitude"), (parts[1], "0,\(parts[1])", 180, "E or W", "longitude"),
    ] where PlaceText(alone) == nil {
      return UsageError(
        "The \(name) “\(part)” in “\(text)” must be degrees from -\(limit) to \(limit), or with \(letters) behind it.")
    }
    return wrongHeight(text)
  }

  private static func wrongHeight(_ text: String) -> UsageError {
    UsageError("The height in “\(text)” must be a number of metres from -1000 to 850000.")
  }

  /// A place without a height.
  /// - Parameter what: the subject that has no height, for the beginning of the message.
  package static func onTheSurface(_ text: String, _ what: String = "A bearing") throws -> Position {
    guard PlaceText(text)?.height == nil else {
      throw UsageError("\(what) is along the surface: leave the height out of “\(text)”.")
    }
    return try Place(text).position
  }

  /// Converts to the device's units: 2^−32 turn, which is 9.3 mm or less, and millimetres.
  package var position: Position {
    Position(latitudeDegrees: latitude, longitudeDegrees: longitude, heightMetres: height)
  }
}
