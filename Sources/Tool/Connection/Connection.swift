// An open link with its session, and the capture that records it.
import Correction
import DeviceLinks
import Emulator
import Foundation
import HostSession
import LinkProtocol
import Quantities
import Recordings
import SerialLink
import StreamCheck
import TerminalInterface
import ToolCommandLine

extension SessionError: UserFacingError {}
extension LinkAddressError: UserFacingError {}
extension NoBoardFound: UserFacingError {}
extension NoLines: UserFacingError {}
extension EmulatorError: UserFacingError {}
extension CaptureError: UserFacingError {}
extension RecordingError: UserFacingError {}

/// One device that a command uses.
package final class Connection {
  package let link: OpenedLink
  package let session: DeviceSession
  package private(set) var hello: Hello
  package let capture: CaptureRecorder?
  /// The device's boot counter in its last hello.
  package var boot: UInt32
  /// Whether the device used the record of a program that was killed; then it was restarted.
  private var isTakenBack = false
  /// The link as the user wrote it, for commands in messages.
  package private(set) var linkText: String

  /// Wraps the stream so that another part of the program gets its bytes.
  private let tap: ((any ByteStream) -> any ByteStream)?

  /// Opens a live link, starts the capture and introduces itself to the device.
  /// - Parameter tap: returns a stream that passes its bytes to another part of the program.
  package init(
    _ link: OpenedLink, capture path: String? = nil, tap: ((any ByteStream) -> any ByteStream)? = nil
  ) throws {
    self.link = link
    self.tap = tap
    linkText = link.stream.name
    if let path {
      let file: CaptureRecorder
      do {
        file = try CaptureRecorder(path: path, linkName: link.stream.name)
      } catch {
        link.close()
        throw error
      }
      capture = file
    } else {
      capture = nil
    }
    session = DeviceSession(Self.tapped(link.stream, capture, tap))
    do {
      hello = try session.openWhenReady()
      // A host that was killed may have left the device with a provoked error.
      if hello.capabilities.contains(.provocation) { try session.provoke(.none) }
      boot = hello.bootCounter
      try restoreRecord()
      keepWorldAtPlace()
    } catch {
      try? capture?.close()
      link.close()
      throw error
    }
  }

  /// - Parameter releasesLines: whether to release DTR and RTS of a serial port.
  package convenience init(
    _ text: String, capture path: String? = nil, releasesLines: Bool = false,
    tap: ((any ByteStream) -> any ByteStream)? = nil
  ) throws {
    let written = try LinkAddress(text)
    let address = releasesLines ? written.withoutLines : written
    switch address {
    case .capture, .recording:
      throw UsageError(
        "\(text) is a file, not a device.\nGive the file to `binnacle replay`, without what is before the colon.")
    default:
      try self.init(LinkOpener.open(address) { board in try FirmwareImage.path(of: board) }, capture: path, tap: tap)
    }
    linkText = text
  }

  /// `check heading` creates an artificial calibration and mounting; recordings bring their own. If such a program was
  /// killed, a restart gives the board its own back.
  private func restoreRecord() throws(SessionError) {
    guard let bytes = try? session.calibration(), let record = try? CalibrationRecord(bytes: bytes.span),
      record.sensorSerial == LentRecord.serial
    else { return }
    let before = hello.bootCounter
    let deadline = Deadline.after(seconds: 5)
    try session.reset()
    repeat {
      // Requests delay the restart, because it waits until the line is idle.
      _ = try session.receive(deadline: .after(seconds: 0.15))
      hello = try session.openWhenReady()
    } while hello.bootCounter == before && !deadline.hasPassed
    isTakenBack = hello.bootCounter != before
    boot = hello.bootCounter
  }

  /// Runs `body` and ends the session, even after an error, so that the capture is complete in any case.
  package func use<Result>(_ body: () throws -> Result) throws -> Result {
    let result: Result
    do {
      result = try body()
    } catch {
      try? close()
      throw error
    }
    try close()
    return result
  }

  /// Ends the session; before that the true values of the bench are written to the capture.
  package func close() throws {
    defer { link.close() }
    guard let capture else { return }
    for note in link.bench?.notes() ?? [] { capture.append(note: note) }
    try capture.close()
  }

  /// Continues on another stream, with the same capture.
  package func replaceStream(_ stream: any ByteStream) {
    link.replace(stream)
    session.resume(on: Self.tapped(stream, capture, tap))
  }

  private static func tapped(
    _ stream: any ByteStream, _ capture: CaptureRecorder?, _ tap: ((any ByteStream) -> any ByteStream)?
  ) -> any ByteStream {
    let captured = capture.map { $0.tap(stream) } ?? stream
    return tap?(captured) ?? captured
  }

  /// Starts counting here, also in a replay.
  package func beginCounting() {
    session.beginCounting()
    capture?.append(note: "counting")
  }

  /// The record and the mounting that the device reports. Checks read the bytes of the record with code of their own.
  package func deviceModel() throws -> (record: CalibrationRecord, bytes: [UInt8], mounting: AxisRemap) {
    let bytes = try session.calibration()
    guard let record = try? CalibrationRecord(bytes: bytes.span) else {
      throw CommandError(.badFile, "\(session.stream.name) holds a calibration record that does not read back.")
    }
    return (record, bytes, try session.mounting())
  }

  /// The body axis whose heading the device gives; `nil` for the most level axis.
  package func pointingAxis() throws -> AxisRemap.SignedAxis? {
    let settings = try headingSettings()
    if let code = settings?.otherPointer {
      throw CommandError(
        .protocolMismatch,
        "\(session.stream.name) points with axis \(code), which this program does not know.\nUpdate the binnacle program."
      )
    }
    return settings.map(\.orientation.pointer) ?? .plusX
  }

  /// The deviation card that the device applies.
  package func deviationCard() throws -> DeviationCard { try headingSettings()?.card ?? .none }

  /// - Returns: `nil` for firmware without a heading service.
  private func headingSettings() throws -> HeadingSettingsReport? {
    do throws(SessionError) {
      return try session.headingSettings()
    } catch {
      guard case .refused = error else { throw error }
      return nil
    }
  }

  /// Makes a simulated instrument follow this machine's clock. A person expects real seconds, and an endless run needs
  /// them; only a run that ends by itself may be computed as fast as possible.
  package func pace(isForPeople: Bool, hasEnd: Bool) {
    if isForPeople || !hasEnd { link.keepRealTime() }
  }

  /// Whether the device uses a calibration.
  package func isCalibrated() throws -> Bool { try deviceModel().record.modelOrder != .none }

  /// Gives an uncalibrated simulated or emulated instrument the calibration that its world needs, and says so.
  ///
  /// The commands that need a heading do it, so that they can be tried at a desk.
  package func calibrateForItsBench(_ console: Console) throws {
    guard let bench = link.bench, try !isCalibrated() else { return }
    try calibrate(for: bench)
    console.remark(
      "binnacle: \(linkText) was not calibrated, and has the calibration of its simulated world for this run; "
        + "a real board needs `binnacle calibrate`")
  }

  /// The command with which the user calibrates this device.
  package var calibrateCommand: String {
    guard link.forgetsRecords else { return "binnacle calibrate \(linkText.shellWord)" }
    let kept = linkText.contains("?") ? linkText + "&state=DIR" : linkText + "?state=DIR"
    return "binnacle calibrate \(kept.shellWord), then use that link; without state=DIR it forgets"
  }

  /// Gives the device the calibration that its bench requires.
  package func calibrate(for bench: any Bench) throws {
    let hardIron = bench.hardIronQ8
    var record = CalibrationRecord()
    record.modelOrder = .sphere
    record.grade = 3
    record.hardIron = Vector3(x: hardIron.x, y: hardIron.y, z: hardIron.z)
    try session.setCalibration(record.byteArray)
  }

  /// Tells the user what matters before any result: that the board has other messages, and the fault that ended its
  /// last run, if there was one, with cause, place in the source and registers. From now on it also reports that the
  /// capture's disk is full.
  package func printRemarks(on console: Console) {
    capture?.onFailure { console.remark("binnacle: \($0)") }
    if isTakenBack {
      console.remark(
        "binnacle: a program that was killed had left its calibration on the board; it was restarted to use its own")
    }
    if let facts = link.lineFacts { for remark in Self.remarks(facts, name: linkText) { console.remark(remark) } }
    for remark in link.remarks { console.remark("binnacle: \(remark)") }
    if let remark = hello.tableRemark { console.remark("binnacle: \(remark)") }
    // A long time may also mean that a noisy line broke a reply and the request was repeated.
    if link.isReal, session.slowestAnswer > session.replyTimeout, session.counters.corrupt == 0 {
      console.remark(
        "binnacle: \(session.stream.name) takes \(Digits.fixed(session.slowestAnswer, 1)) s to answer a request, where "
          + "10 ms are usual; everything takes so much longer")
    }
    guard let fault = hello.fault else { return }
    for line in FaultReport.lines(fault, imageHash: hello.imageHash) { console.remark(line) }
  }

  /// The remarks that a file with the same rows would get.
  private static func remarks(_ facts: LineFacts, name: String) -> [String] {
    let scale = facts.countScale.map { CountScale.taken($0, facts.options.fieldUnit) }
    return facts.remarks.map { "binnacle: \($0)" } + [scale].compactMap { $0 }
      + UnitCheck.remarks(Recording(name: name, rows: facts.first), facts.options)
  }

  /// One line for the top of a report for people.
  package var title: String {
    let isOwn = hello.capabilities.contains(.ownFirmware)
    let image = isOwn ? ", built by its user" : hello.imageHash == 0 ? "" : ", image \(hello.imageHashText)"
    return "\(session.stream.name): board \(hello.boardText), firmware \(hello.firmwareText)\(image)"
  }
}
