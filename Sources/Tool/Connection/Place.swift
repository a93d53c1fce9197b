// Places in the form in which people write them: latitude,longitude[,height].
import Foundation
import Marine
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

  /// Reads `37.33,-122.03`, `37°20'N,122.03W` or `47.5,8.25,420` (height in metres).
  /// - Throws: `UsageError`, naming what is wrong with `text`.
  package init(_ text: String) throws {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard parts.count == 2 || parts.count == 3 else {
      throw UsageError(
        "“\(text)” is not a place.\nWrite latitude,longitude[,height] in degrees and metres: 37.3318,-122.0312")
    }
    latitude = try Self.degrees(parts[0], "NS", limit: 90, "latitude", text)
    longitude = try Self.degrees(parts[1], "EW", limit: 180, "longitude", text)
    height = 0
    if parts.count == 3 {
      guard let metres = Double(parts[2]), Position.heights.contains(metres) else {
        throw UsageError("The height in “\(text)” must be a number of metres from -1000 to 850000.")
      }
      height = metres
    }
  }

  /// A place without a height.
  /// - Parameter what: the subject that has no height, for the beginning of the message.
  package static func onTheSurface(_ text: String, _ what: String = "A bearing") throws -> Position {
    guard text.filter({ $0 == "," }).count < 2 else {
      throw UsageError("\(what) is along the surface: leave the height out of “\(text)”.")
    }
    return try Place(text).position
  }

  /// Converts to the device's units: 2^−32 turn, which is 9.3 mm or less, and millimetres.
  package var position: Position {
    Position(latitudeDegrees: latitude, longitudeDegrees: longitude, heightMetres: height)
  }

  private static func degrees(
    _ part: String, _ letters: String, limit: Double, _ name: String, _ text: String
  ) throws -> Double {
    guard let value = degrees(part, positive: letters.first!, negative: letters.last!), value.magnitude <= limit else {
      throw UsageError(
        "The \(name) “\(part)” in “\(text)” must be degrees from -\(Int(limit)) to \(Int(limit)), "
          + "or with \(letters.first!) or \(letters.last!) behind it.")
    }
    return value
  }
}
