// Collects locations and readings before `sources` decides, until all available sources have settled.

import HostSession
import LinkProtocol
import Navigation
import Quantities
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream

/// Gives a device the time that it needs to see its sources.
final class SourceWatch {
  private let connection: Connection
  private let source: FixReader?
  private let name: String?
  private let remark: (String) -> Void
  private var reportedDay: CalendarDay?
  let movement: MovementOptions
  private var coarse: CoarseLocationRemark
  /// The first valid location.
  private(set) var place: Position?
  /// The day that was sent to the device; `nil` without locations.
  private(set) var day: TemporaryDate?
  private var reading: Reading?
  private var isCalibrated = false
  private var nextFix = Deadline.now
  private var lastTime: Double?
  private var waiting: LocationReport?

  private var session: DeviceSession { connection.session }

  /// - Parameters:
  ///   - source: the source of the locations; `nil` if there is none.
  ///   - name: the source as the user wrote it.
  ///   - movement: determines which locations count.
  ///   - remark: receives texts for the user about the locations and the day that they give.
  init(
    _ connection: Connection, _ source: FixReader?, named name: String?, movement: MovementOptions,
    remark: @escaping (String) -> Void
  ) {
    (self.connection, self.source, self.name, self.remark) = (connection, source, name, remark)
    self.movement = movement
    coarse = CoarseLocationRemark(movement)
  }

  /// The latest magnetic heading; `nil` while it is not valid.
  var magnetic: BinaryAngle? { reading?.assessment.magnetic }

  private func reportCoarse(_ report: LocationReport) {
    if let words = coarse.words(report.fix, from: source?.name ?? "") { remark(words) }
  }

  /// Reports once per day why there is no true north, or that it is extrapolated.
  private func reportModel() throws {
    guard let day = day?.date, day != reportedDay else { return }
    reportedDay = day
    if let words = ModelDay(date: day, source: name).words(try session.settledLocalField(), session) { remark(words) }
  }

  /// Sets the date and the first location.
  /// - Throws: `CommandError` if none comes within 5 s, or before Ctrl-C.
  func begin() throws {
    isCalibrated = try connection.isCalibrated()
    guard let source else { return }
    day = try TemporaryDate(session)
    let deadline = Deadline.after(seconds: 5)
    while place == nil {
      let report = try source.next(deadline: .after(seconds: min(0.1, deadline.remaining)))
      if Interrupt.isRequested {
        throw CommandError(.verdictFailed, "Ended by Ctrl-C before a location came; nothing was decided.")
      }
      guard let report else {
        if !source.isFile, !deadline.hasPassed { continue }
        throw source.isFile
          ? CommandError(.badFile, source.complaint("holds no valid position"))
          : CommandError(.linkLost, source.complaint("gave no valid location within 5 s"))
      }
      try day?.follow(report)
      reportCoarse(report)
      guard report.fix.isValid, movement.admits(report.fix) else { continue }
      place = report.fix.position
      lastTime = report.time?.seconds
      try session.setFix(report.fix)
      try reportModel()
    }
    nextFix = .after(seconds: 1)
  }

  /// Returns when all available sources have settled, at the latest after `seconds`.
  func wait(upTo seconds: Double, hasHead: Bool) throws {
    try session.start(.readings)
    let end = Deadline.after(seconds: seconds)
    var expected = HeadingSource.bit(.device, isCalibrated) | HeadingSource.bit(.head, hasHead)
    // A fixed place does not move.
    expected |= HeadingSource.bit(.course, source?.isFollowed == true)
    while !end.hasPassed, !Interrupt.isRequested {
      let step = Deadline.after(seconds: min(0.1, end.remaining))
      while !step.hasPassed {
        if let frame = try session.receive(deadline: step), frame.kind == .reading { reading = frame.message() }
      }
      try giveFixes()
      let report = try session.sources()
      // A sensor that is still starting is not a reason yet.
      let isSeen = reading.map { $0.mode != .unavailable || $0.reason != .sensorStarting } ?? false
      if isSeen, report.settled & expected == expected { break }
    }
    try session.stop(.readings)
  }

  private func giveFixes() throws {
    guard let source else { return }
    // A source that sends without pause must not prevent questions to the device.
    let end = Deadline.after(seconds: 0.1)
    while !end.hasPassed, let report = try waiting ?? source.next(deadline: .now) {
      if source.isFile {
        let time = report.time?.seconds
        if waiting == nil, let time, let lastTime {
          nextFix = .after(seconds: min(1, max(0, time - lastTime)))
        }
        waiting = report
        guard nextFix.hasPassed else { return }
        lastTime = time
      }
      waiting = nil
      reportCoarse(report)
      try day?.follow(report)
      try session.setFix(report.fix)
      try reportModel()
    }
  }

  /// The reason for each source that is not available.
  func reasons(_ report: SourceReport, surroundings: ParsedArguments) -> [HeadingSource: String] {
    var reasons: [HeadingSource: String] = [:]
    func add(_ source: HeadingSource, _ reason: String) {
      if report.available & HeadingSource.bit(source) == 0 { reasons[source] = reason }
    }
    add(.course, courseReason)
    add(.head, "there is no second compass: --head LINK")
    add(.device, deviceReason(surroundings, measuresTilt: report.pose != nil))
    return reasons
  }

  private var courseReason: String {
    guard let source else { return "no location is given: --location" }
    return source.isFollowed ? "the locations show no movement of 1 m/s or more" : "a fixed place does not move"
  }

  private func deviceReason(_ surroundings: ParsedArguments, measuresTilt: Bool) -> String {
    if let absence = HeadingAbsence.of(reading, on: connection, needsTrueNorth: false) { return absence.text }
    return HeadingAbsence.ofPose(isHanging: surroundings.flag(SourcesCommand.kayaking), isMeasured: measuresTilt).text
  }
}

extension HeadingSource {
  /// The bit of a source in a source report, or 0.
  package static func bit(_ source: HeadingSource, _ isSet: Bool = true) -> UInt8 { isSet ? 1 << source.rawValue : 0 }
}
