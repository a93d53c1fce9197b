// A binary log of an autopilot as a clean table of one magnetometer.

import FlightLogs
import Foundation
import TerminalInterface

/// A log as the text of a table, with remarks.
struct LogTable {
  private(set) var text: [UInt8]
  private(set) var remarks: [String] = []
  private(set) var columns = LineColumns()

  private static let chunk = 1 << 18

  /// Reads a log as a stream.
  /// - Parameter conditions: `sensor=1` or `device=396809` select another magnetometer.
  /// - Returns: `nil` for anything that is not a file with a log. A pipe is not examined, because that would consume
  ///   its bytes.
  init?(path: String, where conditions: [RowCondition]) throws(RecordingError) {
    guard var log = Self.log(path), let file = FileHandle(forReadingAtPath: path) else { return nil }
    // If the disk fails, the log ends there.
    while let more = try? file.read(upToCount: Self.chunk), !more.isEmpty { log.read(more) }
    try self.init(&log, name: path, where: conditions)
  }

  /// Reads a log from a pipe or from standard input as a stream.
  /// - Parameter first: the bytes that were already read from it.
  /// - Returns: `nil` if these bytes do not begin a log; then no more is read.
  init?(
    stream: InputFile, first: [UInt8], name: String, where conditions: [RowCondition]
  ) throws {
    guard var log = FlightLog(first: first) else { return nil }
    log.read(first)
    while case let more = try stream.read(Self.chunk), !more.isEmpty { log.read(more) }
    try self.init(&log, name: name, where: conditions)
  }

  /// The same for bytes in memory.
  init?(_ given: [UInt8], name: String, where conditions: [RowCondition]) throws(RecordingError) {
    guard var log = FlightLog(first: given) else { return nil }
    log.read(given)
    try self.init(&log, name: name, where: conditions)
  }

  /// An empty reader for the log in a file; `nil` for anything else.
  static func log(_ path: String) -> FlightLog? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let first = try? FileHandle(forReadingAtPath: path)?.read(upToCount: FlightLog.recognisedBytes)
    else { return nil }
    return FlightLog(first: first)
  }

  private init(_ log: inout FlightLog, name: String, where conditions: [RowCondition]) throws(RecordingError) {
    let sensors = log.finish()
    let kind = log.kind
    guard !sensors.isEmpty else {
      throw RecordingError(
        kind: .table, place: name, message: "this \(kind) holds no samples of a magnetometer",
        advice: kind.hasPrefix("PX4")
          ? "It needs the topic sensor_mag or vehicle_magnetometer: see SDLOG_PROFILE."
          : "It needs the records MAG: see LOG_BITMASK.")
    }
    let sensor = try Self.chosen(sensors, name, conditions)
    let (table, rows, fact) = Self.table(sensor, isOneOfSeveral: sensors.count > 1)
    text = Array(rows.utf8)
    columns = LineColumns(columns: table.samples.joined(separator: ","), time: table.header[0])
    var device = ""
    if let id = sensor.device { device = ", device \(id)" }
    remarks = ["\(kind), magnetometer \(sensor.number)\(device): \((sensor.facts + fact).joined(separator: "; "))"]
    if sensors.count > 1 {
      let others = sensors.filter { $0.number != sensor.number }.map { "\($0.number) (\($0.samples.count) samples)" }
      remarks.append(
        "the log has \(sensors.count) magnetometers; --where sensor=N takes another: \(others.joined(separator: ", "))")
    }
    if log.lostBytes > 0 { remarks.append("\(log.lostBytes) bytes of the log are damaged and were passed over") }
    if log.dropoutMilliseconds > 0 {
      remarks.append("the logger left out \(CleanTable.text(Int64(clamping: log.dropoutMilliseconds), decimals: 3)) s")
    }
  }

  private static func chosen(
    _ sensors: [LoggedMagnetometer], _ name: String, _ conditions: [RowCondition]
  ) throws(RecordingError) -> LoggedMagnetometer {
    let asked = conditions.filter { ["sensor", "device"].contains($0.column) }
    let left = sensors.filter { sensor in
      asked.allSatisfy { $0.holds($0.column == "sensor" ? "\(sensor.number)" : sensor.device.map { "\($0)" } ?? "") }
    }
    if let first = left.first { return first }
    let known = sensors.map { "sensor=\($0.number)" + ($0.device.map { " (device=\($0))" } ?? "") }
    throw RecordingError(
      kind: .option, place: name, message: "it has no magnetometer that meets --where",
      advice: "Use one of: \(known.joined(separator: ", ")).")
  }

  /// The rows as text. Motion is a column if most samples have it; samples without it are then left out.
  private static func table(_ sensor: LoggedMagnetometer, isOneOfSeveral: Bool) -> (CleanTable, String, [String]) {
    func isThere(_ v: SIMD3<Float>) -> Bool { v.x.isFinite && v.y.isFinite && v.z.isFinite }
    let half = (sensor.samples.count + 1) / 2
    let hasForce = sensor.samples.count { isThere($0.force) } >= half
    let hasRate = hasForce && sensor.samples.count { isThere($0.rate) } >= half
    let marks = [("sensor", "\(sensor.number)")] + (sensor.device.map { [("device", "\($0)")] } ?? [])
    let others = isOneOfSeveral ? marks : []
    let table = CleanTable(hasTime: true, hasForce: hasForce, hasRate: hasRate, others: others.map(\.0))
    var text = table.header.joined(separator: ",") + "\n"
    let end = others.map { "," + $0.1 }.joined() + "\n"
    var leftOut = 0
    for sample in sensor.samples {
      guard !hasForce || isThere(sample.force), !hasRate || isThere(sample.rate) else {
        leftOut += 1
        continue
      }
      text += table.cells(sample).joined(separator: ",")
      text += end
    }
    var facts = hasForce ? [] : ["no acceleration near its samples in time"]
    if leftOut > 0 { facts.append("\(leftOut) samples far from any acceleration were left out") }
    return (table, text, facts)
  }
}

extension RecordingTable {
  /// Reads a pipe or standard input, which can be read only once: a log as a stream, anything else as a whole.
  /// - Throws: `RecordingError`, or `FileFault` where the reading fails.
  package init(reading stream: InputFile, name: String, where conditions: [RowCondition] = []) throws {
    let (log, bytes) = try Self.logOrBytes(stream, name: name, where: conditions)
    if let log { try self.init(log, name: name) } else { try self.init(bytes: bytes, name: name, where: conditions) }
  }

  /// The log in a stream, or all bytes of the stream.
  static func logOrBytes(
    _ stream: InputFile, name: String, where conditions: [RowCondition]
  ) throws -> (log: LogTable?, bytes: [UInt8]) {
    var first: [UInt8] = []
    while first.count < FlightLog.recognisedBytes,
      case let more = try stream.read(FlightLog.recognisedBytes - first.count), !more.isEmpty
    {
      first += more
    }
    if let log = try LogTable(stream: stream, first: first, name: name, where: conditions) { return (log, []) }
    return (nil, try first + stream.rest())
  }

  /// Whether a file is a binary log.
  package static func isLog(_ path: String) -> Bool { LogTable.log(path) != nil }
}
