// Place and date that a command lends a device, and takes back whatever becomes of the command.
import HostSession
import LinkProtocol
import Quantities

/// The day that a device goes by: this machine's, until a location tells its own.
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
  /// Runs `body`, which tells the device where it is. Afterwards the device knows no place, and the date that it knew.
  func lendingPlace<Result>(_ body: () throws -> Result) throws -> Result {
    let before = try headingSettings().date
    let result: Result
    do {
      result = try body()
    } catch {
      // What went wrong first is what is told.
      try? takeBackPlace(before)
      throw error
    }
    try takeBackPlace(before)
    return result
  }

  private func takeBackPlace(_ date: SetDate) throws(SessionError) {
    let asked = isExtrapolating
    isExtrapolating = date.isExtrapolating
    defer { isExtrapolating = asked }
    if hello?.capabilities.contains(.navigation) == true { try setSurroundings(SetSurroundings()) }
    try setLocation(nil)
    try setDate(date.date)
  }
}
