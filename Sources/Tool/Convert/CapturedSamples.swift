// The samples in a capture, as the rows of a recording.
import DeviceLinks
import HostSession
import LinkProtocol
import Quantities
import Recordings
import ToolCommandLine
import ToolStream

/// Every fresh sample of a capture: the measured field and the specific force, in the axes of the instrument.
struct CapturedSamples {
  private(set) var recording: Recording
  /// Remarks about the samples.
  private(set) var remarks: [String] = []

  /// - Returns: `nil` for a file that is not a capture. A capture that is cut off is used up to its end.
  init?(path: String) throws {
    let reader: CaptureReader
    do throws(CaptureError) { reader = try CaptureReader(path: path) } catch {
      if case .foreign = error.kind { return nil }
      if case .empty = error.kind { return nil }
      throw error
    }
    recording = Recording(name: path, rows: [])
    var rows = Rows()
    let frames = FrameReader()
    do throws(CaptureError) {
      while let chunk = try reader.next() {
        guard chunk.kind == .received else { continue }
        chunk.bytes.withUnsafeBytes { bytes in frames.feed(bytes, at: 0) { rows.add($0) } }
      }
    } catch {
      remarks.append("\(error)")
    }
    recording.rows = rows.rows
    if rows.restarts > 0 {
      remarks.append("the device restarted \(rows.restarts) times; t_s continues after each restart")
    }
    guard !rows.rows.isEmpty else {
      throw CommandError(.badFile, "\(path) holds no samples.\nCapture while the device gives readings.")
    }
  }

  private struct Rows {
    var rows: [RecordingRow] = []
    var restarts = 0
    private var mounting = AxisRemap.identity
    private var motion: FusionReport?
    private var lastNumber: UInt32?
    private var lastTime: UInt64 = 0
    /// The number that is added to the device's time, so that it never runs backwards.
    private var offset: UInt64 = 0

    mutating func add(_ frame: HostFrame) {
      switch frame.kind {
      case .mounting: mounting = frame.payload.first.flatMap { AxisRemap(rawValue: $0) } ?? mounting
      case .motion, .periodicMotion: motion = frame.message()
      case .reading, .computed:
        if let reading: Reading = frame.message() { add(reading) }
      default: break
      }
    }

    private mutating func add(_ reading: Reading) {
      guard reading.mode != .unavailable, !reading.flags.contains(.stale), reading.sampleNumber != lastNumber else {
        return
      }
      defer { motion = nil }
      lastNumber = reading.sampleNumber
      let time = reading.time.microseconds
      if time < lastTime {
        restarts += 1
        offset += lastTime
      }
      lastTime = time
      guard var row = HeadingTable.sample(reading, mounting: mounting, line: rows.count + 1) else { return }
      row.time = Instant(microseconds: time &+ offset)
      row.input = zip(HeadingTable.names, HeadingTable.cells(reading, motion)).map { RecordingCell(name: $0, text: $1) }
      rows.append(row)
    }
  }
}
