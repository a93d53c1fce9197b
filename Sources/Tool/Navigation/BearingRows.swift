// The integer results for the places of a table, for a check by another program.
import Foundation
import Navigation
import Quantities
import Recordings
import TerminalInterface
import ToolCommandLine

/// A table of legs with columns lat1, lon1, lat2, lon2 in degrees. Lines that begin with # and other columns are
/// ignored.
package struct BearingRows {
  private let places: [(start: Position, end: Position)]

  package init(path: String) throws {
    let bytes = try namedFile(path, upTo: .recording, advice: "Check its name and permissions.")
    // Spreadsheets may write a byte order mark first.
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.dropFirst(text.hasPrefix("\u{feff}") ? 1 : 0).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("#") }
    let header = (lines.first ?? "").split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let columns = ["lat1", "lon1", "lat2", "lon2"].map { name in header.firstIndex(of: name) }
    guard !columns.contains(nil) else {
      throw CommandError(.badFile, "\(path) has no columns lat1, lon1, lat2 and lon2.\nName them in its first line.")
    }
    places = try lines.dropFirst().enumerated().map { number, line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      let values = columns.compactMap { $0 }.compactMap {
        $0 < cells.count ? Double(cells[$0].trimmingCharacters(in: .whitespaces)) : nil
      }
      guard values.count == 4, abs(values[0]) <= 90, abs(values[2]) <= 90, abs(values[1]) <= 360, abs(values[3]) <= 360
      else {
        throw CommandError(.badFile, "\(path), row \(number + 1): four coordinates in degrees were expected.")
      }
      return (
        Position(latitudeDegrees: values[0], longitudeDegrees: values[1]),
        Position(latitudeDegrees: values[2], longitudeDegrees: values[3])
      )
    }
  }

  package func run(_ console: Console) -> ExitStatus {
    for (row, leg) in places.enumerated() {
      var object: JSONObject = [
        "row": .integer(row + 1), "latitude1": .integer(leg.start.latitude),
        "longitude1": .integer(leg.start.longitude),
        "latitude2": .integer(leg.end.latitude), "longitude2": .integer(leg.end.longitude),
      ]
      for (name, earth) in [("sphere", Earth.meanSphere), ("wgs84", .wgs84)] {
        let answer = earth.leg(from: leg.start, to: leg.end)
        object[name] = [
          "initial": .optional(answer.initial.angle) { .integer($0.rawValue) },
          "final": .optional(answer.final.angle) { .integer($0.rawValue) },
          "millimetres": .integer(answer.millimetres),
        ]
      }
      console.line(object)
    }
    return .pass
  }
}
