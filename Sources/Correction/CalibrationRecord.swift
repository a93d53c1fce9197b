// The calibration record: what was found, for which sensor, how well (Protocols/calibration/spec.md, section 2).

import Quantities

/// A 3×3 matrix in Q24: 2^24 stands for 1. Row-major.
public struct MatrixQ24: Equatable, Sendable {
  public var rows: (Vector3, Vector3, Vector3)

  public init(_ first: Vector3, _ second: Vector3, _ third: Vector3) { rows = (first, second, third) }

  /// The unit matrix.
  public static var identity: MatrixQ24 {
    MatrixQ24(
      Vector3(x: 1 << 24, y: 0, z: 0), Vector3(x: 0, y: 1 << 24, z: 0), Vector3(x: 0, y: 0, z: 1 << 24))
  }

  public static func == (a: MatrixQ24, b: MatrixQ24) -> Bool { a.rows == b.rows }
}

/// How many parameters of the error model the record's data determined.
public enum ModelOrder: UInt8, Sendable {
  /// Nothing: the identity.
  case none = 0
  /// Circle in the plane.
  case planar = 1
  /// Hard iron only.
  case sphere = 2
  /// Hard iron and one gain an axis.
  case axisAligned = 3
  /// Hard iron and the full symmetric matrix.
  case ellipsoid = 4
}

/// What is wrong with the bytes of a record.
public enum RecordDefect: UInt8, Error, Sendable {
  case tooShort = 1
  case magic = 2
  case version = 3
  case length = 4
  case checksum = 5
  case sensor = 6
  case modelOrder = 7
  case grade = 8
  case hardIronRange = 9
  case softIronRange = 10
  /// The determinant of S is not positive, or the matrix is so flat that directions are lost.
  case singular = 11
  case reserved = 12
  /// The accelerometer's model order is none of those known.
  case accelerometerOrder = 13
  /// The accelerometer's offset or a matrix entry is out of range.
  case accelerometerRange = 14
  /// The accelerometer's matrix is as `singular` says.
  case accelerometerSingular = 15
}

/// One bit for each of 96 cells of the sphere of directions.
public struct DirectionCells: Equatable, Sendable {
  /// Cell n is bit n mod 32 of word n / 32.
  public var words: (UInt32, UInt32, UInt32)

  public init(_ first: UInt32 = 0, _ second: UInt32 = 0, _ third: UInt32 = 0) { words = (first, second, third) }

  public static func == (a: DirectionCells, b: DirectionCells) -> Bool { a.words == b.words }
}

/// What the solver knows of the errors of h and S: twelve numbers with a common power of two.
///
/// Which term is what stands in Protocols/calibration/spec.md, "Covariance".
public struct CovarianceTerms: Equatable, Sendable {
  public static var count: Int { 12 }

  /// The value of term i is terms[i] · 2^exponent.
  public var terms = InlineArray<12, Int32>(repeating: 0)
  public var exponent: Int8 = 0

  public init() {}

  public static func == (a: CovarianceTerms, b: CovarianceTerms) -> Bool {
    for i in 0..<count where a.terms[i] != b.terms[i] { return false }
    return a.exponent == b.exponent
  }
}

/// The accelerometer's own calibration: corrected = A·(a − b), which also turns it into the magnetometer's axes.
public struct AccelerometerRecord: Equatable, Sendable {
  public var modelOrder: ModelOrder = .sphere
  /// b in micro-g, each within ±2^24 (16.7 g).
  public var offset: Vector3 = .zero
  /// A in Q24, each entry within ±2^29 (±32): gains and the rotation in one matrix.
  public var matrix: MatrixQ24 = .identity
  /// The rotation in A as a rotation vector, 2^−32 turns about x, y and z: for reports, already contained in A.
  public var rotation: Vector3 = .zero

  public init() {}
}

/// corrected = S·(m − h), with where it came from. Sensor axes.
public struct CalibrationRecord: Equatable, Sendable {
  /// `SensorChip` code the record was made with; 0 for any.
  public var sensorChip: UInt8 = 0
  public var modelOrder: ModelOrder = .none
  /// 0 (none) to 3 (best).
  public var grade: UInt8 = 0
  /// 0 when not known.
  public var sensorSerial: UInt32 = 0
  /// Days since 2000-01-01 UTC.
  public var date: Int32?
  /// 1/8 °C, relative.
  public var temperatureEighths: Int16?
  /// Samples that the result rests on, at most 65535; 0 when not known.
  public var sampleCount: UInt16 = 0
  /// h in 1/256 nanotesla, each within ±2^30.
  public var hardIron: Vector3 = .zero
  /// S, each entry within ±2^29 (±32).
  public var softIron: MatrixQ24 = .identity
  /// Strength of the corrected field in nanotesla; 0 when not known.
  public var fieldStrength: UInt32 = 0
  /// Predicted worst heading error in 1/100 degree; 65535 when not known.
  public var predictedError: UInt16 = 65535
  /// Predicted typical heading error in 1/100 degree; 65535 when not known.
  public var predictedTypicalError: UInt16 = 65535
  /// Dip during calibration, below the horizon positive; `nil` without an accelerometer.
  public var dip: BinaryAngle?
  /// RMS of the corrected field's strength about `fieldStrength`, nanotesla; 65535 when not known.
  public var residual: UInt16 = 65535
  /// Largest tilt met during calibration, 0…90 degrees; 255 when not known.
  public var tiltSeen: UInt8 = 255
  /// The direction cells that were visited; none when not known.
  public var coverage = DirectionCells()
  /// Errors of h and S; `nil` when not known.
  public var covariance: CovarianceTerms?
  /// `nil` when the accelerometer was not calibrated.
  public var accelerometer: AccelerometerRecord?

  // Some 30 fields: 110 bytes at every place where it is inlined.
  @inline(never)
  public init() {}

  /// Nothing is corrected.
  public static var identity: CalibrationRecord { CalibrationRecord() }
}
