// A device is told where it is, and told again when it has moved.
import Foundation
import HostSession
import Quantities
import SerialLink
import TerminalInterface

/// Follows a source and hands new places to a device.
final class LocationFeed {
  private let reader: FixReader
  private let remark: (String) -> Void
  private var isOpen = true
  private var told: Position?
  private var toldDate: CalendarDay?
  private var latest: (position: Position, date: CalendarDay?)?
  private let rules: MovementOptions
  private var coarse: CoarseLocationRemark
  private var moving: (movement: Movement, end: Deadline)?
  /// Seconds for which a speed and a course count (Protocols/navigation/spec.md, section 5).
  private static let movementAge = 3.0
  /// Seconds without a location after which the loss of a fix is remarked on: such a one guides nobody, either.
  private let endurance: Double
  private var due = Deadline.now
  private var bytesAtLatest = 0
  private var isMissing = false

  /// Places nearer than this to the one told before are the same: 2^−32 turns, 120 m of latitude.
  private static let grain: UInt32 = 12_900

  /// - Parameters:
  ///   - patience: seconds without a first fix after which that is remarked on; a fix that is lost has six times that.
  ///   - remark: takes what a person should know of the source.
  ///   - movement: which locations count.
  init(
    _ source: LocationSource, patience: Double = FixReader.patience, movement: MovementOptions = MovementOptions(),
    remark: @escaping (String) -> Void
  ) throws {
    self.remark = remark
    self.rules = movement
    coarse = CoarseLocationRemark(movement)
    endurance = 6 * patience
    var isLog = false
    if case .sentences(let path, _, _) = source { isLog = LocationSource.isFile(path) }
    reader = try FixReader(source, patience: patience, remark: isLog ? nil : remark)
    // A file is a log: where and when its last valid fix was.
    guard isLog || !reader.isFollowed else { return }
    while let report = try reader.next(deadline: .now) { keep(report) }
    guard latest != nil else { throw CommandError(.badFile, reader.complaint("holds no valid position")) }
  }

  private func keep(_ report: LocationReport) {
    if let words = coarse.words(report.fix, from: reader.name) { remark(words) }
    guard report.fix.isValid, rules.admits(report.fix) else { return }
    // A log tells where it was, and not how it moves now.
    if !reader.isFile { moving = (Movement(report), .after(seconds: Self.movementAge)) }
    latest = (report.fix.position, report.date)
    if isMissing { remark("\(reader.name) tells locations again") }
    (isMissing, due, bytesAtLatest) = (false, .after(seconds: endurance), reader.bytes)
  }

  /// A source that goes on without a location, or says nothing any more.
  private func watchLoss() {
    guard latest != nil, isOpen, !isMissing, due.hasPassed else { return }
    isMissing = true
    let cause =
      reader.bytes == bytesAtLatest
      ? "nothing comes from it: check its cable and supply" : "it has no fix: give it a view of the sky"
    remark(
      "\(reader.name) told no valid location for \(Digits.fixed(endurance, 0)) s, and the last one stays in use; \(cause)"
    )
  }

  /// How it moves; empty where that is not known, or no more.
  var movement: Movement {
    guard let moving, !moving.end.hasPassed else { return Movement() }
    return moving.movement
  }

  /// Where it is, as far as that is known by now.
  var place: (position: Position, date: CalendarDay)? { latest.map { ($0.position, $0.date ?? Place.today) } }

  /// Waits for the first place, as long as a source has that tells none.
  func waitForPlace() {
    while latest == nil, isOpen, !reader.hasComplained, !Interrupt.isRequested { look(until: .after(seconds: 0.1)) }
  }

  /// Takes what has come, and tells the device when it is another place.
  /// - Returns: the day, when it is one that the device was not told before.
  @discardableResult
  func poll(_ session: DeviceSession, isAnew: Bool = false) throws(SessionError) -> CalendarDay? {
    look(until: .now)
    guard let place else { return nil }
    let isAnotherDay = toldDate != place.date
    if isAnew || toldDate != place.date {
      try session.setDate(place.date)
      toldDate = place.date
    }
    if isAnew || isNew(place.position) {
      try session.setLocation(place.position)
      told = place.position
    }
    return isAnotherDay ? place.date : nil
  }

  private func isNew(_ position: Position) -> Bool {
    guard let told else { return true }
    if rules.distanceFilter > 0, rules.areSame(told, position) { return false }
    return (position.latitude &- told.latitude).magnitude > Self.grain
      || (position.longitude &- told.longitude).magnitude > Self.grain
      || (position.height &- told.height).magnitude > 100_000
  }

  /// Reads what comes; a source that is lost leaves the last place standing.
  func look(until deadline: Deadline) {
    guard isOpen, reader.isFollowed, !reader.isFile else { return }
    let hasComplained = reader.hasComplained
    do {
      while let report = try reader.next(deadline: latest == nil ? deadline : .now) { keep(report) }
      watchLoss()
      guard reader.isOver else { return }
      isOpen = false
      remark("\(reader.name) sends no more locations; the last one stays in use")
    } catch {
      isOpen = false
      if latest != nil {
        // Not as of a link that is lost: nothing here waits for it.
        let cause = if case .lost(_, let reason) = error as? LinkError { reason } else { "\(error)" }
        remark("\(reader.name) is gone (\(cause)), and the last location stays in use; start again to follow it")
      } else if hasComplained {
        remark("\(error)")
      }
    }
  }

  /// Ends it; a source that never told a place is remarked on.
  func close() {
    if isOpen { reader.finish() }
    reader.close()
    isOpen = false
  }
}
