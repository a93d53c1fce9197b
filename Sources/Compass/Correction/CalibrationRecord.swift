// The calibration record: the result, its sensor and its quality (Protocols/calibration/spec.md, section 2).

import Quantities
import RawMemory

/// A 3×3 matrix in Q24: 2^24 stands for 1. Row-major.
public struct MatrixQ24: Equatable, Sendable {
  public var rows: (Vector3, Vector3, Vector3)

  public init(_ first: Vector3, _ second: Vector3, _ third: Vector3) { rows = (first, second, third) }

  /// The unit matrix.
  public static var identity: MatrixQ24 {
    MatrixQ24(
      Vector3(x: 1 << 24, y: 0, z: 0), Vector3(x: 0, y: 1 << 24, z: 0), Vector3(x: 0, y: 0, z: 1 << 24))
  }

  /// The entries as they stand in memory.
  var entries: [9 of Int32] { Unchecked.reinterpreted(self) }

  public static func == (a: MatrixQ24, b: MatrixQ24) -> Bool {
    let (a, b) = (a.entries, b.entries)
    let (first, second) = (a.span, b.span)
    for i in 0..<9 where first[unchecked: i] != second[unchecked: i] { return false }
    return true
  }
}

/// How many parameters of the error model the record's data determined.
public enum ModelOrder: UInt8, Sendable {
  /// No calibration: the identity.
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
  /// The same as `singular`, for the accelerometer's matrix.
  case accelerometerSingular = 15
}

/// Space for the errors of h and S: twelve numbers with a common power of two.
///
/// The meaning of each term is not defined yet (Protocols/calibration/spec.md, "Covariance"): they are read and written
/// unchanged.
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

/// corrected = S·(m − h), and where the values came from. Sensor axes.
///
/// In memory it has the same 216 bytes as in storage and on the link: every field is at its offset and aligned, and all
/// our targets store the low byte first. So nothing is converted, and two records are equal when their bytes are. A
/// value that is not known has a flag and is zero, or as the specification says.
public struct CalibrationRecord: MemoryImage, Sendable {
  /// Magic, version and length.
  var header = Self.header
  /// `SensorChip` code the record was made with; 0 for any. Reading refuses a code that `SensorChip` does not know; a
  /// driver outside this project leaves 0.
  public var sensorChip: UInt8 = 0
  var order: UInt8 = 0
  /// 0 (none) to 3 (best).
  public var grade: UInt8 = 0
  var flags: UInt8 = 0
  /// 0 when not known.
  public var sensorSerial: UInt32 = 0
  var dateValue: Int32 = 0
  var temperatureValue: Int16 = 0
  /// Number of samples that the fit used, at most 65535; 0 when not known.
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
  var dipValue: UInt32 = 0
  /// RMS of the corrected field's strength about `fieldStrength`, nanotesla; 65535 when not known.
  public var residual: UInt16 = 65535
  /// Largest tilt met during calibration, 0…90 degrees; 255 when not known.
  public var tiltSeen: UInt8 = 255
  /// `ModelOrder` of the accelerometer's part below; 0: it was not calibrated.
  public var accelerometerOrder: UInt8 = 0
  /// The direction cells that were visited; none when not known.
  public var coverage = DirectionCells()
  var covarianceExponent: Int8 = 0
  var reservedByte: UInt8 = 0
  var reservedHalf: UInt16 = 0
  var covarianceTerms = InlineArray<12, Int32>(repeating: 0)
  /// As in `AccelerometerRecord`, but read in place, without a copy.
  public var accelerometerOffset: Vector3 = .zero
  public var accelerometerMatrix: MatrixQ24 = .identity
  public var accelerometerRotation: Vector3 = .zero
  var reservedWord: UInt32 = 0
  /// 0 except in bytes that are sent or stored.
  var checksum: UInt32 = 0

  // 30 fields take 110 bytes at every call: embedded-swift.md, "Calls".
  @inline(never)
  public init() {}

  /// Nothing is corrected.
  public static var identity: CalibrationRecord { CalibrationRecord() }

  enum Flag {
    static var date: UInt8 { 1 }
    static var temperature: UInt8 { 2 }
    static var dip: UInt8 { 4 }
    static var covariance: UInt8 { 8 }
  }

  mutating func set(_ flag: UInt8, _ isKnown: Bool) { flags = isKnown ? flags | flag : flags & ~flag }
}

extension CalibrationRecord {
  /// Which model was fitted; `.none` for a record without a calibration.
  public var modelOrder: ModelOrder {
    @inline(__always)
    get { ModelOrder(rawValue: order) ?? .none }
    set { order = newValue.rawValue }
  }

  /// Days since 2000-01-01 UTC.
  public var date: Int32? {
    get { flags & Flag.date == 0 ? nil : dateValue }
    set {
      set(Flag.date, newValue != nil)
      dateValue = newValue ?? 0
    }
  }

  /// 1/8 °C, relative.
  public var temperatureEighths: Int16? {
    get { flags & Flag.temperature == 0 ? nil : temperatureValue }
    set {
      set(Flag.temperature, newValue != nil)
      temperatureValue = newValue ?? 0
    }
  }

  /// Dip during calibration, below the horizon positive; `nil` without an accelerometer.
  public var dip: BinaryAngle? {
    get { flags & Flag.dip == 0 ? nil : BinaryAngle(rawValue: dipValue) }
    set {
      set(Flag.dip, newValue != nil)
      dipValue = newValue?.rawValue ?? 0
    }
  }

  /// Errors of h and S; `nil` when not known.
  public var covariance: CovarianceTerms? {
    get {
      if flags & Flag.covariance == 0 { return nil }
      var known = CovarianceTerms()
      known.terms = covarianceTerms
      known.exponent = covarianceExponent
      return known
    }
    set {
      set(Flag.covariance, newValue != nil)
      let known = newValue ?? CovarianceTerms()
      covarianceTerms = known.terms
      covarianceExponent = known.exponent
    }
  }

  /// The same as `covariance = nil`, in place.
  @inline(never)
  public mutating func forgetCovariance() {
    flags &= ~Flag.covariance
    covarianceExponent = 0
    covarianceTerms = InlineArray(repeating: 0)
  }

  /// `nil` when the accelerometer was not calibrated.
  public var accelerometer: AccelerometerRecord? {
    get {
      guard let known = ModelOrder(rawValue: accelerometerOrder), known != .none else { return nil }
      var record = AccelerometerRecord()
      record.modelOrder = known
      record.offset = accelerometerOffset
      record.matrix = accelerometerMatrix
      record.rotation = accelerometerRotation
      return record
    }
    set {
      let record = newValue ?? AccelerometerRecord()
      accelerometerOrder = newValue?.modelOrder.rawValue ?? 0
      accelerometerOffset = record.offset
      accelerometerMatrix = record.matrix
      accelerometerRotation = record.rotation
    }
  }
}

extension CalibrationRecord: Equatable {
  public static func == (a: CalibrationRecord, b: CalibrationRecord) -> Bool {
    var (a, b) = (a, b)
    return a.withImage { a in
      b.withImage { b in
        for i in 0..<length where a[i] != b[i] { return false }
        return true
      }
    }
  }
}
