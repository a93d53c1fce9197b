// The expected strength and dip, from the calibration or from the world model.

import FixedPoint
import IntegerTrigonometry
import Quantities

/// The field that a healthy, undisturbed instrument would measure here, and which deviations are normal.
public struct FieldExpectation: Equatable, Sendable {
  /// Expected strength, nanotesla, 8,192…131,071.
  public private(set) var strengthNanotesla: UInt32
  /// Expected dip, positive below the horizon; `nil` if unknown.
  public private(set) var dip: BinaryAngle?
  /// Cosine of the dip, Q15; 0 when the dip is not known.
  private var dipCosine: UInt32 = 0
  /// The largest normal deviation of the strength, Q12 of the expected strength.
  public private(set) var strengthLimit: Int32
  /// RMS deviation of the strength after calibration, Q12 of the first expected strength. It has the size of the noise.
  public private(set) var residual: Int32
  /// If record and world model both give a strength, the one that is not in use; otherwise 0.
  private(set) var otherNanotesla: UInt32 = 0
  /// 2^26 divided by the strength in units of 4 nT: with it, a multiplication converts a strength difference to Q12.
  private(set) var inverse: Int32
  /// The square of the strength, (4 nT)²; the right shift that leaves 15 bits of it; and 2^29 divided by the shifted
  /// square.
  private(set) var squared: Int32 = 0
  private(set) var squaredShift: Int32 = 0
  private(set) var squaredInverse: Int32 = 0

  /// Deviations below this are always normal: 7 %, Q12.
  ///
  /// A horizontal field error of 7 % changes a heading at a dip of 65° by up to 0.07/cos 65° = 9.5°: more than the
  /// error of a usable compass. Buildings and the residual of a good calibration stay below 6 %.
  public static var leastLimit: Int32 { 287 }
  /// Deviations above this are never normal: 15 %, Q12, more than the gain error of a calibrated sensor.
  static var mostLimit: Int32 { 614 }
  /// 6°, Q12 rad: allows for the error of a good accelerometer at rest and the model's own uncertainty.
  public static var dipLimit: Int32 { 429 }

  /// - Parameters:
  ///   - strengthNanotesla: 8,192…131,071.
  ///   - dip: positive below the horizon.
  ///   - residualNanotesla: RMS deviation of the strength; 0 if unknown.
  /// - Returns: `nil` for a strength that is impossible at any place on Earth with any usable gain.
  public init?(strengthNanotesla: UInt32, dip: BinaryAngle?, residualNanotesla: UInt32 = 0) {
    self.init()
    guard set(strengthNanotesla, dip, residualNanotesla, worldNanotesla: 0) else { return nil }
  }

  /// The value while nothing is expected: zeros that are not used.
  static var anywhere: FieldExpectation { FieldExpectation() }

  /// The horizontal part of the expected field, in units of 4 nT, at least 1; 0 if the dip is unknown.
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
  /// - Returns: `false`, without a change, for a strength that is impossible at any place on Earth with any usable
  ///   gain.
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

  /// The relative deviation of a strength from the expected one, Q12, limited to ±4095.
  /// - Parameter square: the square of the strength, (4 nT)², below 3·2^30.
  @inline(__always)
  func deviation(_ square: UInt32) -> Int32 {
    let half = UInt32(bitPattern: squared &>> 1)
    guard square &- half <= half &* 3 else {
      return Self.farDeviation(square, Int32(bitPattern: strengthNanotesla &>> 2), inverse)
    }
    // Between 0.7 and 1.4 times the expected strength. With e = (F² − F₀²)/2F₀² and ε + ε²/2 = e, the iteration e −
    // ε²/2 reduces the error by |ε| in each step. e and ε are Q16, e from 15 bits: the error is within half a step of
    // Q12 up to ε = 0.2.
    let e = (((Int32(bitPattern: square) &- squared) &>> squaredShift) &* squaredInverse) &>> 14
    var deviation = e &- (e &* e) &>> 17
    deviation = e &- (deviation &* deviation) &>> 17
    deviation = e &- (deviation &* deviation) &>> 17
    deviation = e &- (deviation &* deviation) &>> 17
    return (deviation &+ 8) &>> 4
  }

  /// The same for any deviation, with a square root.
  @inline(never)
  static func farDeviation(_ square: UInt32, _ expected: Int32, _ inverse: Int32) -> Int32 {
    let difference = Int32(bitPattern: square.squareRoot) &- expected
    // Two numbers of 15 bits.
    return limited(((difference > 32_767 ? 32_767 : difference) &* inverse &+ 8192) &>> 14)
  }

  /// The expectation from a calibration and, when position and date are known, from the world model.
  ///
  /// The dip is that of the world model if there is one, because the record's dip is that of the place of calibration.
  /// Of two strengths, the record's is used first; see `switchStrength(for:)`.
  /// - Parameters:
  ///   - calibratedNanotesla: the record's field strength; 0 if unknown.
  ///   - calibratedDip: the record's dip; `nil` if unknown.
  ///   - residualNanotesla: RMS deviation of the strength after calibration; 0 or 65535 if unknown.
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
  ///   - dip: the world model's dip, or else the record's.
  ///   - worldNanotesla: the world model's strength; 0 if unknown.
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
    // Three standard deviations count as noise. Above 15 % there is no usable heading.
    let three = residual &* 3
    strengthLimit = three < Self.leastLimit ? Self.leastLimit : three > Self.mostLimit ? Self.mostLimit : three
    return true
  }

  /// Changes to the other strength if the measured strength is nearer to it.
  ///
  /// A sensor with a wrong gain measures the record's strength at the place of calibration. A sensor that has travelled
  /// since measures the world model's strength. Only the field itself shows which of the two applies.
  /// - Parameter deviation: the deviation from the expected strength, Q12, within ±4095. There must be another
  ///   strength.
  /// - Returns: whether the other strength is expected from now on.
  mutating func switchStrength(for deviation: Int32) -> Bool {
    // Two numbers of 15 bits.
    let apart = (Int32(bitPattern: otherNanotesla &>> 2 &- strengthNanotesla &>> 2) &* inverse) &>> 14
    // Only if the other strength is nearer by more than 1 %.
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
