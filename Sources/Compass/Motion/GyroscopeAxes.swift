// Checks the axes of a gyroscope: field and gravity must turn as its rates say.

import FixedPoint
import Quantities
import RawMemory

/// What is wrong with the axes of a gyroscope.
public enum AxesFault: UInt8, Sendable {
  /// Nothing, as far as the instrument has turned.
  case none = 0
  /// At least one axis has the wrong sign.
  case reversed = 1
  /// Axes are exchanged.
  case swapped = 2
  /// The rate about an axis differs from the turn by more than 20 %.
  case scale = 3
  /// The rates are 57.3 times too large or too small: degrees and radians are mixed up.
  case unit = 4
}

/// Compares the turns of field and gravity with the measured rates, and finds reversed, exchanged and wrongly scaled
/// axes. It uses the rates as measured, so that no estimate of the bias can hide such a fault.
///
/// A vector v that is constant in the world changes in the body by v × θ while the body turns by a small θ. In windows
/// of 80 to 800 ms, up to 2 s where fields are rare, the watch compares the change with the mean vector and the
/// integrated rate. Least squares over all windows give a gain for each axis; an unknown constant rate (the bias) is
/// part of the equations. An axis is judged once it has turned by 60°, and only if the gains explain the changes: a
/// field that is disturbed explains nothing. If the gains explain nothing, the watch tries the order of the axes that
/// fits best.
public struct GyroscopeAxes {
  /// The fault, as of the last window.
  public private(set) var fault = AxesFault.none
  /// Bits 0 and 1: the first axis with the fault, 0 forward, 1 right, 2 down. Bits 4, 5, 6: forward, right, down were found
  /// right.
  public private(set) var state: UInt8 = 0
  /// For each axis of the body, the gyroscope axis that is parallel to it, as decimal digits; see `TurnAlignment.axes`.
  /// 135 if they are parallel; as of the last fault, 0 before the first.
  public private(set) var arrangement: UInt16 = 0
  private var hasRate = false
  private var isOpen = false
  private var isDue = false
  /// The number of the order of axes that is tried, 0…5.
  private var order: Int8 = 0
  private var rateTime = Instant(microseconds: 0)
  /// The integrated rate of this window, Q20 radians, and its length in microseconds.
  private var angle = Vector3.zero
  private var time: UInt32 = 0
  /// The vectors at the start of the window: nanotesla and micro-g.
  private var field = Vector3.zero
  private var force = Vector3.zero
  private var sums = AxesSums()

  public init() {}

  /// Whether enumerations and the order are within their ranges; the memory may have been overwritten.
  public var isSound: Bool { Unchecked.isCase(fault, of: 5) && order >= 0 && order < 6 }

  /// Which axes were found right: bit 0 forward, bit 1 right, bit 2 down.
  public var confirmed: UInt8 { state &>> 4 }

  // MARK: - Samples

  /// Adds one rate.
  /// - Parameters:
  ///   - rate: 2^−20 rad/s in body axes, as measured.
  ///   - time: when it was measured; the rate is the mean since the previous one.
  ///   - isUsable: whether the chip delivered it anew and within its range.
  @inline(never)
  public mutating func add(_ rate: Vector3, at time: Instant, isUsable: Bool) {
    let elapsed = time.elapsed(since: rateTime)
    let isNext = hasRate && time > rateTime && elapsed < 300_000 && isUsable
    if hasRate, time <= rateTime { return }
    (hasRate, rateTime) = (true, time)
    guard isNext else {
      isOpen = false
      return
    }
    // Seconds in Q30, as in Strapdown.
    let seconds = Int32(bitPattern: UInt64(halves: elapsed &<< 12, 1_125_899_907).highHalf)
    angle.add(
      Vector3(
        x: Int64(halves: rate.x, seconds).upperWord(shiftedLeft: 2),
        y: Int64(halves: rate.y, seconds).upperWord(shiftedLeft: 2),
        z: Int64(halves: rate.z, seconds).upperWord(shiftedLeft: 2)))
    self.time = self.time &+ elapsed
  }

  /// Adds one field, after the rates that precede it.
  /// - Parameters:
  ///   - field: nanotesla, body axes, calibrated.
  ///   - force: the specific force of the same moment, micro-g; `nil` if there is none.
  ///   - strength: of the calibration, nanotesla; 0: not known, and the field is not used.
  @inline(never)
  public mutating func add(field: Vector3, force: Vector3?, strength: UInt32) {
    // Half a millitesla and 4 g: what is larger is neither the Earth's field nor gravity.
    let force = force ?? .zero
    guard field.isWithin(500_000), strength > 1_000, strength < 500_000, force.isWithin(4_000_000) else {
      isOpen = false
      return
    }
    if isOpen {
      if time < 80_000 { return }
      let move = Vector3.difference(field, self.field).shifted(rightBy: 6).limitedSquare
      let unit = Int32(bitPattern: strength &>> 6)
      // A quarter of the strength, 14°.
      if time < 800_000, move < (unit &* unit) &>> 4 { return }
      if time < 2_000_000 { close(field, force, strength) }
    }
    (isOpen, self.field, self.force) = (true, field, force)
    (angle, time) = (.zero, 0)
  }

  private mutating func close(_ field: Vector3, _ force: Vector3, _ strength: UInt32) {
    let scale = CompactNumber(Int32(bitPattern: strength), exponent: 0).reciprocal
    let turn = ordered(CompactVector(angle, exponent: -20, times: .one))
    let seconds = CompactNumber(Int32(bitPattern: time), exponent: 0) * Constants.microsecond
    sums.add(
      AxesVector(self.field, field, unit: scale), turn: turn, seconds: seconds, weight: 0, tolerance: AxesSums.quarter)
    sums.add(
      AxesVector(self.force, force, unit: Self.microG), turn: turn, seconds: seconds, weight: -3,
      tolerance: AxesSums.tenth)
    sums.turned = sums.turned + CompactVector(turn.x.magnitude, turn.y.magnitude, turn.z.magnitude)
    isDue = true
  }

  /// 10⁻⁶.
  private static var microG: CompactNumber { Constants.microsecond }

  /// The axes of the gyroscope in the order that is tried.
  private func ordered(_ v: CompactVector) -> CompactVector {
    let (a, b, c) = TurnAlignment.permutation(order)
    return CompactVector(
      v[Int32(truncatingIfNeeded: a)], v[Int32(truncatingIfNeeded: b)], v[Int32(truncatingIfNeeded: c)])
  }

  // MARK: - Findings

  /// Judges the axes after a window, in one slice of work.
  /// - Returns: whether there was something to do.
  @discardableResult
  public mutating func work() -> Bool {
    guard isDue else { return false }
    isDue = false
    if let gains = sums.gains() { judge(gains) }
    sums.fade()
    return true
  }

  private mutating func judge(_ gains: AxesGains) {
    let isExplained = gains.residual < sums.square.scaled(by: -1)
    guard isExplained else { return reorder() }
    var state = AxesState()
    var index: Int32 = 0
    while index < 3 {
      state.add(index, gains, turned: sums.turned[index])
      index = index &+ 1
    }
    if order != 0 {
      guard state.parallel | state.unchanged(order) == 7 else { return reorder() }
      return report(.swapped, axis: order == 3 ? 1 : 0, state)
    }
    if state.unrelated != 0 { return reorder() }
    if state.faulty != 0 {
      // The gains must explain at least twice as much as equal axes.
      guard gains.residual.scaled(by: 1) < gains.residualOfEqual else { return }
      self.state = state.right &<< 4
      return report(state.fault, axis: state.faulty & 1 != 0 ? 0 : state.faulty & 2 != 0 ? 1 : 2, state)
    }
    self.state = self.state | state.right &<< 4
    // Only a whole turn about all axes takes a finding back.
    if state.right == 7 { fault = .none }
  }

  private mutating func report(_ fault: AxesFault, axis: UInt8, _ state: AxesState) {
    self.fault = fault
    self.state = self.state & 0xf0 | axis
    let (a, b, c) = TurnAlignment.permutation(order)
    arrangement =
      100 &* TurnAlignment.digit(a, state.reversed & 1 != 0) &+ 10 &* TurnAlignment.digit(b, state.reversed & 2 != 0)
      &+ TurnAlignment.digit(c, state.reversed & 4 != 0)
  }

  /// Tries another order of the axes: the one with the largest correlation between turns and rates. If an order explains
  /// nothing either, the watch returns to the first.
  private mutating func reorder() {
    let turned = sums.turned.x + sums.turned.y + sums.turned.z
    guard AxesSums.oneHundredTwentyDegrees < turned,
      AxesSums.equationsToReorder.scaled(by: order == 0 ? 0 : 1) < sums.count
    else { return }
    var best = order
    if order == 0 {
      let own = sums.correlation(0)
      var most = own + own.scaled(by: -2)
      var number: Int8 = 1
      while number < 6 {
        let correlation = sums.correlation(number)
        if most < correlation { (best, most) = (number, correlation) }
        number = number &+ 1
      }
      if best == 0 { return }
    } else {
      best = 0
    }
    order = best
    sums = AxesSums()
  }
}

/// The start and the end of a vector in one window.
private struct AxesVector {
  var change: CompactVector
  var mean: CompactVector

  /// - Parameter unit: makes the constant vector's length 1.
  @inline(never)
  init(_ start: Vector3, _ end: Vector3, unit: CompactNumber) {
    change = CompactVector(Vector3.difference(end, start), exponent: 0, times: unit)
    mean = CompactVector(
      Vector3(x: start.x &+ end.x, y: start.y &+ end.y, z: start.z &+ end.z), exponent: -1, times: unit)
  }
}

/// The gain of each axis by least squares.
private struct AxesGains {
  var gain: CompactVector
  /// The variance of each gain.
  var variance: CompactVector
  /// What the gains leave unexplained, and what gains of 1 leave.
  var residual: CompactNumber
  var residualOfEqual: CompactNumber
}

/// The axes with a finding, one bit each.
private struct AxesState {
  var right: UInt8 = 0
  var reversed: UInt8 = 0
  var scaled: UInt8 = 0
  var inUnits: UInt8 = 0
  /// A gain of about ±1.
  var parallel: UInt8 = 0
  /// A gain of about 0: the turn about this axis is in another axis of the gyroscope.
  var unrelated: UInt8 = 0

  var faulty: UInt8 { reversed | scaled | inUnits }
  var fault: AxesFault { reversed != 0 ? .reversed : inUnits != 0 ? .unit : .scale }

  /// The axes that an order does not exchange.
  func unchanged(_ order: Int8) -> UInt8 {
    let (a, b, c) = TurnAlignment.permutation(order)
    return (a == 0 ? 1 : 0) | (b == 1 ? 2 : 0) | (c == 2 ? 4 : 0)
  }

  @inline(never)
  mutating func add(_ index: Int32, _ gains: AxesGains, turned: CompactNumber) {
    let (gain, variance) = (gains.gain[index], gains.variance[index])
    let bit = UInt8(truncatingIfNeeded: 1 &<< index)
    let size = gain.magnitude
    // Rates that are too small turn further than they say; 1.05 rad are 60°.
    let factor = CompactNumber.most(.one, size)
    guard AxesSums.sixtyDegrees < turned * factor, variance < factor.squared * AxesSums.mostVariance else { return }
    // Three standard deviations squared, and two of a scale: its limits are far from a right gain.
    let margin = variance.scaled(by: 3) + variance
    // A rate is 1/gain of the turn: 0.8 to 1.2 of it are right.
    let distance = gain < .one ? AxesSums.gainOfLarge - gain : gain - AxesSums.gainOfSmall
    let isNear = size < AxesSums.most && AxesSums.least < size
    if isNear { parallel = parallel | bit }
    if distance.isNegative {
      right = right | bit
    } else if gain.isNegative, isNear, margin < gain.squared {
      reversed = reversed | bit
    } else if AxesSums.leastScale < gain, gain < AxesSums.mostScale, margin.scaled(by: -1) < distance.squared,
      variance < AxesSums.mostVariance.scaled(by: -1)
    {
      scaled = scaled | bit
    } else if (size * AxesSums.degreesPerRadian - .one).magnitude < AxesSums.third
      || (size * AxesSums.radiansPerDegree - .one).magnitude < AxesSums.third
    {
      inUnits = inUnits | bit
      if gain.isNegative { reversed = reversed | bit }
    } else if size < AxesSums.leastScale {
      unrelated = unrelated | bit
    }
  }
}

/// The sums of the least squares. Each symmetric matrix is a diagonal and the entries xy, xz, yz.
private struct AxesSums {
  /// Of the gains, of the bias, and what connects both.
  private var ofGains = (diagonal: CompactVector.zero, rest: CompactVector.zero)
  private var ofBias = (diagonal: CompactVector.zero, rest: CompactVector.zero)
  private var mixed = CompactMatrix.zero
  /// (change × mean)·turnᵀ, and (change × mean)·seconds.
  private var moments = CompactMatrix.zero
  private var biasMoment = CompactVector.zero
  /// The squares of all changes, the number of equations, and the sum of the turns about each axis.
  private(set) var square = CompactNumber.zero
  private(set) var count = CompactNumber.zero
  var turned = CompactVector.zero

  // MARK: - Limits

  static var quarter: CompactNumber { CompactNumber(mantissa: 1 &<< 22, exponent: -24) }
  static var tenth: CompactNumber { CompactNumber(mantissa: 6_710_886, exponent: -26) }
  /// 1/1.2 and 1/0.8.
  static var gainOfLarge: CompactNumber { CompactNumber(mantissa: 6_990_507, exponent: -23) }
  static var gainOfSmall: CompactNumber { CompactNumber(mantissa: 5_242_880, exponent: -22) }
  static var third: CompactNumber { Constants.third }
  /// A change beyond this is not small: 0.6 of the squared length, 45°.
  private static var mostChange: CompactNumber { CompactNumber(mantissa: 5_033_165, exponent: -23) }
  static var sixtyDegrees: CompactNumber { CompactNumber(mantissa: 4_392_275, exponent: -22) }
  /// 2π/3 rad.
  static var oneHundredTwentyDegrees: CompactNumber { CompactNumber(mantissa: 4_392_275, exponent: -21) }
  /// The equations after which the order of the gyroscope may be given up: 24, of some eleven windows. Twice as many for
  /// another order.
  static var equationsToReorder: CompactNumber { CompactNumber(mantissa: 6_291_456, exponent: -18) }
  /// The largest variance of a gain that counts: 0.12².
  static var mostVariance: CompactNumber { CompactNumber(mantissa: 7_730_941, exponent: -29) }
  /// The gains of parallel axes: 0.6 to 1.6.
  static var least: CompactNumber { CompactNumber(mantissa: 5_033_165, exponent: -23) }
  static var most: CompactNumber { CompactNumber(mantissa: 6_710_886, exponent: -22) }
  /// The gains that are a wrong scale: 0.3 to 3.
  static var leastScale: CompactNumber { CompactNumber(mantissa: 5_033_165, exponent: -24) }
  static var mostScale: CompactNumber { CompactNumber(mantissa: 6_291_456, exponent: -21) }
  static var degreesPerRadian: CompactNumber { CompactNumber(mantissa: 7_509_872, exponent: -17) }
  static var radiansPerDegree: CompactNumber { CompactNumber(mantissa: 4_685_082, exponent: -28) }
  /// The variance of a window's change where everything fits: 0.0045².
  private static var leastNoise: CompactNumber { CompactNumber(mantissa: 5_497_558, exponent: -38) }
  /// The prior of the bias: a window's noise of 0.02 against 6 °/s.
  private static var prior: CompactNumber { CompactNumber(mantissa: 8_053_064, exponent: -28) }
  private static var leastPivot: CompactNumber { CompactNumber(mantissa: 1 &<< 22, exponent: -52) }
  private static var longMemory: CompactNumber { CompactNumber(mantissa: 6_553_600, exponent: -15) }

  // MARK: - Windows

  /// Adds one vector of a window, if its length is right at both ends.
  @inline(never)
  mutating func add(
    _ vector: AxesVector, turn: CompactVector, seconds: CompactNumber, weight: Int32, tolerance: CompactNumber
  ) {
    let (change, mean) = (vector.change, vector.mean)
    let moved = change.dot(change)
    let length = mean.dot(mean) + moved.scaled(by: -2)
    // The mean of both squared lengths; they may not differ from each other either.
    guard moved < Self.mostChange, (length - .one).magnitude < tolerance, change.dot(mean).magnitude < tolerance else {
      return
    }
    let squares = CompactVector(mean.x.squared, mean.y.squared, mean.z.squared)
    let diagonal = CompactVector(squares.y + squares.z, squares.x + squares.z, squares.x + squares.y).scaled(by: weight)
    let rest = CompactVector(-(mean.x * mean.y), -(mean.x * mean.z), -(mean.y * mean.z)).scaled(by: weight)
    ofGains.diagonal = ofGains.diagonal + diagonal.times(turn.times(turn))
    ofGains.rest = ofGains.rest + rest.times(CompactVector(turn.x * turn.y, turn.x * turn.z, turn.y * turn.z))
    let squareTime = seconds.squared
    ofBias.diagonal = ofBias.diagonal.adding(squareTime, times: diagonal)
    ofBias.rest = ofBias.rest.adding(squareTime, times: rest)
    mixed.x = mixed.x.adding(turn.x * seconds, times: CompactVector(diagonal.x, rest.x, rest.y))
    mixed.y = mixed.y.adding(turn.y * seconds, times: CompactVector(rest.x, diagonal.y, rest.z))
    mixed.z = mixed.z.adding(turn.z * seconds, times: CompactVector(rest.y, rest.z, diagonal.z))
    let moment = change.cross(mean).scaled(by: weight)
    moments.x = moments.x.adding(moment.x, times: turn)
    moments.y = moments.y.adding(moment.y, times: turn)
    moments.z = moments.z.adding(moment.z, times: turn)
    biasMoment = biasMoment.adding(seconds, times: moment)
    square = square + moved.scaled(by: weight)
    count = count + CompactNumber.one.scaled(by: weight &+ 1)
  }

  /// After a hundred windows older ones count half.
  mutating func fade() {
    if count < Self.longMemory { return }
    halve(&ofGains.diagonal)
    halve(&ofGains.rest)
    halve(&ofBias.diagonal)
    halve(&ofBias.rest)
    halve(&mixed.x)
    halve(&mixed.y)
    halve(&mixed.z)
    halve(&moments.x)
    halve(&moments.y)
    halve(&moments.z)
    halve(&biasMoment)
    halve(&turned)
    (square, count) = (square.scaled(by: -1), count.scaled(by: -1))
  }

  private func halve(_ v: inout CompactVector) { v = v.scaled(by: -1) }

  /// How well an order of the axes fits, whatever their signs.
  @inline(never)
  func correlation(_ order: Int8) -> CompactNumber {
    let (a, b, c) = TurnAlignment.permutation(order)
    return moments.x[Int32(truncatingIfNeeded: a)].magnitude + moments.y[Int32(truncatingIfNeeded: b)].magnitude
      + moments.z[Int32(truncatingIfNeeded: c)].magnitude
  }

  // MARK: - Solution

  /// The gains, with the bias eliminated; `nil` while there are too few windows or too few turns.
  @inline(never)
  func gains() -> AxesGains? {
    guard CompactNumber(6, exponent: 0) < count,
      let bias = SymmetricSolver(
        diagonal: ofBias.diagonal + CompactVector(Self.prior, Self.prior, Self.prior), xy: ofBias.rest.x,
        xz: ofBias.rest.y, yz: ofBias.rest.z, leastPivot: Self.leastPivot)
    else { return nil }
    let (x, y, z) = (bias.solve(mixed.x), bias.solve(mixed.y), bias.solve(mixed.z))
    let diagonal =
      ofGains.diagonal - CompactVector(mixed.x.dot(x), mixed.y.dot(y), mixed.z.dot(z))
    let rest = ofGains.rest - CompactVector(mixed.x.dot(y), mixed.x.dot(z), mixed.y.dot(z))
    let right =
      CompactVector(moments.x.x, moments.y.y, moments.z.z)
      - CompactVector(x.dot(biasMoment), y.dot(biasMoment), z.dot(biasMoment))
    let whole = square - bias.solve(biasMoment).dot(biasMoment)
    guard
      let solver = SymmetricSolver(
        diagonal: diagonal, xy: rest.x, xz: rest.y, yz: rest.z, leastPivot: Self.leastPivot)
    else { return nil }
    let gain = solver.solve(right)
    let least = Self.leastNoise * count
    let residual = CompactNumber.most(whole - gain.dot(right), least)
    let sum = right.x + right.y + right.z
    let ofEqual =
      whole - sum.scaled(by: 1) + diagonal.x + diagonal.y + diagonal.z + (rest.x + rest.y + rest.z).scaled(by: 1)
    let free = CompactNumber.most(count - CompactNumber(6, exponent: 0), .one)
    let noise = residual / free
    return AxesGains(
      gain: gain,
      variance: noise
        * CompactVector(solver.solve(.unit(0)).x, solver.solve(.unit(1)).y, solver.solve(.unit(2)).z),
      residual: residual, residualOfEqual: ofEqual)
  }
}

extension CompactVector {
  /// The products of the components.
  @inline(never)
  fileprivate func times(_ other: CompactVector) -> CompactVector {
    CompactVector(x * other.x, y * other.y, z * other.z)
  }

  @inline(never)
  fileprivate func scaled(by count: Int32) -> CompactVector {
    CompactVector(x.scaled(by: count), y.scaled(by: count), z.scaled(by: count))
  }
}
