// Samples from another firmware: lines of numbers from a port. The device code in this process computes the headings.

import Foundation
import Quantities
import Recordings
import SerialLink
import TerminalInterface

/// The parts of a `csv:` link.
package struct LineLink: Equatable, Sendable {
  /// A serial port, or a named pipe.
  package var path: String
  package var baud: Int
  package var lines: ModemLines
  package var columns: LineColumns
  /// Where the calibration is stored; `nil`: it is not stored.
  package var state: String?
  /// Nanotesla per count if the lines have no unit; `nil`: this is estimated from the size of the numbers.
  package var countScale: Double?

  /// The same with DTR and RTS released.
  var withoutLines: LineLink {
    var link = self
    link.lines = .released
    return link
  }
}

/// What was recognised in the lines of a port.
package struct LineFacts: Sendable {
  /// One line for each fact; none if the user named everything.
  package var remarks: [String]
  package var options: RecordingOptions
  /// Nanotesla per count; `nil` if the lines have a unit.
  package var countScale: Double?
  /// The rows from which all this was recognised.
  package var first: [RecordingRow]
}

/// Reads rows from a port as they come.
final class LineSource {
  private let link: LineLink
  private var stream: any ByteStream
  /// The path at which the port is open; `nil` after it was closed or lost.
  private var openPath: String?
  private var reader: LineReader
  private var queue: [RecordingRow] = []
  private var first: [RecordingRow] = []

  /// Seconds within which a sketch should print a line. Boards restart when their port is opened.
  private static let patience = 6.0
  /// Seconds that one attempt to open a lost port again may wait for a row. The port stays open between attempts, because
  /// opening it resets many boards.
  private static let attempt = 0.1

  /// Opens the port and waits for the first row, so that wrong columns are reported at once.
  /// - Throws: `LinkError`, or `RecordingError` for columns that the lines do not have.
  init(_ link: LineLink) throws {
    self.link = link
    stream = try Self.port(link, at: link.path)
    openPath = link.path
    let scale = link.countScale ?? link.state.flatMap(CountScaleFile.read)
    reader = LineReader(name: link.path, columns: link.columns, beginsAnywhere: true, countScale: scale)
    do {
      try waitForRow()
    } catch {
      stream.close()
      throw error
    }
  }

  private static func port(_ link: LineLink, at path: String) throws(LinkError) -> any ByteStream {
    PipeStream.isPipe(path)
      ? try PipeStream(path: path) : try openSerial(path: path, baud: link.baud, lines: link.lines)
  }

  private func waitForRow() throws {
    let deadline = Deadline.after(seconds: Self.patience)
    var count = 0
    while queue.isEmpty {
      let bytes = try stream.read(atMost: 4096, deadline: deadline)
      count += bytes.count
      queue += try reader.rows(bytes)
      // A line that is never idle always has more bytes, so the deadline must end the loop.
      guard bytes.isEmpty || deadline.hasPassed else { continue }
      // If no more lines come, a few are enough.
      queue += try reader.decide()
      guard queue.isEmpty else { break }
      throw NoLines(
        name: stream.name, bytes: count, sample: reader.firstSkipped, hasSentences: reader.hasSentences)
    }
    first = queue
    // The rows that waited in the line are old, and would all come at once.
    queue.removeFirst(queue.count - 1)
  }

  /// What was recognised; `nil` before the first row.
  var facts: LineFacts? {
    reader.options.map {
      LineFacts(remarks: reader.remarks, options: $0, countScale: reader.countScale, first: first)
    }
  }

  /// Whether the lines have rates.
  var hasRate: Bool { reader.options?.rate.isEmpty == false }

  /// Whether the lines have a specific force.
  var hasForce: Bool { reader.options?.acceleration.isEmpty == false }

  /// The next row, if one has come. Throws `lost` if the port is gone, or if the lines have other columns now.
  func next() throws(LinkError) -> RecordingRow? {
    if queue.isEmpty {
      let bytes = try stream.read(atMost: 4096, deadline: .now)
      do throws(RecordingError) { queue += try reader.rows(bytes) } catch {
        throw .lost(name: stream.name, reason: "\(error)")
      }
    }
    return queue.isEmpty ? nil : queue.removeFirst()
  }

  func close() {
    openPath = nil
    stream.close()
  }

  /// Opens the port again after it was lost. Columns and units stay as they were found.
  /// - Throws: `timeout` as long as the port is open and prints nothing; then call it again.
  func reopen(at path: String) throws(LinkError) {
    if openPath != path {
      close()
      stream = try Self.port(link, at: path)
      openPath = path
      reader.interrupt()
      queue = []
    }
    let deadline = Deadline.after(seconds: Self.attempt)
    do throws(LinkError) {
      repeat {
        let bytes = try stream.read(atMost: 4096, deadline: deadline)
        queue += (try? reader.rows(bytes)) ?? []
      } while queue.isEmpty && !deadline.hasPassed
    } catch {
      close()
      throw error
    }
    guard !queue.isEmpty else { throw .timeout(name: stream.name, awaited: "a line of numbers") }
    queue.removeFirst(queue.count - 1)
  }
}

/// Stores the scale of counts with a stored calibration, so that the same counts have the same meaning the next time.
enum CountScaleFile {
  private static let name = "nanotesla-per-count"

  static func read(_ folder: String) -> Double? {
    guard let bytes = try? contents(ofFile: folder + "/" + name, upTo: .settings) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  static func write(_ scale: Double, _ folder: String) throws {
    try Data("\(scale)\n".utf8).write(to: URL(fileURLWithPath: folder + "/" + name), options: .atomic)
  }
}

/// A port that prints no lines of numbers.
package struct NoLines: Error, CustomStringConvertible, Equatable {
  var name: String
  var bytes: Int
  /// The first line that is not a line of numbers.
  var sample: String?
  /// Whether the lines are sentences of NMEA 0183.
  var hasSentences = false

  /// The exit status of a link that cannot be opened.
  package var exitStatus: Int32 { 5 }

  package var description: String {
    guard bytes > 0 else {
      return "\(name) prints nothing.\nIs the sketch running, and does it print lines of numbers?"
    }
    guard let sample else {
      return "\(name) prints no lines.\nIs the rate right? Add ?baud=9600 or what the sketch gives to Serial.begin."
    }
    if hasSentences {
      return "\(name) prints sentences of NMEA 0183, no samples of a magnetometer.\n"
        + "For the places of a receiver give --location nmea:\(name)."
    }
    return "\(name) prints no lines of numbers, but “\(shown(sample))”.\n"
      + "It should print three numbers and more a line, such as 12.3,-4.5,41; for unreadable text change ?baud=."
  }
}
