// Place and date of a compass, whose field the world model finds in slices.

import Geomagnetism
import Heading
import Quantities
import RawMemory

/// Where a compass is and which day it is, for a main loop that must not wait for the world model.
///
/// Set position and date, and call `step` in each turn of the main loop: one slice takes at most 4,000 Cortex-M0+ cycles.
///
/// ```swift
/// var place = CompassPlace()
/// // Zurich: 47.37 degrees north and 8.54 east in 2^−32 turns, and 408 metres.
/// place.setPosition(Position(latitude: 565_146_117, longitude: 101_886_169, height: 408_000))
/// place.setDate(CalendarDay(year: 2026, month: 7, day: 1), of: &compass)
/// // In each turn of the main loop one slice; here all of them.
/// while place.step(&compass) {}
/// print(place.state)  // known
/// ```
public struct CompassPlace: ~Copyable {
  private let inPlace = InPlace()
  /// The state of the field's evaluation.
  public enum State: UInt8, Sendable {
    /// Position or date are not known.
    case unknown = 0
    /// The world model is being evaluated. The earlier field stays in use.
    case computing = 1
    case known = 2
    /// The world model is not valid for this place and date; `error` gives the reason.
    case refused = 3
  }

  /// The state of the evaluation.
  public private(set) var state = State.unknown
  /// Which limit of the model is broken.
  public private(set) var error: WorldModelError?
  private var isNew = false
  /// Whether dates up to ten years outside the world model are taken too.
  public private(set) var isExtrapolating = false
  /// Today's date.
  public private(set) var date: CalendarDay?
  /// Where the compass is.
  public private(set) var position: Position?
  private var evaluation = WorldModelEvaluation()

  /// No place and no date.
  public init() {}

  /// Whether enumerations and places are within their ranges; the memory may have been overwritten.
  public var isSound: Bool {
    Unchecked.isCase(state, of: 4) && Unchecked.isCase(error, of: 7) && evaluation.isSound
  }

  /// Whether the date is outside the model's dates: the declination is less certain.
  public var isExtrapolated: Bool { state == .known && evaluation.moment.q22YearsOutside != 0 }

  /// Sets where the compass is; `nil`: it is not known.
  public mutating func setPosition(_ position: Position?) {
    if position != self.position { isNew = true }
    self.position = position
  }

  /// Sets which day it is; `nil`: it is not known.
  /// - Parameters:
  ///   - extrapolating: also accepts dates up to ten years outside the world model.
  ///   - compass: gets the date, which its calibrations store.
  public mutating func setDate(_ date: CalendarDay?, extrapolating: Bool = false, of compass: inout Compass) {
    if date != self.date || extrapolating != isExtrapolating { isNew = true }
    self.date = date
    isExtrapolating = extrapolating
    compass.date = date
  }

  /// Does one slice, if there is work: after a change of position or date.
  /// - Returns: whether there is more work.
  @discardableResult
  public mutating func step(_ compass: inout Compass) -> Bool {
    if isNew {
      isNew = false
      begin(&compass)
    } else if state == .computing {
      evaluation.advance()
      guard evaluation.isFinished else { return true }
      state = .known
      compass.setField(evaluation.result, q22YearsOutside: evaluation.moment.q22YearsOutside)
    }
    return state == .computing
  }

  /// The last known field stays in use until the new one is known: a receiver may report its position every second, and
  /// meanwhile the position changes only by metres.
  private mutating func begin(_ compass: inout Compass) {
    error = nil
    guard let position else { return forget(.position, .unknown, &compass) }
    guard let date else { return forget(.date, .unknown, &compass) }
    do throws(WorldModelError) {
      try evaluation.begin(
        at: position, moment: WorldMagneticModel.Moment(date), extrapolating: isExtrapolating)
      if compass.service.field == nil { compass.service.clearField(.model) }
      state = .computing
    } catch {
      forget(.model, .refused, &compass)
      self.error = error
    }
  }

  private mutating func forget(_ gap: PlaceGap, _ state: State, _ compass: inout Compass) {
    compass.clearField(gap)
    self.state = state
  }
}
