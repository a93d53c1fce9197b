// The day for which a device evaluates its world model: who gave it, and what to do if the model is not valid then.
import Geomagnetism
import HostSession
import LinkProtocol
import Quantities
import ToolCommandLine
import ToolConnection

extension CommandOption {
  package static let extrapolate = flag(
    "extrapolate", "with --location: accept dates up to ten years outside the world model")
}

/// A day and its origin.
package struct ModelDay {
  package let date: CalendarDay
  /// The source of the place, as the user wrote it; `nil` if the date always comes from this machine.
  package let source: String?

  package init(date: CalendarDay, source: String?) {
    (self.date, self.source) = (date, source)
  }

  private var text: String { Place.text(date) }
  private var moment: WorldMagneticModel.Moment { WorldMagneticModel.Moment(date) }
  private var model: String { "\(WorldMagneticModel.name)" }
  private var span: String {
    "\(Place.text(WorldMagneticModel.firstDay)) to \(Place.text(WorldMagneticModel.lastDay))"
  }

  /// The source that gave this day. If a source gives no date, this machine's clock does.
  private var receiver: String? { date == Place.today ? nil : source }
  private var speaker: String { receiver ?? "This machine's clock" }
  private var suspect: String { receiver == nil ? "this machine's clock" : "the receiver's date" }

  /// GPS counts weeks with ten bits. An old receiver is therefore behind by a multiple of 1024 weeks, with at most a
  /// small difference.
  private var weeksBehind: Int32? {
    // gpsd corrects this itself.
    guard let receiver, !receiver.hasPrefix("gpsd") else { return nil }
    let days = Place.today.days - date.days
    let rounds = (days + 3584) / 7168
    return rounds > 0 && abs(days - rounds * 7168) <= 2 ? rounds * 1024 : nil
  }

  /// What happened and what to do if a device refuses to evaluate its model.
  /// - Parameter error: the raw value of a `WorldModelError`.
  package func refusal(_ error: UInt8, isExtrapolating: Bool) -> String {
    switch WorldModelError(rawValue: error) {
    case .beforeModel, .afterModel, .beyondExtrapolation:
      if moment.isWithinModel {
        return "\(speaker) says \(text), and the board's own world model does not hold then.\n"
          + "Flash the firmware that belongs to this program, or add --extrapolate."
      }
      let what = "\(speaker) says \(text); \(model) holds from \(span)"
      if let weeks = weeksBehind {
        return "\(what).\nThe receiver's week counter has overflowed, and is \(weeks) behind: "
          + "read it through gpsd, which corrects that."
      }
      guard moment.isWithinReach else {
        return "\(what), with --extrapolate at most ten years more.\nCheck \(suspect)."
      }
      return "\(what).\n" + (isExtrapolating ? "Check \(suspect)." : "Add --extrapolate, or check \(suspect).")
    case let known?:
      return "\(known.reason).\nGive a latitude from -90 to 90 and a height from -1000 to 850000 metres."
    case nil: return "The device's world model does not hold there and then (error \(error))."
    }
  }

  /// What the user should know about the device's result for that day, or nil.
  package func words(_ field: LocalField, _ session: DeviceSession) -> String? {
    field.state == .refused
      ? refusal(field.error, isExtrapolating: session.isExtrapolating)
      : remark(isExtrapolating: session.isExtrapolating)
  }

  /// What the user should know about a day outside the model, if extrapolation was allowed.
  package func remark(isExtrapolating: Bool) -> String? {
    guard isExtrapolating, !moment.isWithinModel else { return nil }
    return "\(text) is outside \(model), which holds from \(span): extrapolated, and the error grows each year"
  }
}
