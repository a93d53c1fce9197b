// The expected strength and dip, from the calibration or from the world model.

import FixedPoint
import IntegerTrigonometry
import Quantities

/// The field that a healthy, undisturbed instrument would measure here, and which deviations are normal.
public struct FieldExpectation: Equatable, Sendable {
  /// nanotesla, 8,192…131,071.
  public private(set) var strengthNanotesla: UInt32
  /// Below the horizon positive; `nil` when not known.
  public private(set) var dip: BinaryAngle?
  /// Cosine of the dip, Q15; 0 when the dip is not known.
  private var dipCosine: UInt32 = 0
  /// The largest normal deviation of the strength, Q12 of the expected strength.
  public private(set) var strengthLimit: Int32
  /// RMS deviation of the strength after calibration, Q12 of the strength expected first. Noise alone causes it.
  public private(set) var residual: Int32
  /// When record and world model both give a strength, the one that is not in use; otherwise 0.
  private(set) var otherNanotesla: UInt32 = 0
  /// 2^26 over the strength in units of 4 nT: the strength's difference in those units becomes Q12 by a product.
  private(set) var inverse: Int32
  /// Square of the strength, (4 nT)², how far it is shifted right to have 15 bits, and 2^29 over the shifted square.
  private(set) var squared: Int32 = 0
  private(set) var squaredShift: Int32 = 0
  private(set) var squaredInverse: Int32 = 0

  /// Deviations below this are always normal: 7 %, Q12.
  ///
  /// A field that is off by 7 % of its strength in the horizontal plane turns a heading at a dip of 65° by up to
  /// 0.07/cos 65° = 9.5°: more than the error of a usable compass. Buildings and the residual of a good calibration
  /// stay below 6 %.
  public static var leastLimit: Int32 { 287 }
  /// Deviations above this are never normal: 15 %, Q12, more than the gain error of a calibrated sensor.
  static var mostLimit: Int32 { 614 }
  /// 6°, Q12 rad: the error that a good accelerometer at rest and the model's own uncertainty allow.
  public static var dipLimit: Int32 { 429 }

  /// - Parameters:
  ///   - strengthNanotesla: 8,192…131,071.
  ///   - dip: below the horizon positive.
  ///   - residualNanotesla: RMS of the strength about it; 0 when not known.
  /// - Returns: `nil` for a strength that is not possible with any place on Earth and any usable gain.
  public init?(strengthNanotesla: UInt32, dip: BinaryAngle?, residualNanotesla: UInt32 = 0) {
    self.init()
    guard set(strengthNanotesla, dip, residualNanotesla, worldNanotesla: 0) else { return nil }
  }

  /// The value while nothing is expected: zeros that are not used.
  static var anywhere: FieldExpectation { FieldExpectation() }

  /// The horizontal part of the expected field, 4 nT, 1 at least; 0 when the dip is not known.
  var horizontalUnits: UInt16 {
    dip == nil ? 0 : UInt16(truncatingIfNeeded: (strengthNanotesla &>> 2 &* dipCosine) &>> 15 | 1)
  }

  private init() {
    strengthNanotesla = 0
    strengthLimit = 0
    residual = 0
    inverse = 0
  }

  /// Sets the expected strength, in place.
  /// - Returns: `false`, and nothing changes, for a strength that is not possible with any place on Earth and any
  ///   usable gain.
  @inline(never)
  private mutating func hold(to strength: UInt32) -> Bool {
    guard strength >= 8192, strength < 131_072 else { return false }
    strengthNanotesla = strength
    let units = Int32(bitPattern: strength &>> 2)
    // 2^11…2^15 units, so that the inverse has 12…16 bits; the square has 22…30.
    inverse = (1 &<< 26) / units
    squared = units &* units
    squaredShift = 17 &- UInt32(bitPattern: squared).leadingZeros
    squaredInverse = (1 &<< 29) / (squared &>> squaredShift)
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

  /// The same without a limit on the deviation, by a root.
  @inline(never)
  static func farDeviation(_ square: UInt32, _ expected: Int32, _ inverse: Int32) -> Int32 {
    let difference = Int32(bitPattern: square.squareRoot) &- expected
    // 2^15 by 2^15.
    return limited(((difference > 32_767 ? 32_767 : difference) &* inverse &+ 8192) &>> 14)
  }

  /// The expectation from a calibration and, when position and date are known, from the world model.
  ///
  /// The dip is the model's when there is one, because the record's dip is that of the place of calibration. Of two
  /// strengths the record's is used first; see `switchStrength(for:)`.
  /// - Parameters:
  ///   - calibratedNanotesla: the record's field strength; 0 when not known.
  ///   - calibratedDip: the record's; `nil` when not known.
  ///   - residualNanotesla: RMS of the strength that calibration left; 0 or 65535 when not known.
  ///   - world: the world model's field at this place and time.
  /// - Returns: `nil` when neither gives a strength.
  public init?(
    calibratedNanotesla: UInt32, calibratedDip: BinaryAngle?, residualNanotesla: UInt32, world: GeomagneticField?
  ) {
    self.init()
    let total = ((world?.totalQ8 ?? 0) &+ 128) &>> 8
    guard set(calibratedNanotesla, world?.dip ?? calibratedDip, residualNanotesla, worldNanotesla: total) else {
      return nil
    }
  }

  /// The same in place.
  /// - Parameters:
  ///   - dip: the world model's, or else the record's.
  ///   - worldNanotesla: 0 when not known.
  mutating func set(
    _ calibratedNanotesla: UInt32, _ dip: BinaryAngle?, _ residualNanotesla: UInt32, worldNanotesla: UInt32
  ) -> Bool {
    otherNanotesla = worldNanotesla
    if !hold(to: calibratedNanotesla) {
      otherNanotesla = 0
      if !hold(to: worldNanotesla) { return false }
    }
    self.dip = dip
    dipCosine = dip.map { UInt32(bitPattern: Cordic.sineCosine($0).cosine &>> 15) } ?? 0
    // At most a quarter: a larger residual, or 65535, is not used.
    let rest = residualNanotesla < strengthNanotesla &>> 2 ? residualNanotesla : 0
    residual = (Int32(bitPattern: rest) &>> 2 &* inverse) &>> 14
    // Three sigmas are noise. Above 15 % there is no usable heading.
    let three = residual &* 3
    strengthLimit = three < Self.leastLimit ? Self.leastLimit : three > Self.mostLimit ? Self.mostLimit : three
    return true
  }

  /// Changes to the other strength when the measured one is nearer to it.
  ///
  /// A sensor with a wrong gain measures the record's strength at the place of calibration. A sensor that has travelled
  /// since measures the world model's strength. Only the field itself shows which of the two applies.
  /// - Parameter deviation: from the expected strength, Q12 of it, within ±4095. There must be another strength.
  /// - Returns: whether the other strength is expected from now on.
  mutating func switchStrength(for deviation: Int32) -> Bool {
    // 2^15 by 2^15.
    let apart = (Int32(bitPattern: otherNanotesla &>> 2 &- strengthNanotesla &>> 2) &* inverse) &>> 14
    // By more than 1 %.
    guard (deviation &- apart).magnitude &+ 41 < deviation.magnitude else { return false }
    let former = strengthNanotesla
    guard hold(to: otherNanotesla) else { return false }
    otherNanotesla = former
    return true
  }

  public static func == (a: FieldExpectation, b: FieldExpectation) -> Bool {
    a.strengthNanotesla == b.strengthNanotesla && a.dip == b.dip && a.strengthLimit == b.strengthLimit
      && a.residual == b.residual && a.otherNanotesla == b.otherNanotesla
  }
}
