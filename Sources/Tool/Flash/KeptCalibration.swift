// Keeps a board's calibration when flashing erases the whole chip.
import BoardKit
import Correction
import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import TerminalInterface
import ToolCalibration
import ToolCommandLine
import ToolConnection
import ToolStream

/// The stored record of a board before it is flashed. It is also written to a file, so nothing is lost if an error
/// occurs.
struct KeptCalibration {
  let record: CalibrationRecord
  /// The file, as `calibration export` writes it.
  let path: String

  /// Reads the record of the board; `nil` if there is none, or if no running board was found, which is reported.
  init?(_ finder: LoaderFinder, _ board: Board, console: Console) throws {
    let links = finder.links
    guard links.count == 1, let connection = try? Connection(links[0]) else {
      console.remark(
        "binnacle: this loader erases all of the chip, and no running Binnacle was found to read a calibration from")
      return nil
    }
    defer { try? connection.close() }
    guard connection.hello.capabilities.contains(.storage) else { return nil }
    let device = try DeviceRecord(connection)
    guard device.stored?.status == .present, device.isStoredOneInUse else { return nil }
    record = device.record
    let object = CalibrationJSON.object(device.record, bytes: device.bytes, hello: connection.hello)
    path = Self.free("calibration-\(board.name)")
    try NewFile.write(object.line + "\n", to: path)
    console.line("its calibration is kept in \(path) until it is given back")
  }

  /// A file name that is not used yet.
  private static func free(_ stem: String) -> String {
    let names = ["\(stem).json"] + (2...999).map { "\(stem)-\($0).json" }
    return names.first { !FileManager.default.fileExists(atPath: $0) } ?? names[0]
  }

  /// What the user can do with the file.
  var advice: String { "give its calibration back with `binnacle calibration import LINK \(path.shellWord)`" }

  /// Gives the record back to the board, which now runs the new image, and removes the file.
  func giveBack(to connection: Connection, console: Console) {
    do {
      try connection.give(record)
      guard try DeviceRecord(connection).isStoredOneInUse else {
        console.remark("binnacle: the board did not store its calibration; \(advice)")
        return
      }
      try? FileManager.default.removeItem(atPath: path)
      console.line("Its calibration was given back.")
    } catch {
      console.remark("binnacle: \(error)")
      console.remark("binnacle: \(advice)")
    }
  }
}
