// What strength and dip should be: from the calibration, or from the world model.

import FixedPoint
import Quantities

/// The field that a healthy, undisturbed instrument would measure here, and how far from it is normal.
public struct FieldExpectation: Equatable, Sendable {
  /// nanotesla, 8,192…131,071.
  public private(set) var strengthNanotesla: UInt32
  /// Below the horizon positive; `nil` when not known.
  public private(set) var dip: BinaryAngle?
  /// Normal deviations of the strength go this far, Q12 of the expected.
  public private(set) var strengthLimit: Int32
  /// RMS of the strength that calibration left, Q12 of the expected; what noise alone makes.
  public private(set) var residual: Int32
  /// Calibration and world model disagree by more than `mismatchLimit`.
  public private(set) var isMismatched = false
  /// Smaller and larger of two expectations, Q12 from the expected: no deviation between them.
  private(set) var slack: (below: Int32, above: Int32) = (0, 0)
  /// 2^26 over the strength in units of 4 nT: the strength's difference in those units becomes Q12 by a product.
  private(set) var inverse: Int32
  /// Square of the strength, (4 nT)², and how far it is shifted down to 15 bits; 2^29 over what is left.
  private(set) var squared: Int32 = 0
  private(set) var squaredShift: Int32 = 0
  private(set) var squaredInverse: Int32 = 0

  /// Deviations below this are never held against the field: 7 %, Q12.
  ///
  /// A field that is off by 7 % of its strength in the horizontal plane turns a heading at a dip of 65° by up to
  /// 0.07/cos 65° = 9.5°: more than a usable compass may err. Buildings and a good calibration's rest stay below 6 %.
  public static var leastLimit: Int32 { 287 }
  /// 15 %, Q12: gain errors of a calibrated sensor stay below.
  public static var mismatchLimit: Int32 { 614 }
  /// 6°, Q12 rad: what a good accelerometer at rest and the model's own uncertainty leave room for.
  public static var dipLimit: Int32 { 429 }

  /// - Parameters:
  ///   - strengthNanotesla: 8,192…131,071.
  ///   - dip: below the horizon positive.
  ///   - residualNanotesla: RMS of the strength about it; 0 when not known.
  /// - Returns: `nil` for a strength that no place on Earth and no usable gain gives.
  public init?(strengthNanotesla: UInt32, dip: BinaryAngle?, residualNanotesla: UInt32 = 0) {
    self.init()
    guard take(strengthNanotesla, dip, residualNanotesla) else { return nil }
  }

  /// What stands where nothing is expected: zeros that nobody asks for.
  static var anywhere: FieldExpectation { FieldExpectation() }

  private init() {
    strengthNanotesla = 0
    strengthLimit = 0
    residual = 0
    inverse = 0
  }

  /// Becomes the expectation of these numbers, in place.
  /// - Returns: `false`, and nothing changes, for a strength that no place on Earth and no usable gain gives.
  @inline(never)
  private mutating func take(_ strength: UInt32, _ dip: BinaryAngle?, _ residualNanotesla: UInt32) -> Bool {
    guard strength >= 8192, strength < 131_072 else { return false }
    strengthNanotesla = strength
    self.dip = dip
    isMismatched = false
    slack = (0, 0)
    let units = Int32(bitPattern: strength &>> 2)
    // 2^11…2^15 units, so that the inverse has 12…16 bits; the square has 22…30.
    inverse = (1 &<< 26) / units
    squared = units &* units
    squaredShift = 17 &- UInt32(bitPattern: squared).leadingZeros
    squaredInverse = (1 &<< 29) / (squared &>> squaredShift)
    // At most a quarter: a record with a larger one says nothing.
    let rest = residualNanotesla < strength &>> 2 ? residualNanotesla : 0
    residual = (Int32(bitPattern: rest) &>> 2 &* inverse) &>> 14
    // Three of its sigmas are noise; above 15 % no heading is to be had anyway.
    let three = residual &* 3
    strengthLimit = three < Self.leastLimit ? Self.leastLimit : three > Self.mismatchLimit ? Self.mismatchLimit : three
    return true
  }

  /// How far a strength is from the expected one, Q12 of it, limited to ±4095.
  /// - Parameter square: of the strength, (4 nT)², below 3·2^30.
  @inline(__always)
  func deviation(_ square: UInt32) -> Int32 {
    let half = UInt32(bitPattern: squared &>> 1)
    guard square &- half <= half &* 3 else {
      return Self.farDeviation(square, Int32(bitPattern: strengthNanotesla &>> 2), inverse)
    }
    // Between 0.7 and 1.4 times the expected: with e = (F² − F₀²)/2F₀², ε + ε²/2 = e, so that e − ε²/2 comes closer
    // with each step, |ε| times as close. e and ε in Q16, e from 15 bits: within half a step of Q12 to ε = 0.2.
    let e = (((Int32(bitPattern: square) &- squared) &>> squaredShift) &* squaredInverse) &>> 14
    var deviation = e &- (e &* e) &>> 17
    deviation = e &- (deviation &* deviation) &>> 17
    deviation = e &- (deviation &* deviation) &>> 17
    deviation = e &- (deviation &* deviation) &>> 17
    return (deviation &+ 8) &>> 4
  }

  @inline(never)
  private static func farDeviation(_ square: UInt32, _ expected: Int32, _ inverse: Int32) -> Int32 {
    let difference = Int32(bitPattern: square.squareRoot) &- expected
    // 2^15 by 2^15.
    return limited(((difference > 32_767 ? 32_767 : difference) &* inverse &+ 8192) &>> 14)
  }

  /// What a calibration and, where position and date are known, the world model expect together.
  ///
  /// The dip is the model's when there is one: the record's is that of the place of calibration. For the strength a
  /// sensor's own scale matters too, so anything between the two counts as expected while they differ by at most 15 %.
  /// Beyond that the record's is taken and `isMismatched` says so.
  /// - Parameters:
  ///   - calibratedNanotesla: the record's field strength; 0 when not known.
  ///   - calibratedDip: the record's; `nil` when not known.
  ///   - residualNanotesla: RMS of the strength that calibration left; 0 or 65535 when not known.
  ///   - world: the world model's field here and now.
  /// - Returns: `nil` when neither says how strong the field should be.
  public init?(
    calibratedNanotesla: UInt32, calibratedDip: BinaryAngle?, residualNanotesla: UInt32, world: GeomagneticField?
  ) {
    self.init()
    let total = ((world?.totalQ8 ?? 0) &+ 128) &>> 8
    guard take(calibratedNanotesla, world?.dip ?? calibratedDip, residualNanotesla, worldNanotesla: total) else {
      return nil
    }
  }

  /// The same in place.
  /// - Parameters:
  ///   - dip: the world model's, or else the record's.
  ///   - worldNanotesla: 0 when not known.
  mutating func take(
    _ calibratedNanotesla: UInt32, _ dip: BinaryAngle?, _ residualNanotesla: UInt32, worldNanotesla: UInt32
  ) -> Bool {
    let residual = residualNanotesla >= 65_535 ? 0 : residualNanotesla
    if take(calibratedNanotesla, dip, residual) {
      if worldNanotesla != 0 { compare(with: worldNanotesla) }
      return true
    }
    return take(worldNanotesla, dip, residual)
  }

  private mutating func compare(with total: UInt32) {
    // Limited before the product: 2^15 by 2^15.
    var difference = Int32(bitPattern: total &>> 2) &- Int32(bitPattern: strengthNanotesla &>> 2)
    difference = difference > 32767 ? 32767 : difference < -32767 ? -32767 : difference
    let relative = (difference &* inverse) &>> 14
    if relative > Self.mismatchLimit || relative < 0 &- Self.mismatchLimit {
      isMismatched = true
    } else if relative < 0 {
      slack.below = relative
    } else {
      slack.above = relative
    }
  }

  public static func == (a: FieldExpectation, b: FieldExpectation) -> Bool {
    a.strengthNanotesla == b.strengthNanotesla && a.dip == b.dip && a.strengthLimit == b.strengthLimit
      && a.residual == b.residual && a.isMismatched == b.isMismatched && a.slack == b.slack
  }
}
