// A binary log of an autopilot as a clean table of one magnetometer.

import FlightLogs
import Foundation

/// The bytes of a file as text: the file's own, or the table of a log.
struct RecordingBytes {
  var bytes: [UInt8]
  /// What is to be said of a log.
  var remarks: [String] = []

  private static let chunk = 1 << 18

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a file; a log is read as a stream.
  /// - Parameter conditions: `sensor=1` or `device=396809` choose another magnetometer of a log.
  /// - Returns: `nil` when it cannot be read.
  init?(path: String, where conditions: [RowCondition]) throws(RecordingError) {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    func read(_ count: Int) -> [UInt8]? {
      // Foundation returns nil for an empty file.
      do { return Array(try file.read(upToCount: count) ?? Data()) } catch { return nil }
    }
    var start: [UInt8] = []
    while start.count < FlightLog.recognisedBytes {
      guard let more = read(Self.chunk) else { return nil }
      start += more
      if more.isEmpty { break }
    }
    guard var log = FlightLog(first: start) else {
      do { start += Array(try file.readToEnd() ?? Data()) } catch { return nil }
      self.init(bytes: start)
      return
    }
    log.read(start)
    while let more = read(Self.chunk), !more.isEmpty { log.read(more) }
    try self.init(&log, name: path, where: conditions)
  }

  /// The same of bytes that are there.
  init(_ given: [UInt8], name: String, where conditions: [RowCondition]) throws(RecordingError) {
    guard var log = FlightLog(first: given) else {
      self.init(bytes: given)
      return
    }
    log.read(given)
    try self.init(&log, name: name, where: conditions)
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
    let (text, fact) = Self.table(sensor, isOneOfSeveral: sensors.count > 1)
    bytes = Array(text.utf8)
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
  private static func table(_ sensor: LoggedMagnetometer, isOneOfSeveral: Bool) -> (String, [String]) {
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
    return (text, facts)
  }
}

extension CSVTable {
  /// Whether a file begins as a binary log. A pipe is not looked at, because that would take its bytes.
  public static func isLog(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let first = try? FileHandle(forReadingAtPath: path)?.read(upToCount: FlightLog.recognisedBytes)
    else { return false }
    return FlightLog(first: first) != nil
  }
}
