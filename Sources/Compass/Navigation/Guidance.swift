// Guidance to a place as an arrow (ahead, left, right, or none), and the moment of arrival.

import FixedPoint
import Quantities

/// Guides to one place. Add fixes with their time, and call `view` with a heading at any time.
public struct Guidance: Sendable {
  /// When the user has arrived, and which fixes count.
  public struct Settings: Equatable, Sendable {
    public var earth: Earth
    /// The user has arrived at this distance or less, in millimetres.
    public var arrivalMillimetres: Int64
    /// After arrival, guidance starts again at this distance, in millimetres.
    public var leaveMillimetres: Int64
    /// Number of fixes in a row that must lie within the arrival radius.
    public var fixesToArrive: UInt8
    /// A fix that is older than this is not used, in microseconds, below 2^63.
    public var fixAge: UInt64
    /// A fix with a larger error than this is not used, in millimetres.
    public var fixMillimetres: UInt32
    /// The place counts as ahead if the turn to it is at most this, in 2^−32 turns.
    public var ahead: UInt32
    /// An arrow that points ahead stays until the turn exceeds `ahead` by more than this, in 2^−32 turns.
    public var hysteresis: UInt32
    /// A heading whose error may be larger than this gives no arrow: hundredths of a degree, up to 18,000.
    public var worstAccuracy: UInt16

    /// Defaults: arrival within 20 m with one fix, restart at 1.2 times that radius; fixes up to 30 s old and 100 m
    /// uncertain; ahead within ±10°, with 2° of hysteresis; headings up to ±45°.
    public init(
      earth: Earth = .meanSphere, arrivalMillimetres: Int64 = 20_000, leaveMillimetres: Int64? = nil,
      fixesToArrive: UInt8 = 1, fixAge: UInt64 = 30_000_000, fixMillimetres: UInt32 = 100_000,
      ahead: UInt32 = 119_304_647, hysteresis: UInt32 = 23_860_929, worstAccuracy: UInt16 = 4500
    ) {
      self.earth = earth
      self.arrivalMillimetres = arrivalMillimetres
      self.leaveMillimetres = leaveMillimetres ?? arrivalMillimetres &+ arrivalMillimetres / 5
      self.fixesToArrive = fixesToArrive
      self.fixAge = fixAge
      self.fixMillimetres = fixMillimetres
      self.ahead = ahead
      self.hysteresis = hysteresis
      self.worstAccuracy = worstAccuracy
    }
  }

  /// The settings in use.
  public let settings: Settings
  /// The destination.
  public let destination: Position
  private var latest: Fix?
  private var leg: Leg?
  private var insideCount: UInt8 = 0
  private var hasArrived = false
  private var isAhead = false

  /// A hundredth of a degree in 2^−32 turns, rounded up.
  private static var unitsOfAHundredth: UInt32 { 119_305 }

  public init(to destination: Position, settings: Settings = Settings()) {
    self.destination = destination
    self.settings = settings
  }

  /// Adds a fix. An invalid fix changes nothing.
  public mutating func add(fix: Fix) {
    guard fix.isValid, let error = fix.horizontalMillimetres else { return }
    if let latest, fix.time.microseconds < latest.time.microseconds { return }
    latest = fix
    // A fix that is too inaccurate for guidance is too inaccurate for arrival.
    if error > settings.fixMillimetres {
      leg = nil
      insideCount = 0
      return
    }
    let way = settings.earth.leg(from: fix.position, to: destination)
    leg = way
    if way.millimetres <= settings.arrivalMillimetres {
      if insideCount < settings.fixesToArrive { insideCount = insideCount &+ 1 }
      if insideCount >= settings.fixesToArrive { hasArrived = true }
    } else {
      insideCount = 0
      if way.millimetres >= settings.leaveMillimetres { hasArrived = false }
    }
  }

  /// What to show at time `now`.
  /// - Parameters:
  ///   - heading: relative to true north; `nil` if it is not valid.
  ///   - accuracy: 95 % of the heading errors are smaller, hundredths of a degree, 0…18,000.
  public mutating func view(heading: BinaryAngle?, accuracy: UInt16 = 0, at now: Instant) -> GuidanceView {
    var view = GuidanceView(state: .waiting, arrow: nil, hidden: .notGuiding, turn: nil, bearing: nil, millimetres: nil)
    guard let latest else { return view }
    guard let leg, now.microseconds <= latest.time.microseconds &+ settings.fixAge else {
      view.state = .unavailable
      isAhead = false
      return view
    }
    view.bearing = leg.initial.angle
    view.millimetres = leg.millimetres
    if hasArrived {
      view.state = .arrived
      isAhead = false
      return view
    }
    view.state = .guiding
    guard let bearing = view.bearing else {
      view.hidden = .noBearing
      isAhead = false
      return view
    }
    guard let heading else {
      view.hidden = .noHeading
      isAhead = false
      return view
    }
    guard accuracy <= settings.worstAccuracy else {
      view.hidden = .inaccurate
      isAhead = false
      return view
    }
    let difference = heading.shortestDifference(to: bearing)
    view.hidden = nil
    view.turn = GuidanceView.turn(difference)
    let limit = isAhead ? settings.ahead &+ settings.hysteresis : settings.ahead
    isAhead = difference.magnitude <= limit
    let error = UInt32(accuracy) &* Self.unitsOfAHundredth
    if !isAhead, difference.magnitude <= error || 0x8000_0000 &- difference.magnitude < error {
      view.arrow = .unsure
      return view
    }
    view.arrow = isAhead ? .ahead : difference > 0 || difference == Int32.min ? .right : .left
    return view
  }
}
