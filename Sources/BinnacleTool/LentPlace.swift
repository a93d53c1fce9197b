// Place and date that a command lends a device, and takes back whatever becomes of the command.
import HostSession
import Wire

extension HostSession {
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
    try setLocation(nil)
    try setDate(date.date)
  }
}
