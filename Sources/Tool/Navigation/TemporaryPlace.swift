// Gives a device a place and a date for one command, and removes them however the command ends.
import HostSession
import LinkProtocol
import Quantities
import ToolConnection
import ToolStream

/// The day that a device uses: this machine's, until a location gives its own.
struct TemporaryDate {
  private let session: DeviceSession
  private(set) var date: CalendarDay

  init(_ session: DeviceSession) throws(SessionError) {
    self.session = session
    date = Place.today
    try session.setDate(date)
  }

  mutating func follow(_ report: LocationReport) throws(SessionError) {
    guard let told = report.date, told != date else { return }
    try session.setDate(told)
    date = told
  }
}

extension DeviceSession {
  /// Runs `body`, which tells the device its place. Afterwards the device has no place, and the date that it had
  /// before.
  func lendingPlace<Result>(_ body: () throws -> Result) throws -> Result {
    let before = try headingSettings().date
    let result: Result
    do {
      result = try body()
    } catch {
      // The first error is the one to report.
      try? restorePlace(before)
      throw error
    }
    try restorePlace(before)
    return result
  }

  private func restorePlace(_ date: SetDate) throws(SessionError) {
    let asked = isExtrapolating
    isExtrapolating = date.isExtrapolating
    defer { isExtrapolating = asked }
    if hello?.capabilities.contains(.navigation) == true { try setSurroundings(SetSurroundings()) }
    try setLocation(nil)
    try setDate(date.date)
  }
}
