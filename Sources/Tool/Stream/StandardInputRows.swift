// `recording:-`: lines of numbers from standard input, as they come.

import Foundation
import Quantities
import Recordings
import TerminalInterface
import ToolCommandLine

/// Reads rows from standard input until it ends.
package final class StandardInputRows {
  package static let name = "standard input"
  private var reader: LineReader
  private var isOver = false
  /// The first row must come within this number of bytes; a reference is learned from at most this number of rows.
  private static let (mostBefore, mostRows) = (1 << 24, 100_000)
  private var bytes = 0
  private let hasScale: Bool

  /// - Parameter countScale: nanotesla per count in a calibration.
  package init(_ columns: LineColumns, where conditions: [RowCondition], countScale: Double? = nil) {
    reader = LineReader(name: Self.name, columns: columns, where: conditions, countScale: countScale)
    hasScale = countScale != nil
  }

  /// Creates the rows according to a command's options.
  package convenience init(_ arguments: ParsedArguments) throws {
    try self.init(
      StreamOptions.lines(arguments), where: arguments.rowConditions(), countScale: arguments.calibratedCountScale())
  }

  /// Nanotesla per count; `nil` if the unit has a size.
  package var countScale: Double? { reader.countScale }

  /// Reports that the command waits for rows, if they would have to be typed.
  package static func remarkOnKeyboard(_ console: Console) {
    guard isatty(STDIN_FILENO) == 1 else { return }
    console.remark("binnacle: reading rows from the keyboard; Ctrl-D at the beginning of a line ends the input")
  }

  /// The columns as found.
  package var options: RecordingOptions? { reader.options }

  /// The rows of the first `seconds`, from which a reference is learned; at least one.
  /// - Throws: `RecordingError` if there is no row, or if the columns are not the requested ones.
  package func first(seconds: Double) throws -> Recording {
    Self.remarkOnKeyboard(.standard)
    var rows: [RecordingRow] = []
    while !isOver, Self.seconds(of: rows) < seconds || rows.isEmpty, rows.count < Self.mostRows, !Interrupt.isRequested
    {
      rows += try read()
      guard !rows.isEmpty || bytes < Self.mostBefore else {
        throw CommandError(
          .badFile,
          "\(Self.name) has no line of numbers in its first \(Self.mostBefore >> 20) MiB, but "
            + "“\(reader.firstSkipped ?? "")”.\nPipe lines such as 12.3,-4.5,41 in: three numbers and more.")
      }
    }
    for text in reader.remarks { Console.standard.remark("binnacle: \(text)") }
    if let scale = reader.countScale, let unit = options?.fieldUnit {
      Console.standard.remark(CountScale.taken(scale, unit, isCalibrated: hasScale))
    }
    guard !rows.isEmpty else {
      let seen = reader.firstSkipped.map { ", but “\($0)”" } ?? ""
      throw CommandError(
        .badFile,
        "\(Self.name) has no lines of numbers\(seen).\nPipe lines such as 12.3,-4.5,41 in: three numbers and more.")
    }
    return Recording(name: Self.name, rows: rows)
  }

  /// The next rows, at least one; `nil` at the end.
  package func next() -> [RecordingRow]? {
    while !isOver, !Interrupt.isRequested {
      // After the first row, no line ends the reading: a line that is not a row is skipped.
      if let rows = try? read(), !rows.isEmpty { return rows }
    }
    return nil
  }

  /// Remarks about the lines after the end.
  var lastRemarks: [String] {
    var told: [String] = []
    if reader.skipped > 0 {
      let first = reader.firstSkipped.map { ", the first is “\($0)”" } ?? ""
      told.append("\(Digits.count(reader.skipped, "line")) of \(Self.name) hold no row and were passed over\(first)")
    }
    guard let options else { return told }
    return told + RecordingInput.told(reader.passed, options, withRows: false)
  }

  private func read() throws -> [RecordingRow] {
    var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, 1000) > 0 else { return try reader.decide() }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 {
      self.bytes += count
      return try reader.rows(bytes[..<count])
    }
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    isOver = true
    return try reader.finish()
  }

  private static func seconds(of rows: [RecordingRow]) -> Double {
    guard let last = rows.last?.time, let first = rows.first?.time else {
      return Double(rows.count) * Double(RecordingStream.spacing) / 1e6
    }
    return last.seconds(since: first)
  }
}
