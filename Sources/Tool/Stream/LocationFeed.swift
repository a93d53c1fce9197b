// Sends a device its place, and sends it again after the device has moved.
import Foundation
import HostSession
import Navigation
import Quantities
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// Follows a source and sends new places to a device.
package final class LocationFeed {
  private let reader: FixReader
  private let remark: (String) -> Void
  private var isOpen = true
  private var sentPosition: Position?
  private var sentDate: CalendarDay?
  private var latest: (position: Position, date: CalendarDay?)?
  private let rules: MovementOptions
  private var coarse: CoarseLocationRemark
  /// Judges speed and course as a device does for guidance.
  private var judge = LocationFilter()
  private var moving: LocationReport?
  /// The seconds without a location after which a remark about the lost fix follows. Guidance no longer uses such an
  /// old location.
  private let endurance: Double
  private var due = Deadline.now
  private var bytesAtLatest = 0
  private var isMissing = false
  /// A source that sends without pause is read for the first number of seconds, and again after the second number:
  /// readings have priority.
  private static let (longestRead, pause) = (0.005, 0.05)
  private var nextRead = Deadline.now

  /// Places nearer than this to the last one count as the same: in 2^−32 turns, 120 m of latitude.
  private static let grain: UInt32 = 12_900

  /// - Parameters:
  ///   - patience: the seconds without a first fix after which a remark follows; for a lost fix the time is six times
  ///     as long.
  ///   - name: the source as the user wrote it.
  ///   - isAway: whether the source could not be opened; it is tried again.
  ///   - retryInterval: the seconds between two attempts to connect to a source that is gone.
  ///   - remark: receives texts for the user about the source.
  ///   - movement: determines which locations count.
  package init(
    _ source: LocationSource, named name: String? = nil, patience: Double = FixReader.patience,
    movement: MovementOptions = MovementOptions(),
    isAway: Bool = false, retryInterval: Double = 3, remark: @escaping (String) -> Void
  ) throws {
    self.remark = remark
    self.rules = movement
    coarse = CoarseLocationRemark(movement)
    endurance = 6 * patience
    var isLog = false
    if case .sentences(let path, _, _) = source { isLog = LocationSource.isFile(path) }
    reader = try FixReader(
      source, named: name, patience: patience, isAway: isAway, retryInterval: retryInterval,
      remark: isLog ? nil : remark)
    // A file is a log: only the place and date of its last valid fix count.
    guard isLog || !reader.isFollowed else { return }
    while let report = try reader.next(deadline: .now) { keep(report) }
    guard latest != nil else { throw CommandError(.badFile, reader.complaint("holds no valid position")) }
  }

  private func keep(_ report: LocationReport) {
    if let words = coarse.words(report.fix, from: reader.name) { remark(words) }
    guard report.fix.isValid, rules.admits(report.fix) else { return }
    // A log tells where the device was, but not how it moves now.
    if !reader.isFile {
      var fix = report.fix
      fix.time = .onThisMachine
      _ = judge.add(fix: fix)
      moving = report
    }
    latest = (report.fix.position, report.date)
    if isMissing { remark("\(reader.name) sends locations again") }
    (isMissing, due, bytesAtLatest) = (false, .after(seconds: endurance), reader.bytes)
  }

  /// Notices a source that continues without a location, or that has stopped sending.
  private func watchLoss() {
    guard latest != nil, isOpen, !isMissing, due.hasPassed else { return }
    isMissing = true
    let cause =
      reader.bytes == bytesAtLatest
      ? "nothing comes from it: check its cable and supply" : "it has no fix: give it a view of the sky"
    remark(
      "\(reader.name) gave no valid location for \(Digits.fixed(endurance, 0)) s, and the last one stays in use; \(cause)"
    )
  }

  /// The movement; empty if it is unknown or too old.
  package var movement: Movement {
    moving.map { Movement($0, judge, at: .onThisMachine) } ?? Movement()
  }

  /// The place, if it is known by now.
  package var place: (position: Position, date: CalendarDay)? { latest.map { ($0.position, $0.date ?? Place.today) } }

  /// Waits for the first place, at most until the remark that the source gives none.
  func waitForPlace() {
    while latest == nil, isOpen, !reader.hasComplained, !Interrupt.isRequested { read(until: .after(seconds: 0.1)) }
  }

  /// Reads pending locations, and sends the place to the device if it has changed.
  /// - Returns: the day, if the device had not received that day before.
  @discardableResult
  func poll(_ session: DeviceSession, isAnew: Bool = false) throws(SessionError) -> CalendarDay? {
    read(until: .now)
    guard let place else { return nil }
    let isAnotherDay = sentDate != place.date
    if isAnew || sentDate != place.date {
      try session.setDate(place.date)
      sentDate = place.date
    }
    if isAnew || isNew(place.position) {
      try session.setLocation(place.position)
      sentPosition = place.position
    }
    return isAnotherDay ? place.date : nil
  }

  private func isNew(_ position: Position) -> Bool {
    guard let sentPosition else { return true }
    if rules.distanceFilter > 0, rules.areSame(sentPosition, position) { return false }
    return (position.latitude &- sentPosition.latitude).magnitude > Self.grain
      || (position.longitude &- sentPosition.longitude).magnitude > Self.grain
      || (position.height &- sentPosition.height).magnitude > 100_000
  }

  /// Reads locations until the deadline. If the source is lost, the last place stays.
  package func read(until deadline: Deadline) {
    guard isOpen, reader.isFollowed, !reader.isFile, nextRead.hasPassed else { return }
    let end = max(deadline, .after(seconds: Self.longestRead))
    // A source that is read continuously throws no error.
    while let report = try? reader.next(deadline: latest == nil ? deadline : .now) {
      keep(report)
      guard !end.hasPassed else {
        nextRead = .after(seconds: Self.pause)
        break
      }
    }
    if reader.isAway { due = .after(seconds: endurance) } else { watchLoss() }
    guard reader.isOver else { return }
    isOpen = false
    remark("\(reader.name) sends no more locations; the last one stays in use")
  }

  /// Ends the source. If it never gave a place, a remark follows.
  package func close() {
    if isOpen { reader.finish() }
    reader.close()
    isOpen = false
  }
}

extension Instant {
  /// Now, by the machine's clock that does not jump.
  fileprivate static var onThisMachine: Instant { Instant(microseconds: MonotonicClock.nanoseconds() / 1000) }
}
